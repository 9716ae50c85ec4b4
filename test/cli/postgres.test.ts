// PostgreSQL as an operator meets it: a project is moved there and back, and two processes serve one database.
import { setTimeout } from 'node:timers/promises';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePostgresDatabase, type PostgresDatabase } from '../support/postgres-database.ts';
import { collectionType, makeProject, schemaOf } from '../support/project-folder.ts';
import { runQuoin, startQuoin, type RunningServer } from '../support/program.ts';

let server: PostgresDatabase;

beforeAll(async () => {
  server = await makePostgresDatabase();
});

afterAll(async () => {
  await server.drop();
});

function address(): string {
  const { user, password, host, port, database } = server.config;
  return `postgres://${user}:${password}@${host}:${port}/${database}`;
}

/** From its next command on the project is on PostgreSQL. */
function moveThere(folder: string): void {
  const config = {
    connection: { client: 'postgres', connection: { connectionString: address() } },
  };
  writeFileSync(path.join(folder, 'config', 'database.json'), JSON.stringify(config));
}

async function makeToken(folder: string): Promise<string> {
  const { stdout } = await runQuoin(
    folder,
    'token',
    'create',
    '--name',
    'it',
    '--type',
    'full-access',
  );
  return stdout.trimEnd().split('\n').at(-1) ?? '';
}

interface Answer {
  readonly status: number;
  readonly titles: readonly string[];
}

async function list({ port }: RunningServer, token: string): Promise<Answer> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/posts?sort=title`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { data } = (await answer.json()) as { readonly data: readonly { title: string }[] | null };
  return { status: answer.status, titles: (data ?? []).map(({ title }) => title) };
}

async function post({ port }: RunningServer, token: string, title: string): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/posts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ data: { title } }),
  });
  return answer.status;
}

test('a project goes there with everything, is served by two processes, and comes back', async () => {
  const folder = makeProject({
    [schemaOf('post')]: collectionType('post'),
    'config/server.json': {},
  });
  const token = await makeToken(folder);
  const before = await startQuoin(folder);
  expect(await post(before, token, 'A')).toBe(201);
  before.signal('SIGTERM');
  await before.ended();

  const copied = await runQuoin(folder, 'copy', '--to', address());
  expect(copied).toMatchObject({ code: 0, stderr: '' });
  expect(copied.stdout).toMatch(/\d+ rows of \d+ tables were copied to 127\.0\.0\.1\/test_/);
  const again = await runQuoin(folder, 'copy', '--to', address());
  expect(again.code).toBe(1);
  expect(again.stderr).toContain('The target is not empty');

  moveThere(folder);
  const attached = await runQuoin(folder, 'attach');
  expect(attached.stdout).toContain('The database tells of every commit now.');
  const [one, two] = [await startQuoin(folder), await startQuoin(folder)];
  expect(await list(two, token)).toEqual({ status: 200, titles: ['A'] });
  expect(await post(one, token, 'B')).toBe(201);
  expect(await list(one, token)).toEqual({ status: 200, titles: ['A', 'B'] });
  expect(await list(two, token)).toEqual({ status: 200, titles: ['A', 'B'] });

  // What was read about the caller was kept by both: a revoked token must not be good for long.
  expect((await runQuoin(folder, 'token', 'revoke', 'it')).code).toBe(0);
  const isRefused = async (process: RunningServer): Promise<boolean> => {
    for (let i = 0; i < 100; i += 1) {
      if ((await list(process, token)).status === 401) return true;
      await setTimeout(20);
    }
    return false;
  };
  expect([await isRefused(one), await isRefused(two)]).toEqual([true, true]);
  for (const each of [one, two]) {
    each.signal('SIGTERM');
    expect((await each.ended()).code).toBe(0);
  }

  expect((await runQuoin(folder, 'detach')).stdout).toContain('tells of nothing any more');
  const back = await runQuoin(folder, 'copy', '--to', '.tmp/back.db');
  expect(back).toMatchObject({ code: 0, stderr: '' });
}, 120_000);
