// How lists find their rows: with the index on the filtered or sorted attribute if there is one, and not with the index
// of all rows of a locale.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fullAccess } from '../src/query/access.ts';
import { printCursor } from '../src/query/parse/cursor.ts';
import type { Reader } from '../src/query/read.ts';
import type { Query, ReadSteps, Row } from '../src/storage/session.ts';
import { openTestApp, type TestApp } from './support/app.ts';
import { CountingDatabase } from './support/counting-database.ts';
import { readerOf } from './support/reader.ts';
import { onClient } from './support/test-database.ts';

let app: TestApp;
let database: CountingDatabase;
let reader: Reader;

beforeAll(async () => {
  app = await openTestApp({
    database: 'fixtures/kitchen.db',
    script: 'create index articles_views on articles (views)',
  });
  database = new CountingDatabase(app.store.database);
  reader = readerOf(app, { database });
});

afterAll(() => app.close());

/** How the rows of a list are found, in the database's words. */
async function planOf(query: string): Promise<string> {
  const type = app.store.registry.contentType('api::article.article');
  const prepared = reader.prepareQuery({
    type,
    one: null,
    paging: 'nested',
    query,
    access: fullAccess,
  });
  database.noted.length = 0;
  await reader.execute(prepared, 'v5');
  const [list] = database.noted;
  return (await app.store.database.read(explaining(list))).flat().join('\n');
}

function* explaining(list: Query | undefined): ReadSteps<readonly Row[]> {
  const explain = onClient({ sqlite: 'explain query plan', postgres: 'explain' });
  // A planner that has statistics reads a table of a few rows as a whole, and sorts them.
  const settings = onClient({
    sqlite: [],
    postgres: ['seqscan', 'bitmapscan', 'sort'].map((way) => ({
      sql: `set local enable_${way} = off`,
      values: [],
    })),
  });
  const explained = { sql: `${explain} ${list?.sql ?? ''}`, values: list?.values ?? [] };
  const responses = yield [...settings, explained];
  return responses.at(-1) ?? [];
}

const cursor = printCursor('views:desc,id:asc', ['9', 4]);

test.each<readonly [string, string]>([
  ['', 'articles__locale__published__list'],
  ['sort=id:desc', 'articles__locale__published__list'],
  [`pagination[after]=${printCursor('id:asc', [4])}`, 'articles__locale__published__list'],
  // A server that may not sort takes what has them in their order.
  ...onClient({ sqlite: [['filters[slug]=article-1', 'articles__slug']] as const, postgres: [] }),
  ['sort=views', 'articles_views'],
  [`sort=views:desc&pagination[after]=${cursor}`, 'articles_views'],
])('%s', async (query, index) => {
  expect(await planOf(query)).toContain(index);
});
