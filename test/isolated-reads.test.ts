// Long reads in separate processes: their selection, special responses, and the deadline. `background-reads.test.ts`
// compares other responses.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEngine } from '../src/app/engine.ts';
import type { IsolatedReads } from '../src/storage/background-reads.ts';
import { call, registerAdmin } from './support/admin.ts';
import { openTestApp, type TestApp } from './support/app.ts';
import { eventually } from './support/eventually.ts';

const ALL = { max: 2, budget: -1 };
const ARTICLE = 'api::article.article';

function isolatedOf({ store }: Pick<TestApp, 'store'>): IsolatedReads {
  const { isolated } = store.database;
  if (!isolated) throw new Error('this database has no processes');
  return isolated;
}

describe('responses are the same', () => {
  let here: TestApp;
  let isolated: TestApp;

  beforeAll(async () => {
    here = await openTestApp({ database: 'fixtures/kitchen.db' });
    isolated = await openTestApp({ processes: ALL, beside: here });
  });
  afterAll(async () => {
    await isolated.close();
    await here.close();
  });

  test('for source maps, users, files and counts', async () => {
    const maps = { 'strapi-encode-source-maps': 'true' };
    for (const [url, headers] of [
      ['/api/articles?status=draft&populate=*', maps],
      ['/api/articles?filters[title][$contains]=e', {}],
      ['/api/users?filters[username][$contains]=e', {}],
      ['/api/users/count', {}],
      ['/api/users/1?populate=role', {}],
      ['/api/upload/files?sort=name', {}],
    ] as const) {
      const before = isolatedOf(isolated).stats.reads;
      const expected = await here.request(url, { headers });
      expect(await isolated.request(url, { headers })).toMatchObject({
        status: expected.status,
        text: expected.text,
      });
      expect({ url, reads: isolatedOf(isolated).stats.reads }).toEqual({
        url,
        reads: before + 1,
      });
    }
  });

  test('for entries that programs read', { timeout: 120_000 }, async () => {
    const own = (await createEngine(here.project, here.store)).documents(ARTICLE);
    const other = (await createEngine(isolated.project, isolated.store)).documents(ARTICLE);
    const before = isolatedOf(isolated).stats.reads;
    const params = { populate: '*', sort: 'id', filters: { createdAt: { $gt: new Date(0) } } };
    const found = await other.findMany(params);
    expect(found).toEqual(await own.findMany(params));
    expect(found.length).toBeGreaterThan(0);
    expect(isolatedOf(isolated).stats.reads).toBe(before + 1);
  });

  test('after a write', async () => {
    const tagged = await isolated.request('/api/tags');
    const { total } = tagged.json<List>().meta.pagination;
    const before = isolatedOf(isolated).stats.reads;
    for (let i = 0; i < 10; i += 1) {
      const body = JSON.stringify({ data: { name: `tag ${i}` } });
      const headers = { 'content-type': 'application/json' };
      await isolated.request('/api/tags', { method: 'POST', headers, body });
      const list = (await isolated.request('/api/tags?sort=id:desc')).json<List>();
      expect(list.data[0]?.name).toBe(`tag ${i}`);
      expect(list.meta.pagination.total).toBe(total + i + 1);
    }
    expect(isolatedOf(isolated).stats.reads).toBeGreaterThanOrEqual(before + 10);
  });

  test('for an oversized response', async () => {
    const circle = 'tags.articles.tags.articles.tags.articles.tags.articles.tags';
    const url = `/api/articles?pagination[pageSize]=100&locale=*&populate=${circle}`;
    const { status, text } = await here.request(url);
    expect(status).toBe(400);
    expect(await isolated.request(url)).toMatchObject({ status, text });
  });
});

interface List {
  readonly data: readonly { readonly name: string }[];
  readonly meta: { readonly pagination: { readonly total: number } };
}

/** Rows that another program has put there; half of them are drafts. */
const LARGE = `
  with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000)
    insert into articles (id, document_id, title, slug, body, views, locale, created_at, updated_at, published_at)
    select i, 'd' || (i / 2), 'Title ' || i, 's' || i, printf('%.500c', 'x'), i % 100, 'en', 1, 1, iif(i % 2, null, 1) from n;
  with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000)
    insert into tags (id, document_id, name, created_at, updated_at, published_at) select i, 't' || i, 'Tag ' || i, 1, 1, 1 from n;
  insert into articles_tags_lnk (article_id, tag_id, tag_ord, article_ord) select id, 1 + id % 1000, 1, id from articles;
  insert into authors (id, document_id, name, created_at, updated_at, published_at) select id, 'a' || id, 'Author ' || id, 1, 1, 1 from tags where id <= 200;
  insert into articles_author_lnk (article_id, author_id, article_ord) select id, 1 + id % 200, id from articles;
`;

/** An author of so many articles that counting them is estimated as slow. */
const LINKS = `
  with recursive n(i) as (select 1 union all select i + 1 from n where i < 150000)
    insert into articles (id, document_id, created_at, updated_at) select i, 'd' || i, 1, 1 from n;
  insert into authors (id, document_id, name, created_at, updated_at, published_at)
    values (1, 'a1', 'Author', 1, 1, null);
  insert into articles_author_lnk (article_id, author_id, article_ord) select id, 1, id from articles;
`;

/** Three texts of one letter. */
const LONG_TEXTS = `
  insert into articles (id, document_id, title, body, locale, created_at, updated_at, published_at)
    select value, 'l' || value, 'Long', printf('%.800000c', 'a'), 'en', 1, 1, 1 from json_each('[1,2,3]');
`;

function each(count: number, parameter: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => parameter(i)).join('&');
}

/** At the documented limits. */
const STEPS = each(50, (i) => `filters[$and][${i}][$not][tags][name][$eq]=Tag ${i}`);
const SORTS = each(20, (i) => `sort[${i}]=${['tags.name', 'author.name'][i % 2]}:asc`);
const PATTERNS = each(200, (i) => `filters[$or][${i}][body][$contains]=y${i}`);

let large: TestApp;

beforeAll(async () => {
  large = await openTestApp({ script: LARGE, processes: true });
});
afterAll(() => large.close());

describe('where a read runs', () => {
  let small: TestApp;
  let texts: TestApp;

  beforeAll(async () => {
    small = await openTestApp({ database: 'fixtures/kitchen.db', processes: true });
    texts = await openTestApp({ script: LONG_TEXTS, processes: true });
  });

  afterAll(async () => {
    await Promise.all([small.close(), texts.close()]);
  });

  /** Where a read ran, by what was counted. */
  async function laneOf(app: TestApp, url: string): Promise<string> {
    // What the caller may do is read again once the first use of the token is noted.
    await eventually(async () => {
      const before = app.store.database.stats().statements;
      await app.request('/api/tags/none');
      return app.store.database.stats().statements - before === 1;
    });
    const { stats } = isolatedOf(app);
    const here = app.store.database.stats();
    const { status } = await app.request(url);
    expect({ url, status }).toEqual({ url, status: 200 });
    const isolated = isolatedOf(app).stats.reads - stats.reads;
    const after = app.store.database.stats();
    // No statement of an isolated read runs in the serving thread.
    const statements =
      after.statements - here.statements - (isolatedOf(app).stats.statements - stats.statements);
    if (isolated > 0) expect({ url, statements }).toEqual({ url, statements: 0 });
    return isolated > 0 ? 'process' : 'here';
  }

  const PLAIN = [
    '',
    'status=draft',
    'sort=id:desc',
    'pagination[pageSize]=100&populate=*',
    'pagination[page]=900&pagination[pageSize]=10&populate=*',
    'filters[slug]=s7',
    'filters[documentId]=d7',
    'filters[tags][id]=7',
    'fields=title&pagination[withCount]=false',
  ];

  test.each(PLAIN)('%s of a large table runs in the server', async (query) => {
    expect(await laneOf(large, `/api/articles?${query}`)).toBe('here');
  });

  test('a document runs in the server', async () => {
    expect(await laneOf(large, '/api/articles/d7?populate=*')).toBe('here');
  });

  const HEAVY: readonly (readonly [string, string])[] = [
    ['50 relation steps under $not', STEPS],
    ['20 sorts through relations', SORTS],
    ['200 patterns', PATTERNS],
    [
      'a populate with a filter of texts',
      'populate[author][populate][articles][filters][body][$contains]=y&pagination[pageSize]=100',
    ],
    ['a search', `_q=${'ab'.repeat(100)}`],
  ];

  test.each(HEAVY)(
    '%s runs in a process the first time, in a large table',
    async (_name, query) => {
      expect(await laneOf(large, `/api/articles?${query}`)).toBe('process');
    },
  );

  test.each(HEAVY)('%s runs in the server, in a small table', async (_name, query) => {
    expect(await laneOf(small, `/api/articles?${query}`)).toBe('here');
  });

  test.each([
    ['a pattern that repeats a letter', `filters[body][$contains]=${'a'.repeat(999)}b`],
    ['a search for one', `_q=${'a'.repeat(999)}b`],
  ])('%s in three long texts runs in a process the first time', async (_name, query) => {
    expect(await laneOf(texts, `/api/articles?${query}`)).toBe('process');
  });

  test('a write whose response takes too long is rejected, and changes nothing', async () => {
    const below = 'populate[author][populate][articles][populate][tags][populate][articles]';
    const heavy = each(200, (i) => `${below}[filters][$or][${i}][body][$contains]=y${i}`);
    const body = JSON.stringify({ data: { title: 'Changed' } });
    const headers = { 'content-type': 'application/json' };
    const put = (query: string): ReturnType<TestApp['request']> =>
      large.request(`/api/articles/d9?${query}`, { method: 'PUT', headers, body });
    const { status, text } = await put(heavy);
    expect({ status, text }).toEqual({
      status: 400,
      text: expect.stringContaining('would take too long to read'),
    });
    expect((await large.request('/api/articles/d9')).text).not.toContain('Changed');
    expect((await put('populate=*')).status).toBe(200);
  });

  test('a write of a program whose response takes too long is rejected', async () => {
    const articles = (await createEngine(large.project, large.store)).documents(ARTICLE);
    const filters = {
      $or: Array.from({ length: 200 }, (_, i) => ({ body: { $contains: `y${i}` } })),
    };
    const tags = { populate: { articles: { filters } } };
    const populate = { author: { populate: { articles: { populate: { tags } } } } };
    const data = { title: 'Renamed' };
    await expect(articles.update({ documentId: 'd8', data, populate })).rejects.toThrow(
      'would take too long to read',
    );
    expect(await articles.findOne({ documentId: 'd8' })).not.toMatchObject(data);
    expect(await articles.update({ documentId: 'd8', data, populate: '*' })).toMatchObject(data);
  });

  test('entries with many links can be saved in the content-manager', async () => {
    await using app = await openTestApp({ script: LINKS, processes: true });
    const token = await registerAdmin(app);
    const url = '/content-manager/collection-types/api::author.author/a1';
    const body = { name: 'Renamed' };
    const { status, text } = await call(app, url, { method: 'PUT', token, body });
    expect({ status, text }).toEqual({ status: 200, text: expect.stringContaining('Renamed') });
  });

  test('a list of long texts runs in the server if few are requested', async () => {
    expect(await laneOf(texts, '/api/articles?fields=title')).toBe('here');
  });
});

describe('cancels a read', () => {
  const HEAVY = `/api/articles?${STEPS}`;

  test('at the deadline with 503, and ends its process', async () => {
    await using app = await openTestApp({ beside: large, processes: true, readTimeout: 1 });
    const { status, text, headers } = await app.request(HEAVY);
    expect({ status, text }).toEqual({
      status: 503,
      text: expect.stringContaining('The request took too long and was canceled.'),
    });
    expect(headers['retry-after']).toBeDefined();
    expect(isolatedOf(app).stats).toMatchObject({ running: 0, waiting: 0 });
    expect((await app.request('/api/articles')).status).toBe(200);
  });

  test('when the client disconnects', async () => {
    await using app = await openTestApp({ beside: large, processes: true });
    const port = await app.listen();
    const controllers = Array.from({ length: 6 }, () => new AbortController());
    const responses = controllers.map(({ signal }) =>
      fetch(`http://127.0.0.1:${port}${HEAVY}`, {
        signal,
        headers: { authorization: `Bearer ${app.token}` },
      }).catch(() => null),
    );
    await eventually(() => isolatedOf(app).stats.running > 0);
    await eventually(() => isolatedOf(app).stats.waiting > 0);
    for (const controller of controllers) controller.abort();
    await eventually(() => {
      const { running, waiting } = isolatedOf(app).stats;
      return running === 0 && waiting === 0;
    });
    // The first reads may have ended before.
    expect(await Promise.all(responses)).toContain(null);
    expect(isolatedOf(app).stats.reads).toBeLessThan(controllers.length);
  });
});
