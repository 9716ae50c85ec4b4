// `quoin backup` and `quoin restore`, with and without a running server.
import BetterSqlite from 'better-sqlite3';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { makePostSite, type PostSite } from '../support/post-site.ts';
import { runQuoin, startQuoin, type RunningServer } from '../support/program.ts';
import { collectionType, makeProject, schemaOf } from '../support/project-folder.ts';

async function write({ token }: PostSite, { port }: RunningServer, title: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ data: { title } });
  const url = `http://127.0.0.1:${port}/api/posts`;
  return (await fetch(url, { method: 'POST', headers, body })).status;
}

async function read({ token }: PostSite, { port }: RunningServer): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`http://127.0.0.1:${port}/api/posts`, { headers })).status;
}

/** The titles in a file. */
function titlesIn(file: string): readonly unknown[] {
  const connection = new BetterSqlite(file);
  try {
    expect(connection.pragma('integrity_check', { simple: true })).toBe('ok');
    // A draft and the published version.
    return connection.prepare('select distinct title from posts order by title').pluck().all();
  } finally {
    connection.close();
  }
}

const names = (file: string): readonly string[] => readdirSync(path.dirname(file)).toSorted();

async function end(server: RunningServer): Promise<void> {
  server.signal('SIGTERM');
  expect((await server.ended()).code).toBe(0);
}

test(
  'a backup of a busy server contains every acknowledged write, in one file',
  { timeout: 120_000 },
  async () => {
    const site = await makePostSite();
    const server = await startQuoin(site.folder);
    const before = Array.from({ length: 20 }, (_, i) => `before ${i}`);
    for (const title of before) expect(await write(site, server, title)).toBe(201);
    let isDone = false;
    const steps = (async () => {
      for (let i = 0; !isDone; i += 1) expect(await write(site, server, `while ${i}`)).toBe(201);
    })();
    const backup = path.join(site.folder, 'backup.db');
    const { code, stdout, stderr } = await runQuoin(site.folder, 'backup', 'backup.db');
    isDone = true;
    await steps;
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`Backed up ${site.file} to ${backup}`);
    expect(stdout).toContain('It does not contain uploaded files');
    expect(statSync(backup).mode).toBe(statSync(site.file).mode);
    expect(names(backup).filter((name) => name.startsWith('backup'))).toEqual(['backup.db']);
    expect(titlesIn(backup)).toEqual(expect.arrayContaining(before));
    await end(server);
  },
);

test('a backup overwrites nothing, and reports what it requires', async () => {
  const site = await makePostSite();
  writeFileSync(path.join(site.folder, 'there.db'), 'mine');
  const rejected = async (name: string): Promise<string> => {
    const { code, stderr } = await runQuoin(site.folder, 'backup', name);
    expect(code).toBe(1);
    return stderr;
  };
  expect(await rejected('there.db')).toContain('already exists. Choose another name');
  expect(readFileSync(path.join(site.folder, 'there.db'), 'utf8')).toBe('mine');
  expect(await rejected('src')).toContain('is a folder');
  expect(await rejected('no/backup.db')).toContain('/no does not exist.');
  truncateSync(site.file, 20_000);
  expect(await rejected('backup.db')).toContain('is damaged');
  expect(names(path.join(site.folder, 'x'))).not.toContain('backup.db');
});

test(
  'a restore replaces the database, and keeps the previous one',
  { timeout: 120_000 },
  async () => {
    const site = await makePostSite();
    const first = await startQuoin(site.folder);
    expect(await write(site, first, 'one')).toBe(201);
    expect((await runQuoin(site.folder, 'backup', 'backup.db')).code).toBe(0);
    expect(await write(site, first, 'two')).toBe(201);
    const rejected = await runQuoin(site.folder, 'restore', 'backup.db');
    expect([rejected.code, rejected.stderr]).toEqual([
      1,
      expect.stringContaining('stop every server'),
    ]);
    expect(await write(site, first, 'three')).toBe(201);
    // What it wrote last is in the log only.
    first.signal('SIGKILL');
    await first.ended();
    const { code, stdout, stderr } = await runQuoin(site.folder, 'restore', 'backup.db');
    expect([code, stderr]).toEqual([0, '']);
    const kept = /previous database is (\S+)\./.exec(stdout)?.[1] ?? '';
    expect(titlesIn(site.file)).toEqual(['one']);
    expect(titlesIn(kept)).toEqual(['one', 'three', 'two']);
    expect(names(site.file)).toEqual(['data.db', path.basename(kept)].toSorted());
    const second = await startQuoin(site.folder);
    expect(await write(site, second, 'four')).toBe(201);
    await end(second);
    // The end of a process leaves one file, which contains everything.
    expect(names(site.file)).toEqual(['data.db', path.basename(kept)].toSorted());
    expect(titlesIn(site.file)).toEqual(['four', 'one']);
  },
);

test('a restore rejects everything except an intact database of a project', async () => {
  const site = await makePostSite();
  const before = readFileSync(site.file);
  const inFolder = (name: string): string => path.join(site.folder, name);
  writeFileSync(inFolder('text.db'), 'no database'.repeat(1000));
  copyFileSync(site.file, inFolder('cut.db'));
  truncateSync(inFolder('cut.db'), before.length / 2);
  const other = new BetterSqlite(inFolder('other.db'));
  other.exec('create table t(id)');
  other.close();
  for (const [name, reason] of [
    ['text.db', 'not an intact database'],
    ['cut.db', 'not an intact database'],
    ['other.db', 'has no table strapi_core_store_settings'],
    ['gone.db', 'gone.db does not exist.'],
    ['.tmp/data.db', 'is the database itself'],
  ]) {
    const { code, stderr } = await runQuoin(site.folder, 'restore', name ?? '');
    expect([name, code, stderr]).toEqual([name, 1, expect.stringContaining(reason ?? '')]);
  }
  expect(readFileSync(site.file).equals(before)).toBe(true);
  expect(names(site.file)).toEqual(['data.db']);
});

test(
  'a start rejects a damaged database, which a restore replaces',
  { timeout: 120_000 },
  async () => {
    const site = await makePostSite();
    expect((await runQuoin(site.folder, 'backup', 'backup.db')).code).toBe(0);
    const server = await startQuoin(site.folder);
    expect(await write(site, server, 'one')).toBe(201);
    server.signal('SIGKILL');
    await server.ended();
    const intact = await startQuoin(site.folder);
    expect(intact.output().stdout).toMatch(/was not closed cleanly\. It was checked \(\d+ MB\)/);
    expect(await write(site, intact, 'two')).toBe(201);
    intact.signal('SIGKILL');
    await intact.ended();
    // Pages in the middle, which a start need not read.
    const bytes = readFileSync(site.file);
    bytes.fill(0xff, 4096 * 10, 4096 * 60);
    writeFileSync(site.file, bytes);
    const rejected = await runQuoin(site.folder, 'start', '--port', '0');
    expect([rejected.code, rejected.stderr]).toEqual([1, expect.stringContaining('quoin restore')]);
    expect(rejected.stderr).toContain('is damaged');
    writeFileSync(site.file, 'not even a header'.repeat(1000));
    const { code, stderr } = await runQuoin(site.folder, 'restore', 'backup.db');
    expect([code, stderr]).toEqual([0, '']);
    await end(await startQuoin(site.folder));
    expect(titlesIn(site.file)).toEqual([]);
  },
);

test.each(['1', '2'])(
  '%s processes: detects a replaced file, and writes nothing to it',
  { timeout: 120_000 },
  async (workers) => {
    const site = await makePostSite();
    expect((await runQuoin(site.folder, 'backup', 'backup.db')).code).toBe(0);
    const server = await startQuoin(site.folder, 'start', '--workers', workers);
    if (workers !== '1') {
      await eventually(() => server.output().stdout.includes(`${workers} workers are ready.`));
    }
    for (let i = 0; i < 10; i += 1) expect(await write(site, server, `${i}`)).toBe(201);
    copyFileSync(path.join(site.folder, 'backup.db'), site.file);
    for (let i = 0; i < 10; i += 1) expect(await write(site, server, 'late')).toBe(503);
    await eventually(async () => (await read(site, server)) === 503);
    await end(server);
    const { stderr } = server.output();
    expect(stderr.match(/was overwritten while the server was running/g)).toHaveLength(
      Number(workers),
    );
    expect(stderr).toContain('quoin restore');
    expect(titlesIn(site.file)).toEqual([]);
    const again = await startQuoin(site.folder);
    expect(await write(site, again, 'new')).toBe(201);
    await end(again);
    expect(titlesIn(site.file)).toEqual(['new']);
  },
);

test('a plain copy of the file is complete after 2 processes have ended', async () => {
  const site = await makePostSite();
  const server = await startQuoin(site.folder, 'start', '--workers', '2');
  await eventually(() => server.output().stdout.includes('2 workers are ready.'));
  const titles = Array.from({ length: 20 }, (_, i) => `title ${i + 10}`);
  for (const title of titles) expect(await write(site, server, title)).toBe(201);
  await end(server);
  expect(names(site.file)).toEqual(['data.db']);
  mkdirSync(path.join(site.folder, 'copy'));
  renameSync(site.file, path.join(site.folder, 'copy/data.db'));
  expect(titlesIn(path.join(site.folder, 'copy/data.db'))).toEqual(titles);
  expect(existsSync(`${site.file}-wal`)).toBe(false);
}, 120_000);

test.each(['backup', 'restore'])(
  '%s names the PostgreSQL tool, without the password',
  async (command) => {
    const connectionString = 'postgres://me:very%20secret@db.example:5433/site';
    const connection = { client: 'postgres', connection: { connectionString } };
    const folder = makeProject({
      [schemaOf('post')]: collectionType('post'),
      'config/database.json': { connection },
    });
    const { code, stdout, stderr } = await runQuoin(folder, command, 'my backup');
    expect(code).toBe(1);
    expect(stderr).toContain(command === 'backup' ? 'pg_dump' : 'pg_restore');
    expect(stderr).toContain('--host=db.example --port=5433 --username=me --dbname=site');
    expect(stderr).toMatch(/'(?:--file=)?my backup'/);
    expect(stdout + stderr).not.toContain('secret');
  },
);
