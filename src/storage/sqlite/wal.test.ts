// Write-ahead log: bounded, and empty when the database is closed.
import BetterSqlite from 'better-sqlite3';
import { copyFileSync, existsSync, mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openTemporary } from '../../../test/support/temp-database.ts';
import type { WriteSteps } from '../session.ts';
import { openSqlite } from './driver.ts';
import { MAX_LOG } from './wal.ts';

const TABLE = 'create table t(id integer primary key, text)';
const MEGABYTE = 1024 * 1024;

function* insert(bytes: number): WriteSteps<void> {
  yield [{ sql: `insert into t(text) values (zeroblob(${bytes}))`, values: [] }];
}

const sizeOf = (file: string): number => statSync(`${file}-wal`).size;

test('truncates the log after a large transaction', async () => {
  const { file, database } = openTemporary(TABLE);
  await database.transact(insert(MAX_LOG + 20 * MEGABYTE));
  expect(sizeOf(file)).toBeGreaterThan(MAX_LOG);
  for (let i = 0; i < 3; i += 1) await database.transact(insert(10));
  expect(sizeOf(file)).toBeLessThanOrEqual(MAX_LOG);
});

test(
  'limits the size of the log even if other programs always read older snapshots',
  { timeout: 120_000 },
  async () => {
    const { file, database, other } = openTemporary(TABLE);
    const second = new BetterSqlite(file);
    onTestFinished(() => void second.close());
    // Two readers that take turns: at any time one of them reads what was there before the last commits.
    const readers = [other, second];
    const begin = (reader: BetterSqlite.Database): unknown => {
      if (reader.inTransaction) reader.exec('COMMIT');
      reader.exec('BEGIN');
      return reader.prepare('select count(*) from t').get();
    };
    let turn = 0;
    const timer = setInterval(() => begin(readers[(turn += 1) % 2] ?? other), 20);
    readers.forEach(begin);
    let max = 0;
    for (let i = 0; i < 400; i += 1) {
      await database.transact(insert(MEGABYTE / 2));
      max = Math.max(max, sizeOf(file));
    }
    clearInterval(timer);
    for (const reader of readers) reader.exec('COMMIT');
    expect(max).toBeGreaterThan(MAX_LOG);
    // It is checked every 32 transactions.
    expect(max).toBeLessThan(MAX_LOG + 40 * MEGABYTE);
  },
);

test('checkpoints the log when idle, which is not a change', async () => {
  const { file, database } = openTemporary(TABLE);
  await database.transact(insert(1000));
  const version = database.version();
  await expect.poll(() => sizeOf(file), { timeout: 18_000 }).toBe(0);
  expect(database.version()).toBe(version);
});

test('checkpoints the log on close, even if another program has it open', async () => {
  const { file, database, other } = openTemporary(TABLE);
  await database.transact(insert(1000));
  // It has the log open from now on.
  other.prepare('select count(*) from t').get();
  await database.close();
  copyFileSync(file, `${file}.copy`);
  const copy = new BetterSqlite(`${file}.copy`);
  expect(copy.prepare('select count(*) from t').pluck().get()).toBe(1);
  copy.close();
  other.close();
  expect(existsSync(`${file}-wal`)).toBe(false);
});

test('closes its connections in turn with other processes', async () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'quoin-turn-')), 'data.db');
  const seen: boolean[] = [];
  const look = (): void => void seen.push(existsSync(`${file}-wal`));
  const database = openSqlite(file, {
    closeInTurn: async (close) => {
      look();
      await close();
      look();
    },
  });
  await database.close();
  expect(seen).toEqual([true, false]);
});
