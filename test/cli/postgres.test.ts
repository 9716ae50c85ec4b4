// PostgreSQL in operation: a project is moved there and back, and two processes serve one database.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { JsonClient } from '../support/json-client.ts';
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

interface Posts {
  readonly data: readonly { readonly documentId: string; readonly title: string }[] | null;
}

interface Reply {
  readonly status: number;
  readonly titles: readonly string[];
}

async function list(client: JsonClient): Promise<Reply> {
  const { status, body } = await client.send('GET', '/api/posts?sort=title');
  const { data } = body as Posts;
  return { status, titles: (data ?? []).map(({ title }) => title) };
}

async function post(client: JsonClient, title: string): Promise<number> {
  return (await client.send('POST', '/api/posts', { data: { title } })).status;
}

test('moves a project to PostgreSQL and back, served by two processes', async () => {
  const folder = makeProject({
    [schemaOf('post')]: collectionType('post'),
    'config/server.json': {},
  });
  const token = await makeToken(folder);
  const before = await startQuoin(folder);
  expect(await post(new JsonClient(before, token), 'A')).toBe(201);
  before.signal('SIGTERM');
  await before.ended();

  const copied = await runQuoin(folder, 'copy', '--to', address());
  expect(copied).toMatchObject({ code: 0, stderr: '' });
  expect(copied.stdout).toMatch(/Copied \d+ rows of \d+ tables to 127\.0\.0\.1\/test_/);
  const again = await runQuoin(folder, 'copy', '--to', address());
  expect(again.code).toBe(1);
  expect(again.stderr).toContain('The target is not empty');

  moveThere(folder);
  const attached = await runQuoin(folder, 'attach');
  expect(attached.stdout).toContain('The database now notifies Quoin of every commit.');
  const processes = [await startQuoin(folder), await startQuoin(folder)] as const;
  const [one, two] = processes.map((process) => new JsonClient(process, token)) as [
    JsonClient,
    JsonClient,
  ];
  expect(await list(two)).toEqual({ status: 200, titles: ['A'] });
  expect(await post(one, 'B')).toBe(201);
  expect(await list(one)).toEqual({ status: 200, titles: ['A', 'B'] });
  // The other process is notified soon.
  await expect.poll(() => list(two)).toEqual({ status: 200, titles: ['A', 'B'] });
  await assertFresh(one, two);
  await assertFresh(two, one);
  await assertPermissions(processes, token);

  // What was read about the caller was kept by both: a revoked token must not be good for long.
  expect((await runQuoin(folder, 'token', 'revoke', 'it')).code).toBe(0);
  for (const each of [one, two]) await eventually(async () => (await list(each)).status === 401);
  for (const each of processes) {
    each.signal('SIGTERM');
    expect((await each.ended()).code).toBe(0);
  }

  expect((await runQuoin(folder, 'detach')).stdout).toContain('The triggers are removed');
  const back = await runQuoin(folder, 'copy', '--to', '.tmp/back.db');
  expect(back).toMatchObject({ code: 0, stderr: '' });
}, 120_000);

/** A write is visible in its process immediately, and in the other one soon; so is a write of another program. */
async function assertFresh(here: JsonClient, there: JsonClient): Promise<void> {
  const titles = async (client: JsonClient): Promise<readonly string[]> =>
    (await list(client)).titles;
  const { body } = await here.send('POST', '/api/posts', { data: { title: 'fresh' } });
  const { documentId } = (body as { readonly data: { readonly documentId: string } }).data;
  for (let i = 0; i < 10; i += 1) {
    const title = `fresh ${i}`;
    // So that the other one has something that is not fresh any more.
    await titles(there);
    await here.send('PUT', `/api/posts/${documentId}`, { data: { title } });
    expect(await titles(here)).toContain(title);
    await eventually(async () => (await titles(there)).includes(title));
  }
  const plain = new Client({ ...server.config, ssl: false });
  await plain.connect();
  await plain.query(`UPDATE posts SET title = 'plain' WHERE document_id = '${documentId}'`);
  for (const each of [here, there])
    await eventually(async () => (await titles(each)).includes('plain'));
  await plain.query(`DELETE FROM posts WHERE document_id = '${documentId}'`);
  await plain.end();
  for (const each of [here, there])
    await eventually(async () => !(await titles(each)).includes('plain'));
}

/** What a role may do is kept by each process: what one of them changes counts on all. */
async function assertPermissions(
  processes: readonly [RunningServer, RunningServer],
  token: string,
): Promise<void> {
  const [one, two] = processes.map((process) => new JsonClient(process, token));
  const [public1, public2] = processes.map((process) => new JsonClient(process, null));
  if (!one || !two || !public1 || !public2) throw new Error('there are two processes');
  const allow = async (client: JsonClient, enabled: boolean): Promise<void> => {
    const post = { find: { enabled }, findOne: { enabled: true } };
    const permissions = { 'api::post': { controllers: { post } } };
    const role = { name: 'Public', description: 'Everybody.', permissions };
    const { status } = await client.send('PUT', '/api/users-permissions/roles/2', role);
    expect(status).toBe(200);
  };
  for (let i = 0; i < 3; i += 1) {
    for (const [client, here, there] of [
      [one, public1, public2],
      [two, public2, public1],
    ] as const) {
      for (const [isAllowed, status] of [
        [true, 200],
        [false, 403],
      ] as const) {
        await allow(client, isAllowed);
        expect((await here.send('GET', '/api/posts')).status).toBe(status);
        await eventually(async () => (await there.send('GET', '/api/posts')).status === status);
      }
    }
  }
}
