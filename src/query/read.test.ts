// The whole read path on a real database: caches must not change results.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/support/app.ts';
import { readerOf } from '../../test/support/reader.ts';
import type { Registry } from '../schema/registry.ts';
import { fullAccess, type ReadAccess } from './access.ts';
import type { Reader, QueryRequest, ResponseFormat } from './read.ts';

let app: TestApp;
let registry: Registry;
let reader: Reader;

beforeAll(async () => {
  app = await openTestApp({ database: 'fixtures/kitchen.db' });
  ({ registry } = app.store);
  reader = readerOf(app);
});

afterAll(() => app.close());

function request(query: string, type = 'article', access: ReadAccess = fullAccess): QueryRequest {
  const model = registry.contentType(`api::${type}.${type}`);
  return { type: model, one: null, paging: 'nested', query, access };
}

async function entries(
  readRequest: QueryRequest,
  format: ResponseFormat = 'v5',
): Promise<unknown[]> {
  const response = await reader.execute(reader.prepareQuery(readRequest), format);
  return response.entries.map((entry) => JSON.parse(entry) as unknown);
}

describe('caches', () => {
  test('share only statements between queries that differ only in values', async () => {
    const [alpha, zeta] = ['Alpha', 'Zeta'].map((title) =>
      request(`fields=title&filters[title]=${title}&pagination[pageSize]=1`),
    ) as [QueryRequest, QueryRequest];
    expect(reader.compiled(reader.prepareQuery(alpha))).toBe(
      reader.compiled(reader.prepareQuery(zeta)),
    );
    expect(await entries(alpha)).toMatchObject([{ title: 'Alpha' }]);
    expect(await entries(zeta)).toMatchObject([{ title: 'Zeta' }]);
    expect(await entries(alpha)).toMatchObject([{ title: 'Alpha' }]);
  });

  test('do not share entries between callers with different permissions', async () => {
    const query = 'fields=title&populate=category,author&pagination[pageSize]=1';
    const fewer: ReadAccess = { key: 'author', mayFind: (uid) => uid === 'api::author.author' };
    const [all] = await entries(request(query));
    const [some] = await entries(request(query, 'article', fewer));
    const [again] = await entries(request(query));
    expect(Object.keys(all as object)).toEqual(['id', 'documentId', 'title', 'category', 'author']);
    expect(Object.keys(some as object)).toEqual(['id', 'documentId', 'title', 'author']);
    expect(again).toEqual(all);
  });

  test('do not hide a write from the next read', async () => {
    const readRequest = request('fields=name&filters[id]=1', 'author');
    const rename = (name: string): Promise<void> =>
      app.store.database.runInTransaction((session) =>
        session.script(`update authors set name = '${name}' where id = 1`),
      );
    await entries(readRequest);
    await rename('Countess');
    expect(await entries(readRequest)).toMatchObject([{ name: 'Countess' }]);
    await rename('Ada Lovelace');
  });
});

describe('responses', () => {
  test('repeat a row under several parents', async () => {
    const articles = (await entries(
      request('fields=title&populate[category][populate]=parent&pagination[pageSize]=100'),
    )) as { category: { id: number } | null }[];
    const first = new Map<number, unknown>();
    for (const { category } of articles) {
      if (!category) continue;
      first.set(category.id, first.get(category.id) ?? category);
      expect(category).toEqual(first.get(category.id));
    }
    expect(first.size).toBeLessThan(articles.length);
    expect(articles.some(({ category }) => category !== null)).toBe(true);
  });

  test('in format v4 wrap relations and counts, but not components', async () => {
    const query =
      'fields=title&filters[slug]=article-13&populate[author][fields]=name&populate[tags][count]=true&populate[seo][fields]=metaTitle';
    const [entry] = await entries(request(query), 'v4');
    expect(entry).toMatchObject({
      id: expect.any(Number),
      documentId: expect.any(String),
      attributes: {
        author: { data: { attributes: { name: expect.any(String) } } },
        tags: { data: { attributes: { count: expect.any(Number) } } },
      },
    });
  });

  test('beyond the size limit are rejected before they are built', async () => {
    const circle = 'tags.articles.tags.articles.tags.articles.tags.articles.tags';
    const readRequest = request(`pagination[pageSize]=100&locale=*&populate=${circle}`);
    await expect(entries(readRequest)).rejects.toMatchObject({
      name: 'ValidationError',
      message: expect.stringContaining('too large'),
    });
  });
});
