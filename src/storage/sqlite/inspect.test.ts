import BetterSqlite from 'better-sqlite3';
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { inspectSqlite } from './inspect.ts';

test('finds columns by their names, in any case', () => {
  const file = databaseFile('delete');
  const columnOf = inspectSqlite(file);
  expect(columnOf('Things', 'SIZE')).toMatchObject({ name: 'Size', type: 'bigint' });
  expect(columnOf('things', 'color')).toBe(undefined);
  expect(columnOf('parts', 'size')).toBe(undefined);
});

test.each(['delete', 'wal'])(
  'does not change a file with journal_mode=%s, and creates no other file',
  (mode) => {
    const file = databaseFile(mode);
    const before = readFileSync(file);
    expect(inspectSqlite(file)('things', 'size')?.type).toBe('bigint');
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readdirSync(path.dirname(file))).toEqual(['data.db']);
  },
);

test('reads a leftover write-ahead log without changing it', () => {
  const file = databaseFile('wal');
  const other = new BetterSqlite(file);
  onTestFinished(() => void other.close());
  other.exec('alter table things add column color text');
  const copy = `${file}.copy`;
  for (const ending of ['', '-wal']) copyFileSync(file + ending, copy + ending);
  const before = ['', '-wal'].map((ending) => readFileSync(copy + ending));
  expect(inspectSqlite(copy)('things', 'color')?.type).toBe('TEXT');
  expect(['', '-wal'].map((ending) => readFileSync(copy + ending))).toEqual(before);
});

test('finds no columns in a missing file, and does not create it', () => {
  const file = path.join(path.dirname(databaseFile('delete')), 'none.db');
  expect(inspectSqlite(file)('things', 'size')).toBe(undefined);
  expect(readdirSync(path.dirname(file))).toEqual(['data.db']);
});

test('rejects a file that is not a database', () => {
  const file = databaseFile('delete');
  writeFileSync(file, 'no database '.repeat(100));
  expect(() => inspectSqlite(file)).toThrow('file is not a database');
});

/** A database with one table in a folder of its own, closed. */
function databaseFile(journalMode: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'quoin-inspect-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'data.db');
  const database = new BetterSqlite(file);
  database.pragma(`journal_mode = ${journalMode}`);
  database.exec('create table things (id integer primary key, Size bigint)');
  database.close();
  return file;
}
