// JSON text written by the database equals that of `JSON.stringify`.
import BetterSqlite from 'better-sqlite3';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { sqliteDialect } from './dialect.ts';

const database = new BetterSqlite(':memory:');
database.exec('create table t (a varchar(255), b text)');
const { sql: text } = sqliteDialect.compile(
  sql`select ${sqliteDialect.textsAsJson([
    { name: 'a', column: sql.id('a'), keepsNumbers: false },
    { name: 'b', column: sql.id('b'), keepsNumbers: false },
  ])} from t`,
);

function written(a: unknown, b: unknown): unknown {
  database.exec('delete from t');
  database.prepare('insert into t values (?, ?)').run(a, b);
  return database.prepare(text).pluck().get();
}

test('escapes any text', () => {
  const any = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(any, any, (a, b) => {
      expect(written(a, b)).toBe(JSON.stringify({ a, b }));
    }),
    { numRuns: 2000 },
  );
});

test('escapes every character that requires it', () => {
  const codes = [...Array(0x180).keys(), 0x2028, 0x2029, 0xfeff, 0xfffd, 0x1f600];
  for (const code of codes) {
    const a = `x${String.fromCodePoint(code)}y`;
    expect(written(a, null)).toBe(JSON.stringify({ a, b: null }));
  }
});

test('converts values of other types to text', () => {
  expect(written(7n, 1.5)).toBe('{"a":"7","b":"1.5"}');
  expect(written(Buffer.from('bytes'), null)).toBe('{"a":"bytes","b":null}');
});

test('keeps numbers in date and time columns', () => {
  database.exec('create table days (a date, b time)');
  const { sql: days } = sqliteDialect.compile(
    sql`select ${sqliteDialect.textsAsJson([
      { name: 'a', column: sql.id('a'), keepsNumbers: true },
      { name: 'b', column: sql.id('b'), keepsNumbers: true },
    ])} from days`,
  );
  database.exec(`insert into days values
    (45, 1.5), ('2024', '10:20'), (null, x'3230'), (1714990830000, -1)`);
  expect(database.prepare(days).pluck().all()).toEqual([
    '{"a":45,"b":1.5}',
    '{"a":2024,"b":"10:20"}',
    '{"a":null,"b":"20"}',
    '{"a":1714990830000,"b":-1}',
  ]);
});
