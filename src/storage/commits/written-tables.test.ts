import { expect, test } from 'vitest';
import type { Query, Row, WriteSteps } from '../session.ts';
import type { CountedRows } from './row-count-delta.ts';
import { trackWrites, WrittenTables } from './written-tables.ts';

test.each<readonly [string, readonly string[] | null]>([
  ['insert into "articles" ("a") values (?) returning id', ['articles']],
  ['INSERT INTO "articles" ("a") VALUES (?)', ['articles']],
  ['update "odd""name" set "a" = ?', ['odd"name']],
  ['delete from "articles" where "id" = ?', ['articles']],
  ['select "insert into" from "articles"', []],
  ['SAVEPOINT step', []],
  ['BEGIN', []],
  ['SELECT pg_advisory_xact_lock(1)', []],
  ['ROLLBACK TO SAVEPOINT step; RELEASE SAVEPOINT step', []],
  ['select 1; delete from "articles"', null],
  ['delete from "articles"; delete from "authors"', null],
  ['create table "articles" ("id" integer)', ['articles']],
  ['ALTER TABLE `articles` RENAME COLUMN `a` TO `b`', ['articles']],
  ['ALTER TABLE "articles" RENAME TO "posts"', null],
  ['create unique index "a" on "articles" ("a")', []],
  ['DROP INDEX `a`', []],
  ['with a as (select 1) insert into "articles" select * from a', null],
  ['insert into articles values (1)', ['articles']],
  ['update or ignore "articles" set "a" = 1', null],
  ['update only articles set a = 1', null],
  ['update public.articles set a = 1', null],
  ['update "public"."articles" set a = 1', null],
])('%s', (sql, tables) => {
  const written = new WrittenTables();
  written.record({ sql });
  expect(written.changed).toEqual(tables === null ? null : new Set(tables));
});

test('one unknown statement makes all tables unknown', () => {
  const written = new WrittenTables();
  written.record({ sql: 'delete from "articles"' });
  written.record({ sql: 'vacuum' });
  expect(written.changed).toBeNull();
});

const INSERT = { sql: 'insert into "articles" …', delta: 1 } as const;
const DELETE = { sql: 'delete from "articles" …', delta: -1 } as const;
const UPDATE = { sql: 'update "articles" …', delta: 0 } as const;
const EN: Row = [7, 'en', 0];
const DRAFT: Row = [8, 'en', 1];
const FR: Row = [9, 'fr', 0];
const NONE: Row = [10, null, 0];

type Rows = Omit<CountedRows, 'table'>;
const ALL: Rows = { locales: null, isDraft: null };
const of = (isDraft: boolean | null, ...locales: readonly string[]): Rows => ({
  locales: new Set(locales),
  isDraft,
});

test.each<readonly [Rows, number]>([
  [ALL, 4],
  [{ ...ALL, isDraft: false }, 3],
  [{ ...ALL, isDraft: true }, 1],
  [of(null, 'en'), 2],
  [of(false, 'en', 'fr'), 2],
  [of(true, 'fr'), 0],
  [of(null), 0],
])('adds up inserted rows: %j', (rows, number) => {
  const written = new WrittenTables();
  written.record(INSERT, [EN, DRAFT, FR]);
  written.record(UPDATE, []);
  written.record(INSERT, [NONE]);
  expect(written.deltas.get('articles')?.of(rows)).toBe(number);
});

test('subtracts deleted rows', () => {
  const written = new WrittenTables();
  written.record(INSERT, [EN, FR]);
  written.record(DELETE, [
    ['en', 0],
    ['en', 1],
  ]);
  const delta = written.deltas.get('articles');
  expect([delta?.of(ALL), delta?.of(of(null, 'en')), delta?.of(of(true, 'en'))]).toEqual([
    0, -1, -1,
  ]);
});

test.each<readonly [string, readonly Pick<Query, 'sql' | 'delta'>[]]>([
  ['before', [{ sql: UPDATE.sql }, INSERT]],
  ['after', [INSERT, { sql: UPDATE.sql }]],
])('a statement without a delta makes the delta of its table unknown: %s', (_, queries) => {
  const written = new WrittenTables();
  for (const query of queries) written.record(query, [EN]);
  expect([written.changed, written.deltas]).toEqual([new Set(['articles']), new Map()]);
});

test('includes the committed part of a write, but not the part that was rolled back', () => {
  const written = new WrittenTables();
  written.record(INSERT, [EN]);
  const [kept, undone] = [new WrittenTables(), new WrittenTables()];
  kept.record(INSERT, [FR]);
  kept.record({ sql: 'delete from "authors"' });
  undone.record(INSERT, [DRAFT]);
  undone.record({ sql: 'delete from "tags"' });
  written.include(kept);
  expect(written.changed).toEqual(new Set(['articles', 'authors']));
  expect(written.deltas.get('articles')?.of(ALL)).toBe(2);
});

test('the delta is unknown if one of several statements failed', () => {
  const written = new WrittenTables();
  const steps = trackWrites(catching(), written);
  steps.next();
  steps.throw(new Error('rejected'));
  expect(steps.next([[EN]]).done).toBe(true);
  expect([written.changed, written.deltas]).toEqual([new Set(['articles']), new Map()]);
});

function* catching(): WriteSteps<void> {
  try {
    yield [INSERT, DELETE].map((query): Query => ({ ...query, values: [] }));
  } catch {
    yield [{ ...INSERT, values: [] }];
  }
}
