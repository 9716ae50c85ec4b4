// Databases in both directions between Strapi and Quoin, with the real Strapi: a database that one created is served
// and changed by the other and returned, with all rows and the same responses. Run by `npm run test:strapi`.
import { afterAll, describe, expect, test } from 'vitest';
import type { Store } from '../../src/app/store.ts';
import { makeQuoinToken } from './quoin-token.ts';
import { Results } from './results.ts';
import { dropSites, makeSite, readAll, withQuoin, withStrapi, write } from './sites.ts';
import { makeStrapiToken } from './strapi-server.ts';

const results = new Results();

afterAll(async () => {
  await dropSites();
  results.print();
});

/** Rows of each table that holds content or links. */
function countAll({ database, layout }: Store): Promise<Readonly<Record<string, number>>> {
  const tables = layout.tables.filter(({ kind }) => kind !== 'own').map(({ name }) => name);
  return database.runInTransaction(async (session) => {
    const counts: Record<string, number> = {};
    for (const table of tables) {
      const [row] = await session.rows({ sql: `select count(*) from "${table}"`, values: [] });
      counts[table] = Number(row?.[0]);
    }
    return counts;
  });
}

/** Rows that Strapi adds at startup: its administrators' permissions. */
const STRAPIS_OWN = /^(?:admin_|strapi_)/;

function content(counts: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(counts).filter(([name]) => !STRAPIS_OWN.test(name)));
}

describe.each(['SQLite', 'PostgreSQL'] as const)('%s', (kind) => {
  test('serves and changes a Strapi database, which Strapi serves again', async () => {
    const site = await makeSite(kind);
    const token = await makeStrapiToken(site.folder, site.database);
    const theirs = await withStrapi(site, async (sender) => {
      await write(site, sender(token), 'Strapi');
      return readAll(sender(token));
    });
    const { first, changed, counts } = await withQuoin(site, async (store, sender) => {
      const seen = await readAll(sender(token));
      await write(site, sender(token), 'Quoin');
      return { first: seen, changed: await readAll(sender(token)), counts: await countAll(store) };
    });
    results.expectSame([site.kind, 'Strapi made it, Quoin reads'], [theirs, first]);
    const back = await withStrapi(site, (sender) => readAll(sender(token)));
    results.expectSame([site.kind, 'Quoin changed it, Strapi reads'], [changed, back]);
    const after = await withQuoin(site, (store) => countAll(store));
    expect(content(after)).toEqual(content(counts));
  }, 600_000);

  test('Strapi serves and changes a Quoin database, which Quoin serves again', async () => {
    const site = await makeSite(kind);
    const { token, ours, counts } = await withQuoin(site, async (store, sender) => {
      const key = await makeQuoinToken(site.folder, store);
      await write(site, sender(key), 'Quoin');
      return { token: key, ours: await readAll(sender(key)), counts: await countAll(store) };
    });
    const { first, changed } = await withStrapi(site, async (sender) => {
      const seen = await readAll(sender(token));
      await write(site, sender(token), 'Strapi');
      return { first: seen, changed: await readAll(sender(token)) };
    });
    results.expectSame([site.kind, 'Quoin made it, Strapi reads'], [ours, first]);
    const { back, after } = await withQuoin(site, async (store, sender) => ({
      back: await readAll(sender(token)),
      after: await countAll(store),
    }));
    results.expectSame([site.kind, 'Strapi changed it, Quoin reads'], [changed, back]);
    const lost = Object.entries(content(counts)).filter(
      ([name, rows]) => (after[name] ?? 0) < rows,
    );
    expect(lost).toEqual([]);
  }, 600_000);
});
