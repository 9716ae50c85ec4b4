import BetterSqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SqlValue } from '../session.ts';
import { RowFunction } from './row-function-node20.ts';
import { Statements } from './statements.ts';

let connection: BetterSqlite.Database;
let statements: Statements;

beforeEach(() => {
  connection = new BetterSqlite(':memory:');
  connection.exec('CREATE TABLE notes (id INTEGER PRIMARY KEY, word TEXT, rank REAL, raw BLOB)');
  const insert = connection.prepare('INSERT INTO notes VALUES (?, ?, ?, ?)');
  for (let id = 1; id <= 500; id++)
    insert.run(id, `w${(id * 7919) % 500}`, id % 3 ? id / 7 : null, Buffer.from([id % 256]));
  statements = new Statements(connection);
});

afterEach(() => void connection.close());

/** The rows of a statement in three runs. */
function runs(sql: string, ...values: SqlValue[]): unknown[] {
  return [1, 2, 3].map(() => statements.rows({ sql, values }));
}

/** The rows that the driver returns. */
function plain(sql: string, ...values: SqlValue[]): unknown {
  return connection
    .prepare(sql)
    .raw()
    .all(...values);
}

describe('returns the rows of the driver on each run', () => {
  test.each([
    ['all kinds of values', 'SELECT id, word, rank, raw FROM notes'],
    ['numbers beyond the safe range', 'SELECT 9007199254740993, -0.5, 1e300, 9223372036854775807'],
    ['texts beyond ASCII, and an empty one', `SELECT 'Grüße 💡', '', char(0)`],
    ['no rows', 'SELECT id FROM notes WHERE id < 0'],
    ['a name twice', 'SELECT id, id AS id, word AS id FROM notes WHERE id < 9'],
    ['an order by a column that is not selected', 'SELECT id FROM notes ORDER BY word DESC'],
    ['an order by an index', 'SELECT word FROM notes ORDER BY id DESC'],
    ['an order with a limit', 'SELECT id, word FROM notes ORDER BY word, id LIMIT 20 OFFSET 7'],
    [
      'a join in order',
      'SELECT a.id, b.id FROM notes a JOIN notes b ON b.id = a.id + 1 ORDER BY a.word',
    ],
    ['groups', 'SELECT substr(word, 1, 2), count(*) FROM notes GROUP BY 1 ORDER BY 2 DESC, 1'],
    [
      'several in one',
      `SELECT id, 'a' FROM notes WHERE id < 5 UNION ALL SELECT id, 'b' FROM notes WHERE id < 3 ORDER BY 1`,
    ],
    [
      'a query with a name',
      'WITH few AS (SELECT id FROM notes WHERE id < 4) SELECT id FROM few ORDER BY id DESC',
    ],
    [
      'rows above a window',
      'SELECT id, row_number() OVER (ORDER BY word) FROM notes ORDER BY 2 LIMIT 30',
    ],
    ['a pragma', 'PRAGMA table_info(notes)'],
    ['as many columns as a function takes', `SELECT ${list(127)}`],
    ['more columns than a function takes', `SELECT ${list(128)}`],
  ])('%s', (_, sql) => {
    const expected = plain(sql);
    expect(runs(sql)).toEqual([expected, expected, expected]);
  });

  test('with bound values', () => {
    const sql =
      'SELECT word, ? FROM notes WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id DESC';
    const expected = plain(sql, 'x', '[3,1,2]');
    expect(runs(sql, 'x', '[3,1,2]')).toEqual([expected, expected, expected]);
  });

  test('after runs with other values', () => {
    const sql = 'SELECT id FROM notes WHERE id <= ? ORDER BY word';
    for (const max of [3, 500, 0, 2])
      expect(statements.rows({ sql, values: [max] })).toEqual(plain(sql, max));
  });
});

describe('the row function, on any version of Node', () => {
  /** Its rows; null: the statement is not accepted. */
  function rowsOf(sql: string, ...values: SqlValue[]): unknown {
    return new RowFunction(connection).prepare(connection.prepare(sql))?.(values) ?? null;
  }

  test('returns the rows of a query in order', () => {
    const sql = 'SELECT id, word, rank, raw FROM notes WHERE id > ? ORDER BY word LIMIT 90';
    expect(rowsOf(sql, 7)).toEqual(plain(sql, 7));
    expect(rowsOf(`SELECT ${list(127)}`)).toEqual(plain(`SELECT ${list(127)}`));
  });

  test.each([
    'PRAGMA table_info(notes)',
    'UPDATE notes SET rank = 1 RETURNING rank',
    `SELECT ${list(128)}`,
  ])('does not accept %s', (sql) => {
    expect(rowsOf(sql)).toBeNull();
  });

  test('accepts tables with any name', () => {
    connection.exec('CREATE TABLE taken (id INTEGER); INSERT INTO taken VALUES (4)');
    expect(rowsOf('SELECT id FROM taken')).toEqual([[4]]);
  });
});

test('does not change rows that it has returned', () => {
  const sql = 'SELECT id FROM notes WHERE id <= ?';
  runs(sql, 1);
  const given = statements.rows({ sql, values: [2] });
  statements.rows({ sql, values: [3] });
  expect(given).toEqual([[1], [2]]);
});

test('executes a statement with RETURNING once per run', () => {
  const sql = 'UPDATE notes SET rank = coalesce(rank, 0) + 1 WHERE id = 3 RETURNING rank';
  expect([1, 2, 3].map(() => statements.any({ sql, values: [] }))).toEqual([[[1]], [[2]], [[3]]]);
});

test('throws an error after the first rows on each run, and the next query works', () => {
  const sql = 'SELECT abs(CASE id WHEN 400 THEN -9223372036854775808 ELSE id END) FROM notes';
  for (let run = 0; run < 3; run++)
    expect(() => statements.rows({ sql, values: [] })).toThrow('integer overflow');
  expect(runs('SELECT count(*) FROM notes')).toEqual([[[500]], [[500]], [[500]]]);
});

test('sees changes of a table between runs', () => {
  const sql = 'SELECT id, rank FROM notes WHERE id = 1';
  runs(sql);
  connection.exec(`ALTER TABLE notes DROP COLUMN word; UPDATE notes SET rank = 9`);
  expect(runs(sql)).toEqual([[[1, 9]], [[1, 9]], [[1, 9]]]);
});

test('counts its executions', () => {
  runs('SELECT 1');
  expect(statements.count).toBe(3);
});

function list(length: number): string {
  return Array.from({ length }, (_, i) => i).join(', ');
}
