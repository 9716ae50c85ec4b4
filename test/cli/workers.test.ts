// `quoin start --workers`: several processes that behave as one.
import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { makePostgresDatabase } from '../support/postgres-database.ts';
import { collectionType, makeProject, schemaOf, writeFiles } from '../support/project-folder.ts';
import { runQuoin, startQuoin, type RunningServer } from '../support/program.ts';
import { openConnection } from '../support/socket.ts';

const PROJECT = { [schemaOf('post')]: collectionType('post') };

async function started(
  workers = '2',
  folder = makeProject(PROJECT),
): Promise<{ server: RunningServer; token: string }> {
  const made = await runQuoin(folder, 'token', 'create', '--name', 'me', '--type', 'full-access');
  const token = made.stdout.trim().split('\n').at(-1) ?? '';
  const server = await startQuoin(folder, 'start', '--workers', workers);
  await eventually(() => server.output().stdout.includes(`${workers} workers are ready.`));
  return { server, token };
}

/** The project on a server. */
async function makeOnPostgres(): Promise<{ folder: string; connectionString: string }> {
  const { config, drop } = await makePostgresDatabase();
  onTestFinished(drop);
  const { user, password, host, port, database } = config;
  const connectionString = `postgres://${user}:${password}@${host}:${port}/${database}`;
  const connection = { client: 'postgres', connection: { connectionString } };
  const folder = makeProject({ ...PROJECT, 'config/database.json': { connection } });
  return { folder, connectionString };
}

function workersOf({ pid }: RunningServer): readonly number[] {
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  return children.trim().split(/\s+/).map(Number);
}

test('prints the address once, and exits together', async () => {
  const { server } = await started();
  server.signal('SIGTERM');
  const { code, stdout, stderr } = await server.ended();
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout.match(/Quoin serves/g)).toHaveLength(1);
});

test('exits if it is stopped during the start', async () => {
  const server = await startQuoin(makeProject(PROJECT), 'start', '--workers', '3');
  server.signal('SIGTERM');
  const { code, stderr } = await server.ended();
  expect([code, stderr]).toEqual([0, '']);
});

test('all workers see an acknowledged write at once', async () => {
  await assertAllRespond(await started());
});

test('they do on PostgreSQL as well, before its notification', async () => {
  const { folder, connectionString } = await makeOnPostgres();
  await runQuoin(folder, 'attach');
  const workers = await started('2', folder);
  // From now on it never does.
  const client = new Client({ connectionString });
  await client.connect();
  await client.query('ALTER TABLE posts DISABLE TRIGGER quoin_changes');
  await client.end();
  await assertAllRespond(workers);
});

test('one of them reports why there is no search index', async () => {
  const { folder, connectionString } = await makeOnPostgres();
  const client = new Client({ connectionString });
  await client.connect();
  const role = `plain_${process.pid}`;
  await client.query(
    `CREATE ROLE ${role} LOGIN PASSWORD 'plain'; GRANT ALL ON SCHEMA public TO ${role}`,
  );
  onTestFinished(async () => {
    await client.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
    await client.end();
  });
  const url = new URL(connectionString);
  [url.username, url.password] = [role, 'plain'];
  const connection = { client: 'postgres', connection: { connectionString: url.href } };
  writeFiles(folder, {
    'config/database.json': { connection },
    'config/quoin.json': { search: { index: true } },
  });
  const { server } = await started('2', folder);
  const warnings = server.output().stderr.match(/^Warning: No search index for .*/gm);
  expect(warnings).toEqual([expect.stringMatching(/api::post.post: .*permission denied/)]);
});

describe('without a folder for temporary files', () => {
  const withoutFolder = (): void => {
    vi.stubEnv('TMPDIR', '/there/is/none');
    onTestFinished(() => void vi.unstubAllEnvs());
  };

  test('SQLite workers share writes through the database file', async () => {
    const folder = makeProject(PROJECT);
    withoutFolder();
    await assertAllRespond(await started('2', folder));
  });

  test('PostgreSQL workers report that they need one', async () => {
    const { folder } = await makeOnPostgres();
    withoutFolder();
    const { code, stderr } = await runQuoin(folder, 'start', '--port', '0', '--workers', '2');
    expect([code, stderr]).toEqual([1, expect.stringContaining('Set TMPDIR to a writable folder')]);
  });
});

/** Every worker returns the last write. */
async function assertAllRespond({
  server,
  token,
}: Awaited<ReturnType<typeof started>>): Promise<void> {
  const head = `host: x\r\nauthorization: Bearer ${token}\r\n`;
  await using writer = await openConnection(server.port);
  const readers = await Promise.all(Array.from({ length: 4 }, () => openConnection(server.port)));
  for (let i = 1; i <= 20; i += 1) {
    const body = JSON.stringify({ data: { title: `Post ${i}` } });
    writer.send(
      `POST /api/posts HTTP/1.1\r\n${head}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    expect((await writer.response()).status).toBe(201);
    for (const reader of readers) {
      reader.send(`GET /api/posts HTTP/1.1\r\n${head}\r\n`);
      const response = await reader.response();
      expect(JSON.parse(response.body).meta.pagination.total).toBe(i);
    }
  }
  for (const reader of readers) await reader[Symbol.asyncDispose]();
}

const GUESS = JSON.stringify({ identifier: 'nobody@example.com', password: 'a guess' });
const SIGN_IN = `POST /api/auth/local HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${GUESS.length}\r\n\r\n${GUESS}`;

test('rate limits count the requests of all workers', async () => {
  const { server } = await started();
  const statuses: number[] = [];
  for (let i = 0; i < 12; i += 1) {
    // Each connection goes to the next of them.
    await using client = await openConnection(server.port);
    client.send(SIGN_IN);
    statuses.push((await client.response()).status);
  }
  expect(statuses).toEqual([...Array<number>(10).fill(400), 429, 429]);
});

test('rate-limited requests are rejected if the counting process does not respond', async () => {
  const { server } = await started();
  await using client = await openConnection(server.port);
  client.send(SIGN_IN);
  expect((await client.response()).status).toBe(400);
  server.signal('SIGSTOP');
  client.send(SIGN_IN);
  const { status, body } = await client.response();
  expect([status, body]).toEqual([
    503,
    expect.stringContaining('The rate limit cannot be checked'),
  ]);
  server.signal('SIGCONT');
  client.send(SIGN_IN);
  expect((await client.response()).status).toBe(400);
});

test('replaces a worker that exits, and keeps the others', async () => {
  const { server } = await started();
  const [one = 0, other] = workersOf(server);
  process.kill(one, 'SIGKILL');
  await eventually(() => {
    const now = workersOf(server);
    return now.length === 2 && !now.includes(one) && now.includes(other ?? 0);
  });
  const response = await fetch(`http://127.0.0.1:${server.port}/_health`);
  expect(response.status).toBe(204);
  expect(server.output().stderr).toContain(`Worker ${one} exited (SIGKILL)`);
});

test('replaces a worker that exits before it gets a count', async () => {
  const { server } = await started();
  const clients = await Promise.all([openConnection(server.port), openConnection(server.port)]);
  for (const client of clients) {
    client.send(SIGN_IN);
    expect((await client.response()).status).toBe(400);
  }
  const [one = 0, other = 0] = workersOf(server);
  // The process that counts reads the request after its sender has ended.
  server.signal('SIGSTOP');
  for (const client of clients) client.send(SIGN_IN.repeat(100));
  await sleep(500);
  process.kill(one, 'SIGKILL');
  server.signal('SIGCONT');
  await eventually(() => {
    const now = workersOf(server);
    return now.length === 2 && !now.includes(one) && now.includes(other);
  });
  for (const client of clients) await client[Symbol.asyncDispose]();
});

test('a port in use ends all processes', async () => {
  const { server } = await started();
  const folder = makeProject(PROJECT);
  const second = await runQuoin(
    folder,
    'start',
    '--host',
    '127.0.0.1',
    '--port',
    String(server.port),
    '--workers',
    '2',
  );
  expect(second.code).toBe(1);
  expect(second.stderr).toContain(`Port ${server.port} is in use.`);
});

test.each(['0', 'many', '-1', '2.5'])('%s workers are rejected', async (count) => {
  const { code, stderr } = await runQuoin(makeProject(PROJECT), 'start', '--workers', count);
  expect([code, stderr.includes('a number from 1')]).toEqual([1, true]);
});
