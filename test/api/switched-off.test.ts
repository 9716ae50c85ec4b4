// Types whose drafts or locales were switched off since Strapi last ran: their other rows are stored but not served
// (docs/strapi/differences.md, D10). The tables show which rows are left.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { toRecord } from '../../src/schema/raw.ts';
import { openTestApp, type TestResponse, type TestApp } from '../support/app.ts';
import { changeDatabase, readRows } from '../support/app-database.ts';
import { sqlMoment } from '../support/test-database.ts';
import { makeProject, schemaOf } from '../support/project-folder.ts';
import { vendored } from '../support/vendored-projects.ts';

const KITCHEN = vendored('conformance', 'projects', 'kitchen');
const ALL = 'pagination[pageSize]=100';

interface Entry {
  readonly id: number;
  readonly [attribute: string]: unknown;
}

interface List {
  readonly data: readonly Entry[];
}

describe('drafts of categories', () => {
  const open = () => openSwitched('category', { options: { draftAndPublish: false } });

  test('are not listed or counted', async () => {
    await using app = await open();
    const published = await ids(app, 'select id from categories where published_at is not null');
    for (const query of ['', '&status=draft', '&status=published', '&publicationFilter=modified']) {
      const response = await app.request(`/api/categories?${ALL}${query}`);
      expect([query, idsOf(response)]).toEqual([query, published]);
      expect(response.json()).toMatchObject({ meta: { pagination: { total: published.length } } });
    }
    expect(await ids(app, 'select id from categories')).not.toEqual(published);
  });

  test('are not found by documentId', async () => {
    await using app = await open();
    await changeDatabase(
      app,
      `insert into categories (id, document_id, name, published_at)
        values (9001, 'draft', 'Draft', null), (9002, 'both', 'Draft', null), (9003, 'both', 'Public', ${sqlMoment(1)})`,
    );
    expect((await app.request('/api/categories/draft')).status).toBe(404);
    expect((await app.request('/api/categories/both')).json()).toMatchObject({
      data: { id: 9003 },
    });
  });

  test('are not populated', async () => {
    await using app = await open();
    const linked = (condition: string): Promise<readonly number[]> =>
      ids(
        app,
        `select distinct c.id from articles a join articles_category_lnk l on l.article_id = a.id
          join categories c on c.id = l.category_id
          where a.published_at is null and a.locale = 'en' and ${condition}`,
      );
    const response = await app.request(`/api/articles?${ALL}&status=draft&populate=category`);
    expect(behind(response, 'category')).toEqual(await linked('c.published_at is not null'));
    expect(await linked('c.published_at is null')).not.toEqual([]);
    const published = await app.request(`/api/articles?${ALL}&populate=category`);
    expect(behind(published, 'category')).not.toEqual([]);
  });

  test('do not match filters through a relation', async () => {
    await using app = await open();
    const linked = (condition: string): Promise<readonly number[]> =>
      ids(
        app,
        `select a.id from articles a join articles_category_lnk l on l.article_id = a.id
          join categories c on c.id = l.category_id
          where a.published_at is null and a.locale = 'en' and ${condition}`,
      );
    const filter = 'filters[category][name][$notNull]=true';
    const response = await app.request(`/api/articles?${ALL}&status=draft&${filter}`);
    expect(idsOf(response)).toEqual(await linked('c.published_at is not null'));
    expect(await linked('c.published_at is null')).not.toEqual([]);
  });

  test('are not counted in relations', async () => {
    await using app = await open();
    await changeDatabase(
      app,
      `delete from campaigns_categories_lnk;
      insert into campaigns_categories_lnk (campaign_id, category_id)
        select (select min(id) from campaigns), id from categories`,
    );
    const response = await app.request('/api/campaigns?sort=id&populate[categories][count]=true');
    expect(response.json<List>().data[0]?.['categories']).toEqual({
      count: (await ids(app, 'select id from categories where published_at is not null')).length,
    });
  });
});

describe('tags of other locales', () => {
  const open = () => openSwitched('tag', { pluginOptions: {} });
  const SERVED = `(t.locale = 'en' or t.locale is null)`;
  const linkedTags = (
    app: TestApp,
    column: string,
    condition: string,
  ): Promise<readonly number[]> =>
    ids(
      app,
      `select distinct ${column} from articles a join articles_tags_lnk l on l.article_id = a.id
        join tags t on t.id = l.tag_id
        where a.published_at is not null and a.locale = 'fr' and ${condition}`,
    );

  test('are not listed or counted, unless their rows have no locale', async () => {
    await using app = await open();
    await changeDatabase(
      app,
      `update tags set locale = null where id = (select max(id) from tags where locale = 'en')`,
    );
    const served = await ids(app, `select id from tags t where ${SERVED}`);
    for (const query of ['', '&locale=fr', '&locale=*']) {
      const response = await app.request(`/api/tags?${ALL}${query}`);
      expect([query, idsOf(response)]).toEqual([query, served]);
      expect(response.json()).toMatchObject({ meta: { pagination: { total: served.length } } });
    }
    expect(await ids(app, 'select id from tags')).not.toEqual(served);
  });

  test('are not found by documentId', async () => {
    await using app = await open();
    await changeDatabase(
      app,
      `insert into tags (document_id, name, locale, published_at) values ('frenchonly', 'seul', 'fr', ${sqlMoment(1)})`,
    );
    expect((await app.request('/api/tags/frenchonly')).status).toBe(404);
    expect((await app.request('/api/tags/frenchonly?locale=fr')).status).toBe(404);
  });

  test('are not populated, matched by filters through a relation, or counted', async () => {
    await using app = await open();
    expect(await linkedTags(app, 't.id', `not ${SERVED}`)).not.toEqual([]);
    const french = `/api/articles?${ALL}&locale=fr`;
    const populated = await app.request(`${french}&populate=tags`);
    expect(behind(populated, 'tags')).toEqual(await linkedTags(app, 't.id', SERVED));
    const filtered = await app.request(`${french}&filters[tags][name][$notNull]=true`);
    expect(idsOf(filtered)).toEqual(await linkedTags(app, 'a.id', SERVED));
    const counted = await app.request(`${french}&populate[tags][count]=true`);
    const counts = counted.json<{ data: readonly { tags: { count: number } }[] }>();
    expect(counts.data.reduce((sum, { tags }) => sum + tags.count, 0)).toBe(
      (await linkedTags(app, 'l.id', SERVED)).length,
    );
  });
});

describe('articles of other locales', () => {
  const open = () => openSwitched('article', { pluginOptions: {} });

  test.each([
    ['never-published', false],
    ['never-published-document', false],
    ['has-published-version', true],
    ['has-published-version-document', true],
  ])('are not versions for publicationFilter=%s', async (filter, expected) => {
    await using app = await open();
    await changeDatabase(
      app,
      `insert into articles (id, document_id, title, locale, published_at)
        values (9001, 'mixed', 'draft', 'en', null), (9002, 'mixed', 'public', 'fr', ${sqlMoment(1)}),
          (9003, 'plain', 'draft', 'en', null), (9004, 'plain', 'public', 'en', ${sqlMoment(1)})`,
    );
    const own = 'filters[id][$gte]=9001';
    const response = await app.request(
      `/api/articles?${own}&status=draft&publicationFilter=${filter}`,
    );
    expect(idsOf(response)).toEqual([expected ? 9003 : 9001]);
  });
});

test('a start deletes nothing, and keeps the stored schemas', async () => {
  const kept = ['articles', 'categories', 'tags', 'articles_tags_lnk', 'articles_category_lnk'];
  const record = `select value from strapi_core_store_settings where key = 'strapi_content_types_schema'`;
  const look = async (app: TestApp): Promise<unknown> => {
    const counts = kept.map((table) => `(select count(*) from ${table}) as ${table}`);
    return await readRows(app, `select ${counts.join(', ')}, (${record}) as record`);
  };
  await using unchanged = await openTestApp({ database: 'fixtures/kitchen.db' });
  for (const type of ['article', 'category', 'tag']) {
    await using app = await openSwitched(type, {
      options: { draftAndPublish: false },
      pluginOptions: {},
    });
    await app.request(`/api/tags?${ALL}`);
    expect(await look(app)).toEqual(await look(unchanged));
  }
});

/** Project kitchen and its database, one type of which has other options by now. */
function openSwitched(type: string, options: object): Promise<TestApp> {
  const schema = schemaOf(type);
  const before = toRecord(JSON.parse(readFileSync(path.join(KITCHEN, schema), 'utf8')));
  const project = makeProject({ [schema]: { ...before, ...options } }, KITCHEN);
  return openTestApp({ project, database: 'fixtures/kitchen.db' });
}

/** The numbers that a statement selects in its one column, in order. */
async function ids(app: TestApp, sql: string): Promise<readonly number[]> {
  return toNumbers((await readRows(app, sql)).map(([id]) => Number(id)));
}

/** The ids of the entries of a list, in order. */
function idsOf(response: TestResponse): readonly number[] {
  return toNumbers(response.json<List>().data.map(({ id }) => id));
}

/** The ids of all entries that are populated in an attribute, in order. */
function behind(response: TestResponse, attribute: string): readonly number[] {
  const entries = response
    .json<List>()
    .data.flatMap((entry) => entry[attribute] as Entry | readonly Entry[] | null)
    .filter((entry) => entry !== null);
  return toNumbers([...new Set(entries.map(({ id }) => id))]);
}

function toNumbers(list: readonly number[]): readonly number[] {
  return list.toSorted((a, b) => a - b);
}
