// Row count deltas of statements: exact, or unknown.
import { expect, test } from 'vitest';
import { openScratch } from '../../../test/support/scratch-database.ts';
import { onClient } from '../../../test/support/test-database.ts';
import { ID } from '../../../test/support/thing-layout.ts';
import { plainColumn } from '../layout/columns.ts';
import { copyRows, overwriteRows, type RowCopyContext } from '../statements/row-copies.ts';
import { RowStatements, type RowMerge } from '../statements/row-statements.ts';
import type { SqlValue, WriteSteps } from '../session.ts';
import type { Table } from '../layout/table.ts';
import type { RowCountDeltas } from './row-count-delta.ts';

const MOMENT = onClient({ sqlite: '1', postgres: '2026-01-01 00:00:00' });
const SCRIPT = `create table pages (${ID}, locale text, published_at ${onClient({
  sqlite: 'integer',
  postgres: 'timestamp',
})}, name text);
  create table parts (${ID}, name text);
  insert into pages (locale, published_at, name) values
    ('en', null, 'a'), ('en', '${MOMENT}', 'b'), ('fr', null, 'c'), (null, '${MOMENT}', 'd');`;

function table(name: string, ...columns: Table['columns']): Table {
  const id = plainColumn('id', 'increments');
  return {
    name,
    kind: 'model',
    uid: null,
    columns: [id, ...columns],
    indexes: [],
    foreignKeys: [],
  };
}

const NAME = plainColumn('name', 'text');
const TABLES = [
  table('pages', plainColumn('locale', 'string'), plainColumn('published_at', 'datetime'), NAME),
  table('parts', NAME),
];

const COLUMNS = ['locale', 'published_at'];
const merge = (id: number, values: Readonly<Record<string, SqlValue>>): RowMerge => ({
  id,
  values: new Map(Object.entries(values)),
});

type Work = (statements: RowStatements, context: RowCopyContext) => WriteSteps<unknown>;
const NOTHING = { all: 0, en: 0, drafts: 0 };

test.each<readonly [string, Work, typeof NOTHING | null]>([
  [
    'a new row',
    (statements) => statements.insert('pages', COLUMNS, [['en', null]]),
    { all: 1, en: 1, drafts: 1 },
  ],
  [
    'new rows',
    (statements) =>
      statements.insert('pages', COLUMNS, [
        ['en', null],
        ['fr', MOMENT],
        [null, null],
      ]),
    { all: 3, en: 1, drafts: 2 },
  ],
  [
    'copies',
    (_, context) =>
      copyRows(context, { table: 'pages', copied: ['locale'], assigned: ['published_at'] }, [
        [1, MOMENT],
        [3, null],
      ]),
    { all: 2, en: 1, drafts: 1 },
  ],
  [
    'rows deleted by id',
    (statements) => statements.delete('pages', [{ column: 'id', in: [1, 2, 4, 99] }]),
    { all: -3, en: -2, drafts: -1 },
  ],
  [
    'a row deleted by id and locale',
    (statements) =>
      statements.delete('pages', [
        { column: 'id', is: 3 },
        { column: 'locale', is: 'en' },
      ]),
    NOTHING,
  ],
  [
    'rows deleted by another condition',
    (statements) => statements.delete('pages', [{ column: 'locale', is: 'en' }]),
    null,
  ],
  ['all rows deleted', (statements) => statements.delete('pages', []), null],
  ['other values', (statements) => statements.update('pages', ['name'], [[1, 'x']]), NOTHING],
  ['other locales', (statements) => statements.update('pages', ['locale'], [[1, 'fr']]), null],
  [
    'publications in place',
    (statements) => statements.merge('pages', [merge(1, { published_at: MOMENT })]),
    null,
  ],
  [
    'publication dates of rows that stay published',
    (statements) =>
      statements.mergeWithinVersions('pages', [
        merge(2, { published_at: MOMENT }),
        merge(1, { name: 'x' }),
      ]),
    NOTHING,
  ],
  [
    'publication dates and locales',
    (statements) =>
      statements.mergeWithinVersions('pages', [merge(2, { published_at: MOMENT, locale: 'fr' })]),
    null,
  ],
  [
    'values of other rows',
    (_, context) =>
      overwriteRows(context, { table: 'pages', copied: ['name'], assigned: [] }, [[1, 2]]),
    NOTHING,
  ],
  [
    'locales of other rows',
    (_, context) =>
      overwriteRows(context, { table: 'pages', copied: ['locale'], assigned: [] }, [[1, 3]]),
    null,
  ],
  [
    'a statement with a delta, and one without',
    function* (statements) {
      yield* statements.insert('pages', COLUMNS, [['en', null]]);
      yield* statements.delete('pages', []);
    },
    null,
  ],
  [
    'a table without counted columns',
    (statements) => statements.insert('parts', ['name'], [['x']]),
    null,
  ],
])('%s', async (_, work, expected) => {
  const { database, rows } = await openScratch(SCRIPT);
  const statements = new RowStatements(database.dialect, { tables: TABLES });
  const reported: RowCountDeltas[] = [];
  database.onChange((_tables, deltas) => reported.push(deltas));
  const numbers = async () => {
    const [row = []] = await rows(
      `select count(*) as all_rows, count(case when locale = 'en' then 1 end) as en, count(case when published_at is null then 1 end) as drafts from pages`,
    );
    return row.map(Number);
  };
  const before = await numbers();
  await database.transact(work(statements, { dialect: database.dialect, statements }));
  const delta = reported[0]?.get('pages') ?? null;
  expect(reported).toHaveLength(1);
  expect(
    delta && {
      all: delta.of({ locales: null, isDraft: null }),
      en: delta.of({ locales: new Set(['en']), isDraft: null }),
      drafts: delta.of({ locales: null, isDraft: true }),
    },
  ).toEqual(expected);
  const after = await numbers();
  if (expected !== null)
    expect(after.map((number, i) => number - (before[i] ?? 0))).toEqual(Object.values(expected));
});
