import { expect, test } from 'vitest';
import { WrittenTables } from './written-tables.ts';

test.each<readonly [string, readonly string[] | null]>([
  ['insert into "articles" ("a") values (?) returning id', ['articles']],
  ['INSERT INTO "articles" ("a") VALUES (?)', ['articles']],
  ['update "odd""name" set "a" = ?', ['odd"name']],
  ['delete from "articles" where "id" = ?', ['articles']],
  ['select "insert into" from "articles"', []],
  ['SAVEPOINT writing', []],
  ['BEGIN', []],
  ['SELECT pg_advisory_xact_lock(1)', []],
  ['ROLLBACK TO SAVEPOINT writing; RELEASE SAVEPOINT writing', []],
  ['select 1; delete from "articles"', null],
  ['delete from "articles"; delete from "authors"', null],
  ['create table "articles" ("id" integer)', null],
  ['with a as (select 1) insert into "articles" select * from a', null],
  ['insert into articles values (1)', null],
])('%s', (sql, tables) => {
  const written = new WrittenTables();
  written.note(sql);
  expect(written.changed).toEqual(tables === null ? null : new Set(tables));
});

test('one statement that is not known hides what the others say', () => {
  const written = new WrittenTables();
  written.note('delete from "articles"');
  written.note('vacuum');
  expect(written.changed).toBeNull();
});
