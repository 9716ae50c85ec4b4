// A database file that is replaced, removed or overwritten while it is open: nothing is written after that, and neither
// file is damaged.
import BetterSqlite from 'better-sqlite3';
import { copyFileSync, linkSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Database } from '../database.ts';
import type { Query, ReadSteps, WriteSteps } from '../session.ts';
import { openSqlite } from './driver.ts';
import { copySnapshot } from './backup.ts';

const query = (sql: string): Query => ({ sql, values: [] });

function* insert(count = 1): WriteSteps<void> {
  yield [
    query(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
       insert into t(text) select hex(randomblob(500)) from n`,
    ),
  ];
}

function* total(): ReadSteps<unknown> {
  const [rows] = yield [query('select count(*) from t')];
  return rows?.[0]?.[0];
}

let folder: string;
let file: string;
let beside: string;
let database: Database;
let warnings: string[];

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'quoin-lost-'));
  file = path.join(folder, 'data.db');
  beside = path.join(folder, 'beside.db');
  warnings = [];
  database = openSqlite(file, { log: { warn: (line) => void warnings.push(line) } });
  onTestFinished(async () => {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });
  await database.runInTransaction((session) =>
    session.script('create table t(id integer primary key, text)'),
  );
  await database.transact(insert(200));
});

/** The row count of a file that is not open. */
function rowsOf(name: string): unknown {
  const connection = new BetterSqlite(name);
  try {
    expect(connection.pragma('integrity_check', { simple: true })).toBe('ok');
    return connection.prepare('select count(*) from t').pluck().get();
  } finally {
    connection.close();
  }
}

async function assertClosed(loss: string): Promise<void> {
  const unavailable = { name: 'ServiceUnavailableError', status: 503 };
  const before = database.version();
  await expect(database.transact(insert())).rejects.toMatchObject(unavailable);
  await expect(database.read(total())).rejects.toMatchObject(unavailable);
  await expect(
    database.runInTransaction((session) => session.run(query('delete from t'))),
  ).rejects.toMatchObject(unavailable);
  await expect(database.transact(insert())).rejects.toMatchObject(unavailable);
  // What was read before is not served from memory.
  expect(database.version()).not.toBe(before);
  expect(warnings).toEqual([expect.stringContaining(`was ${loss} while the server was running`)]);
  await database.close();
}

describe('rejects writes and reads', () => {
  test('after another file replaced it; the previous file is complete', async () => {
    copySnapshot(file, beside);
    await database.transact(insert(300));
    const old = path.join(folder, 'old.db');
    linkSync(file, old);
    renameSync(beside, file);
    await assertClosed('replaced');
    expect([rowsOf(file), rowsOf(old)]).toEqual([200, 500]);
  });

  test('after the file was moved; it is complete', async () => {
    await database.transact(insert(300));
    renameSync(file, beside);
    await assertClosed('removed');
    expect(rowsOf(beside)).toBe(500);
  });

  test('after a backup was copied over the file', async () => {
    copySnapshot(file, beside);
    await database.transact(insert(300));
    copyFileSync(beside, file);
    await assertClosed('overwritten');
    expect(rowsOf(file)).toBe(200);
  });

  test('after a newer copy of itself was copied over the file', async () => {
    const other = new BetterSqlite(file);
    other.pragma('wal_checkpoint(TRUNCATE)');
    other.close();
    copyFileSync(file, beside);
    const copy = openSqlite(beside);
    await copy.transact(insert(1000));
    await copy.close();
    await database.transact(insert());
    copyFileSync(beside, file);
    await assertClosed('overwritten');
    expect(rowsOf(file)).toBe(1200);
  });

  test('after an older state was copied over the file', async () => {
    const other = new BetterSqlite(file);
    other.pragma('wal_checkpoint(TRUNCATE)');
    copyFileSync(file, beside);
    await database.transact(insert(300));
    other.pragma('wal_checkpoint(TRUNCATE)');
    other.close();
    await database.transact(insert(100));
    copyFileSync(beside, file);
    await assertClosed('overwritten');
    expect(rowsOf(file)).toBe(200);
  });
});

test('accepts checkpoints of other programs', async () => {
  const other = new BetterSqlite(file);
  for (let i = 0; i < 5; i += 1) {
    await database.transact(insert(100));
    other.exec("insert into t(text) values ('other')");
    other.pragma('wal_checkpoint(TRUNCATE)');
  }
  other.close();
  await database.transact(insert());
  expect(await database.read(total())).toBe(200 + 500 + 5 + 1);
  expect(warnings).toEqual([]);
});

test('detects the loss without a write', async () => {
  renameSync(file, beside);
  await expect.poll(() => warnings, { timeout: 15_000 }).toHaveLength(1);
  await expect(database.read(total())).rejects.toMatchObject({ status: 503 });
});
