// The number of statements of a read depends on the shape of the query, never on the number of rows.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fullAccess } from '../src/query/access.ts';
import { printCursor } from '../src/query/parse/cursor.ts';
import type { CompiledRows } from '../src/query/compiled.ts';
import type { Reader } from '../src/query/read.ts';
import { openTestApp, type TestApp } from './support/app.ts';
import { CountingDatabase } from './support/counting-database.ts';
import { readerOf } from './support/reader.ts';
import { onClient } from './support/test-database.ts';

let app: TestApp;
let database: CountingDatabase;
let reader: Reader;

beforeAll(async () => {
  app = await openTestApp({ database: 'fixtures/kitchen.db' });
  database = new CountingDatabase(app.store.database);
  reader = readerOf(app, { database });
});

afterAll(() => app.close());

/** What a read cost: its statements, the rows of its list, and how many statements it may take at most without a count. */
interface Cost {
  readonly statements: number;
  readonly rows: number;
  readonly max: number;
}

/** Runs a query on articles. */
async function cost(query: string): Promise<Cost> {
  const type = app.store.registry.contentType('api::article.article');
  const prepared = reader.prepareQuery({
    type,
    one: null,
    paging: 'nested',
    query,
    access: fullAccess,
  });
  database.count = 0;
  const { entries } = await reader.execute(prepared, 'v5');
  const max = countStatements(reader.compiled(prepared).root);
  return { statements: database.count, rows: entries.length, max };
}

/** One for a node, and one for the positions of rows that are read by id: in a zone, or if many rows link to them. */
function countStatements({ children }: CompiledRows): number {
  return children.reduce((sum, child) => {
    switch (child.kind) {
      case 'count':
        return sum + child.statements.length;
      case 'rows':
        return sum + countStatements(child.rows);
      case 'linked':
        return sum + 1 + countStatements(child.rows);
      case 'mixed':
        return child.variants.reduce((all, each) => all + countStatements(each), sum + 1);
    }
  }, 1);
}

describe('the number of statements of a list', () => {
  test('with populate=* is that of its shape for 1, 10 and 100 rows, plus one for the first count', async () => {
    const { max } = await cost('populate=*&locale=*');
    const costs = [];
    for (const size of [1, 10, 100]) {
      costs.push(await cost(`populate=*&locale=*&pagination[pageSize]=${size}`));
    }
    expect(costs.map(({ rows }) => rows)).toEqual([1, 10, expect.any(Number)]);
    expect(costs[2]?.rows).toBeGreaterThan(50);
    // Without notifications of commits, it is counted each time.
    const counts = onClient({ sqlite: 0, postgres: 1 });
    for (const { statements } of costs) expect(statements).toBeLessThanOrEqual(max + counts);
    expect(new Set(costs.map((each) => each.max)).size).toBe(1);
  });

  test('with a deep populate is at most that of its shape, plus one for the count', async () => {
    const query =
      'populate[author][populate][articles][populate]=tags&populate[category][populate]=parent.children';
    const { statements, max } = await cost(query);
    expect(statements).toBeLessThanOrEqual(max + 1);
    expect(max).toBe(onClient({ sqlite: 11, postgres: 7 }));
  });

  test('includes one for the rows of several attributes together', async () => {
    const { statements, max } = await cost('populate=cover,gallery&pagination[withCount]=false');
    expect([statements, max]).toEqual(onClient({ sqlite: [4, 5], postgres: [3, 3] }));
  });

  test('does not increase with a filter, a sort and a search through relations', async () => {
    const query = 'filters[author][name][$contains]=a&sort=tags.name&_q=a';
    expect((await cost(query)).statements).toBe(2);
  });

  test('is two for an empty page', async () => {
    expect((await cost('populate=*&filters[id]=0')).statements).toBe(2);
  });

  test('is one without a count', async () => {
    expect((await cost('pagination[withCount]=false')).statements).toBe(1);
  });

  test('is the same for keyset pages as for other pages', async () => {
    const cursor = printCursor('views:desc,id:asc', [1_000_000, 1]);
    for (const place of ['[after]=', '[before]=', `[after]=${cursor}&sort=views:desc`]) {
      const query = `populate=author&locale=*&pagination[withCount]=false&pagination${place}`;
      expect((await cost(query)).statements).toBe(onClient({ sqlite: 3, postgres: 2 }));
    }
  });

  test('a keyset page does not read the rows before the cursor', async () => {
    const type = app.store.registry.contentType('api::article.article');
    const query = `locale=*&pagination[after]=${printCursor('id:asc', [50])}`;
    const read = { type, one: null, paging: 'nested', query, access: fullAccess } as const;
    const { statement } = reader.compiled(reader.prepareQuery(read)).root;
    const text = statement.sql.replaceAll(/\?|\$\d+/g, "'50'");
    const other = await app.other();
    await other.script(onClient({ sqlite: '', postgres: 'SET enable_seqscan = off' }));
    const plan = await other.sql(
      `EXPLAIN ${onClient({ sqlite: 'QUERY PLAN', postgres: '' })} ${text}`,
    );
    expect(JSON.stringify(plan)).toMatch(
      onClient({ sqlite: /SEARCH t1 .*\b(?:row)?id>\?/, postgres: /Index Cond: .*\bid > 50/ }),
    );
  });
});
