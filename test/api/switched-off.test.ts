// Types whose drafts or locales were switched off since Strapi last ran: their other rows are kept and not served
// (decision D10). What must be left is asked of the tables themselves.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { toRecord } from '../../src/schema/raw.ts';
import { openTestApp, type TestAnswer, type TestApp } from '../support/app.ts';
import { changeDatabase, readValue } from '../support/other-connection.ts';
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

  test('are in no list and in no count', async () => {
    await using app = await open();
    const published = ids(app, 'select id from categories where published_at is not null');
    for (const query of ['', '&status=draft', '&status=published', '&publicationFilter=modified']) {
      const answer = await app.request(`/api/categories?${ALL}${query}`);
      expect([query, idsOf(answer)]).toEqual([query, published]);
      expect(answer.json()).toMatchObject({ meta: { pagination: { total: published.length } } });
    }
    expect(ids(app, 'select id from categories')).not.toEqual(published);
  });

  test('are not found by the id of their document', async () => {
    await using app = await open();
    changeDatabase(
      app.folder,
      `insert into categories (id, document_id, name, published_at)
        values (9001, 'draft', 'Draft', null), (9002, 'both', 'Draft', null), (9003, 'both', 'Public', 1)`,
    );
    expect((await app.request('/api/categories/draft')).status).toBe(404);
    expect((await app.request('/api/categories/both')).json()).toMatchObject({
      data: { id: 9003 },
    });
  });

  test('are not populated', async () => {
    await using app = await open();
    const linked = (condition: string) =>
      ids(
        app,
        `select distinct c.id from articles a join articles_category_lnk l on l.article_id = a.id
          join categories c on c.id = l.category_id
          where a.published_at is null and a.locale = 'en' and ${condition}`,
      );
    const answer = await app.request(`/api/articles?${ALL}&status=draft&populate=category`);
    expect(behind(answer, 'category')).toEqual(linked('c.published_at is not null'));
    expect(linked('c.published_at is null')).not.toEqual([]);
    const published = await app.request(`/api/articles?${ALL}&populate=category`);
    expect(behind(published, 'category')).not.toEqual([]);
  });

  test('match no filter through a relation', async () => {
    await using app = await open();
    const linked = (condition: string) =>
      ids(
        app,
        `select a.id from articles a join articles_category_lnk l on l.article_id = a.id
          join categories c on c.id = l.category_id
          where a.published_at is null and a.locale = 'en' and ${condition}`,
      );
    const filter = 'filters[category][name][$notNull]=true';
    const answer = await app.request(`/api/articles?${ALL}&status=draft&${filter}`);
    expect(idsOf(answer)).toEqual(linked('c.published_at is not null'));
    expect(linked('c.published_at is null')).not.toEqual([]);
  });

  test('are in no count of what is linked', async () => {
    await using app = await open();
    changeDatabase(
      app.folder,
      `delete from campaigns_categories_lnk;
      insert into campaigns_categories_lnk (campaign_id, category_id)
        select (select min(id) from campaigns), id from categories`,
    );
    const answer = await app.request('/api/campaigns?sort=id&populate[categories][count]=true');
    expect(answer.json<List>().data[0]?.['categories']).toEqual({
      count: ids(app, 'select id from categories where published_at is not null').length,
    });
  });
});

describe('tags of other locales', () => {
  const open = () => openSwitched('tag', { pluginOptions: {} });
  const SERVED = `(t.locale = 'en' or t.locale is null)`;
  const linkedTags = (app: TestApp, column: string, condition: string) =>
    ids(
      app,
      `select distinct ${column} from articles a join articles_tags_lnk l on l.article_id = a.id
        join tags t on t.id = l.tag_id
        where a.published_at is not null and a.locale = 'fr' and ${condition}`,
    );

  test('are in no list and in no count; rows without a locale stay', async () => {
    await using app = await open();
    changeDatabase(
      app.folder,
      `update tags set locale = null where id = (select max(id) from tags where locale = 'en')`,
    );
    const served = ids(app, `select id from tags t where ${SERVED}`);
    for (const query of ['', '&locale=fr', '&locale=*']) {
      const answer = await app.request(`/api/tags?${ALL}${query}`);
      expect([query, idsOf(answer)]).toEqual([query, served]);
      expect(answer.json()).toMatchObject({ meta: { pagination: { total: served.length } } });
    }
    expect(ids(app, 'select id from tags')).not.toEqual(served);
  });

  test('are not found by the id of their document', async () => {
    await using app = await open();
    changeDatabase(
      app.folder,
      `insert into tags (document_id, name, locale, published_at) values ('frenchonly', 'seul', 'fr', 1)`,
    );
    expect((await app.request('/api/tags/frenchonly')).status).toBe(404);
    expect((await app.request('/api/tags/frenchonly?locale=fr')).status).toBe(404);
  });

  test('are not populated, match no filter through a relation and are not counted', async () => {
    await using app = await open();
    expect(linkedTags(app, 't.id', `not ${SERVED}`)).not.toEqual([]);
    const french = `/api/articles?${ALL}&locale=fr`;
    const populated = await app.request(`${french}&populate=tags`);
    expect(behind(populated, 'tags')).toEqual(linkedTags(app, 't.id', SERVED));
    const filtered = await app.request(`${french}&filters[tags][name][$notNull]=true`);
    expect(idsOf(filtered)).toEqual(linkedTags(app, 'a.id', SERVED));
    const counted = await app.request(`${french}&populate[tags][count]=true`);
    const counts = counted.json<{ data: readonly { tags: { count: number } }[] }>();
    expect(counts.data.reduce((sum, { tags }) => sum + tags.count, 0)).toBe(
      linkedTags(app, 'l.id', SERVED).length,
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
  ])('are no version that publicationFilter=%s looks for', async (filter, expected) => {
    await using app = await open();
    changeDatabase(
      app.folder,
      `insert into articles (id, document_id, title, locale, published_at)
        values (9001, 'mixed', 'draft', 'en', null), (9002, 'mixed', 'public', 'fr', 1),
          (9003, 'plain', 'draft', 'en', null), (9004, 'plain', 'public', 'en', 1)`,
    );
    const own = 'filters[id][$gte]=9001';
    const answer = await app.request(
      `/api/articles?${own}&status=draft&publicationFilter=${filter}`,
    );
    expect(idsOf(answer)).toEqual([expected ? 9003 : 9001]);
  });
});

test('nothing is deleted, and the record of the schemas stays', async () => {
  const kept = ['articles', 'categories', 'tags', 'articles_tags_lnk', 'articles_category_lnk'];
  const record = `select value from strapi_core_store_settings where key = 'strapi_content_types_schema'`;
  const look = ({ folder }: TestApp) => [
    ...kept.map((table) => readValue(folder, `select count(*) from ${table}`)),
    readValue(folder, record),
  ];
  await using unchanged = await openTestApp({ database: 'fixtures/kitchen.db' });
  for (const type of ['article', 'category', 'tag']) {
    await using app = await openSwitched(type, {
      options: { draftAndPublish: false },
      pluginOptions: {},
    });
    await app.request(`/api/tags?${ALL}`);
    expect(look(app)).toEqual(look(unchanged));
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
function ids(app: TestApp, sql: string): readonly number[] {
  const sorted = `with found(n) as (${sql}) select json_group_array(n) from (select n from found order by n)`;
  return toNumbers(JSON.parse(String(readValue(app.folder, sorted))));
}

/** The ids of the entries of a list, in order. */
function idsOf(answer: TestAnswer): readonly number[] {
  return toNumbers(answer.json<List>().data.map(({ id }) => id));
}

/** The ids of all entries that are populated in an attribute, in order. */
function behind(answer: TestAnswer, attribute: string): readonly number[] {
  const entries = answer
    .json<List>()
    .data.flatMap((entry) => entry[attribute] as Entry | readonly Entry[] | null)
    .filter((entry) => entry !== null);
  return toNumbers([...new Set(entries.map(({ id }) => id))]);
}

function toNumbers(list: readonly number[]): readonly number[] {
  return list.toSorted((a, b) => a - b);
}
