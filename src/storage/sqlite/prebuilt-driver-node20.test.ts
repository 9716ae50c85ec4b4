// The prebuilt driver that replaces better-sqlite3 on Node 20.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { StorageError } from '../errors.ts';
import { sqliteCodeOf, type SqliteConnection } from './connection.ts';
import { toStorageError } from './errors.ts';
import { loadDriverNode20 } from './driver-node20.ts';
import { prebuiltDriver } from './prebuilt-driver-node20.ts';
import { Statements } from './statements.ts';

const require = createRequire(import.meta.url);
const Driver = prebuiltDriver(require('@photostructure/sqlite'));

const SCRIPT = `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
CREATE TABLE t (id integer PRIMARY KEY, name text NOT NULL UNIQUE)`;

function openFile(): { readonly file: string; readonly connection: SqliteConnection } {
  const folder = mkdtempSync(path.join(tmpdir(), 'quoin-prebuilt-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'data.db');
  const connection = new Driver(file);
  connection.exec(SCRIPT);
  return { file, connection };
}

/** What a statement throws. */
function errorOf(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

test('returns rows as arrays of values, also when a statement runs again', () => {
  const statements = new Statements(openFile().connection);
  statements.run({ sql: 'INSERT INTO t (name) VALUES (?), (?)', values: ['a', 'b'] });
  const query = { sql: 'SELECT id, name, NULL, 1.5 FROM t WHERE id > ?', values: [0] };
  const rows = [
    [1, 'a', null, 1.5],
    [2, 'b', null, 1.5],
  ];
  for (let run = 0; run < 3; run++) expect(statements.rows(query)).toEqual(rows);
});

test('returns the first value of each row', () => {
  const { connection } = openFile();
  const values = connection.prepare('SELECT value, 0 FROM json_each(?)').pluck();
  expect(values.get('[7, 8]')).toBe(7);
  expect(values.all('[7, 8]')).toEqual([7, 8]);
  expect(values.get('[]')).toBeUndefined();
});

test('distinguishes statements with and without rows', () => {
  const statements = new Statements(openFile().connection);
  const insert = "INSERT INTO t (name) VALUES ('a')";
  expect(statements.any({ sql: insert, values: [] })).toEqual([]);
  expect(statements.any({ sql: 'DELETE FROM t RETURNING name', values: [] })).toEqual([['a']]);
});

test.each([
  ['unique', "INSERT INTO t (name) VALUES ('a')", { kind: 'unique', columns: ['name'] }],
  ['not null', 'INSERT INTO t (name) VALUES (NULL)', { kind: 'notNull', columns: ['name'] }],
])('reports a constraint violation like better-sqlite3: %s', (_, sql, rejection) => {
  const { connection } = openFile();
  connection.exec("INSERT INTO t (name) VALUES ('a')");
  expect(toStorageError(errorOf(() => connection.prepare(sql).run()))).toMatchObject(rejection);
});

test('throws SQLITE_BUSY if another connection holds the lock', () => {
  const { file, connection } = openFile();
  const other = new Driver(file, { timeout: 0 });
  connection.exec('BEGIN IMMEDIATE');
  expect(connection.inTransaction).toBe(true);
  expect(sqliteCodeOf(errorOf(() => other.exec('BEGIN IMMEDIATE')))).toBe('SQLITE_BUSY');
  connection.exec('ROLLBACK');
  expect(connection.inTransaction).toBe(false);
});

test('checkpoints the write-ahead log on close', () => {
  const { file, connection } = openFile();
  const insert = connection.prepare('INSERT INTO t (name) VALUES (?)');
  insert.run('kept');
  connection.close();
  const copy = `${file}.copy`;
  copyFileSync(file, copy);
  const statement = new Driver(copy, { readonly: true }).prepare('SELECT name FROM t').raw();
  expect(statement.all()).toEqual([['kept']]);
});

test('names the package to install if no driver is installed', () => {
  const empty = createRequire(path.join(tmpdir(), 'nowhere.cjs'));
  const error = errorOf(() => loadDriverNode20(empty));
  expect(error).toBeInstanceOf(StorageError);
  expect(error).toHaveProperty(
    'message',
    expect.stringContaining('npm install @photostructure/sqlite@'),
  );
});
