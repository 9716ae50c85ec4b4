// Two processes with one commit log: a commit of either is visible in both at once, without notifications.
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../../test/support/eventually.ts';
import {
  makePostgresDatabase,
  type PostgresDatabase,
} from '../../../test/support/postgres-database.ts';
import type { ChangedTables } from '../commits/change-feed.ts';
import { CommitLog, createCommitLog } from '../commits/commit-log.ts';
import type { Database } from '../database.ts';
import type { ReadSteps, WriteSteps } from '../session.ts';
import { attachment } from './attachment.ts';
import { openPostgres } from './driver.ts';

let server: PostgresDatabase;
let other: Client;
let file: number;
let one: Database;
let two: Database;
const heard: ChangedTables[] = [];

beforeAll(async () => {
  server = await makePostgresDatabase();
  other = new Client({ ...server.config, ssl: false });
  await other.connect();
  await other.query('CREATE TABLE t (id integer PRIMARY KEY); CREATE TABLE u (id integer)');
  for (const statement of attachment.attach(['t', 'u'])) await other.query(statement);
  file = createCommitLog(2);
  const open = (index: number): Promise<Database> =>
    openPostgres(server.config, undefined, new CommitLog(file, { index, count: 2 }));
  [one, two] = [await open(0), await open(1)];
  await eventually(() => [one, two].every((each) => each.version() === each.version()));
  // From now on the database sends no notifications.
  await other.query('ALTER TABLE t DISABLE TRIGGER USER; ALTER TABLE u DISABLE TRIGGER USER');
  two.onChange((tables) => heard.push(tables));
});

afterAll(async () => {
  for (const each of [one, two]) await each.close();
  closeSync(file);
  await other.end();
  await server.drop();
});

function* insert(id: number): WriteSteps<void> {
  yield [{ sql: 'INSERT INTO "t" VALUES ($1)', values: [id] }];
}

/** The changes that the second process reads. */
function news(): readonly ChangedTables[] {
  two.version();
  return heard.splice(0);
}

test('a write is reported with its table when it completes', async () => {
  const before = two.version();
  await one.transact(insert(1));
  expect(two.version()).not.toBe(before);
  expect(news()).toEqual([new Set(['t'])]);
  expect(two.version()).toBe(two.version());
});

test('writes of a shared transaction and of a session are reported', async () => {
  await Promise.allSettled([2, 2, 3].map((id) => one.transact(insert(id))));
  expect(news()).toContainEqual(new Set(['t']));
  await one.runInTransaction((session) => session.run({ sql: 'DELETE FROM "u"', values: [] }));
  expect(news()).toEqual([new Set(['u'])]);
});

function* count(): ReadSteps<unknown> {
  return yield [{ sql: 'SELECT count(*) FROM t', values: [] }];
}

test('a write succeeds if the commit log is not writable', async () => {
  const warnings: string[] = [];
  const folder = mkdtempSync(path.join(tmpdir(), 'quoin-commit-log-'));
  const name = path.join(folder, 'commit-log');
  writeFileSync(name, Buffer.alloc(200_000));
  const unwritable = openSync(name, 'r');
  const commitLog = new CommitLog(unwritable, { index: 0, count: 2 });
  const third = await openPostgres(
    server.config,
    { warn: (line) => void warnings.push(line) },
    commitLog,
  );
  onTestFinished(async () => {
    await third.close();
    closeSync(unwritable);
    rmSync(folder, { recursive: true });
  });
  await third.transact(insert(5));
  expect(await third.read(count())).toEqual([[[4]]]);
  expect(warnings).toEqual([
    expect.stringContaining('could not be notified of a commit (Error: EBADF'),
  ]);
});

test('a read processes new commits before it begins', async () => {
  await one.transact(insert(4));
  const steps = two.read(count());
  expect(heard.splice(0)).toEqual([new Set(['t'])]);
  await steps;
});
