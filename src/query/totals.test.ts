import { expect, test } from 'vitest';
import { changeDatabase } from '../../test/support/app-database.ts';
import { openAttachedApp } from '../../test/support/attached-app.ts';
import { CountingDatabase } from '../../test/support/counting-database.ts';
import { eventually } from '../../test/support/eventually.ts';
import { createEngine } from '../app/engine.ts';
import { ChangeFeed } from '../storage/commits/change-feed.ts';
import { RowCountDelta } from '../storage/commits/row-count-delta.ts';
import { fullAccess } from './access.ts';
import { Totals, type CountQuery } from './totals.ts';

test('counts a list once, and again if another program or a change of filtered rows may have changed it', async () => {
  await using app = await openAttachedApp({ database: 'fixtures/kitchen-seeded.db' });
  const database = new CountingDatabase(app.store.database);
  const { reader, documents } = await createEngine(app.project, { ...app.store, database });
  const type = app.store.registry.contentType('api::author.author');
  /** The number of all rows, and how many statements it took to read the list. */
  const list = async (query = ''): Promise<readonly [number | null, number]> => {
    const read = reader.prepareQuery({
      type,
      one: null,
      paging: 'nested',
      query,
      access: fullAccess,
    });
    database.count = 0;
    const { total } = await reader.execute(read, 'v5');
    return [total, database.count];
  };
  const isStill = (): boolean => database.version() === database.version();
  await eventually(isStill);
  const [total] = await list();
  const number = Number(total);
  expect(await list()).toEqual([number, 1]);
  expect(await list('filters[name][$ne]=x')).toEqual([number, 2]);
  expect(await list('filters[name][$ne]=y')).toEqual([number, 2]);
  expect(await list('filters[name][$ne]=x')).toEqual([number, 1]);
  expect(await list('sort=name')).toEqual([number, 1]);

  await documents('api::sample.sample').create({ data: {} });
  expect(await list('filters[name][$ne]=x')).toEqual([number, 1]);
  const authors = documents('api::author.author');
  const { documentId } = await authors.create({ data: { name: 'New' } });
  expect(await list()).toEqual([number + 1, 1]);
  expect(await list('filters[name][$ne]=x')).toEqual([number + 1, 2]);
  await authors.update({ documentId, data: { name: 'Newer' } });
  expect(await list()).toEqual([number + 1, 1]);
  await authors.delete({ documentId });
  expect(await list()).toEqual([number, 1]);

  const before = database.version();
  await changeDatabase(app, `delete from authors where id = (select max(id) from authors)`);
  await eventually(() => database.version() !== before);
  expect(await list()).toEqual([number - 1, 2]);
});

/** Cached totals with a feed of changes. */
function watched() {
  const feed = new ChangeFeed();
  const database = {
    isCommitting: false,
    version: () => feed.version,
    onChange: feed.subscribe.bind(feed),
  };
  const totals = new Totals(database);
  const commit = (sign: 1 | -1, ...rows: readonly (readonly [string | null, 0 | 1])[]): void =>
    feed.emit(new Set(['pages']), new Map([['pages', new RowCountDelta().add(sign, rows)]]));
  return { feed, database, totals, commit };
}

const ALL: CountQuery = {
  query: { sql: 'select count(*) from "pages"', values: [] },
  tables: new Set(['settings', 'pages']),
  rows: { table: 'pages', locales: null, isDraft: null },
};
const DRAFTS: CountQuery = {
  query: { sql: 'select count(*) from "pages" where draft and locale = ?', values: ['en'] },
  tables: ALL.tables,
  rows: { table: 'pages', locales: new Set(['en']), isDraft: true },
};
const FILTERED: CountQuery = { ...ALL, query: { sql: 'filtered', values: [] }, rows: null };

test('adjusts each total by the rows that it counts', () => {
  const { totals, commit } = watched();
  commit(1, ['en', 1]);
  totals.store(ALL, 10, totals.refresh());
  totals.store(DRAFTS, 4, totals.refresh());
  totals.store(FILTERED, 3, totals.refresh());
  const known = () => [ALL, DRAFTS, FILTERED].map((counting) => totals.get(counting));
  expect(known()).toEqual([10, 4, 3]);
  commit(1, ['en', 0], ['fr', 1], ['en', 1]);
  expect(known()).toEqual([13, 5, null]);
  commit(-1, ['en', 1], [null, 1]);
  expect(known()).toEqual([11, 4, null]);
});

test('keeps separate totals for the same SQL with and without counted rows', () => {
  const { totals, commit } = watched();
  const filtered = { ...DRAFTS, rows: null };
  commit(1, ['en', 1]);
  totals.store(filtered, 4, totals.refresh());
  expect([totals.get(DRAFTS), totals.get(filtered)]).toEqual([null, 4]);
  totals.store(DRAFTS, 4, totals.refresh());
  expect([totals.get(DRAFTS), totals.get(filtered)]).toEqual([4, 4]);
  commit(1, ['en', 1]);
  expect([totals.get(DRAFTS), totals.get(filtered)]).toEqual([5, null]);
});

test.each([
  ['one of its tables', new Set(['pages'])],
  ['the table of the default locale', new Set(['settings'])],
  ['all tables', null],
])('drops a total if the change of %s is unknown', (_, tables) => {
  const { feed, totals, commit } = watched();
  totals.store(ALL, 10, totals.refresh());
  feed.emit(tables);
  expect(totals.get(ALL)).toBeNull();
  commit(1, ['en', 0]);
  expect(totals.get(ALL)).toBeNull();
  totals.store(ALL, 7, totals.refresh());
  expect(totals.get(ALL)).toBe(7);
});

test('does not cache a total if a commit happened while it was counted', () => {
  const { totals, commit } = watched();
  const moment = totals.refresh();
  commit(1, ['en', 0]);
  totals.store(ALL, 10, moment);
  totals.store(FILTERED, 10, moment);
  expect([totals.get(ALL), totals.get(FILTERED)]).toEqual([null, null]);
});

test('does not adjust a total that was stored during a commit', () => {
  const { database, totals, commit } = watched();
  const moment = totals.refresh();
  database.isCommitting = true;
  totals.store(ALL, 10, moment);
  totals.store(FILTERED, 10, moment);
  expect([totals.get(ALL), totals.get(FILTERED)]).toEqual([null, 10]);
  commit(1, ['en', 0]);
  expect([totals.get(ALL), totals.get(FILTERED)]).toEqual([null, null]);
});
