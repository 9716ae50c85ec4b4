// `quoin start --workers`: several processes that behave as one.
import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { createToken, makePostSite } from '../support/post-site.ts';
import { makePostgresDatabase } from '../support/postgres-database.ts';
import { collectionType, makeProject, schemaOf, writeFiles } from '../support/project-folder.ts';
import { runQuoin, startQuoin, type RunningServer } from '../support/program.ts';
import { share } from '../support/shared.ts';
import { openConnection } from '../support/socket.ts';

const PROJECT = { [schemaOf('post')]: collectionType('post') };

const GUESS = JSON.stringify({ identifier: 'nobody@example.com', password: 'a guess' });
const SIGN_IN = `POST /api/auth/local HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${GUESS.length}\r\n\r\n${GUESS}`;

interface Workers {
  readonly server: RunningServer;
  readonly token: string;
}

/** Starts two workers and waits until both listen. */
async function startIn(folder: string, token: string): Promise<Workers> {
  const server = await startQuoin(folder, 'start', '--workers', '2');
  await eventually(() => server.output().stdout.includes('2 workers are ready.'));
  return { server, token };
}

async function started(): Promise<Workers> {
  const { folder, token } = await makePostSite();
  return startIn(folder, token);
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

test('exits if it is stopped during the start', async () => {
  const { folder } = await makePostSite();
  const server = await startQuoin(folder, 'start', '--workers', '2');
  server.signal('SIGTERM');
  const { code, stderr } = await server.ended();
  expect([code, stderr]).toEqual([0, '']);
});

describe('several workers', () => {
  const workers = share(started);

  test('all see an acknowledged write immediately', async () => {
    await assertAllRespond(workers());
  });

  test('all exit if a port is in use', async () => {
    const { port } = workers().server;
    const args = ['start', '--host', '127.0.0.1', '--port', String(port), '--workers', '2'];
    const second = await runQuoin((await makePostSite()).folder, ...args);
    expect(second.code).toBe(1);
    expect(second.stderr).toContain(`Port ${port} is in use.`);
  });

  test('count requests together for rate limits', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 12; i += 1) {
      // Each connection goes to the next of them.
      await using client = await openConnection(workers().server.port);
      client.send(SIGN_IN);
      statuses.push((await client.response()).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429, 429]);
  });

  test('are replaced individually if one exits', async () => {
    const { server } = workers();
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
});

test('workers on PostgreSQL all see an acknowledged write before its notification', async () => {
  const { folder, connectionString } = await makeOnPostgres();
  await runQuoin(folder, 'attach');
  const workers = await startIn(folder, await createToken(folder));
  // From now on it never does.
  const client = new Client({ connectionString });
  await client.connect();
  await client.query('ALTER TABLE posts DISABLE TRIGGER quoin_changes');
  await client.end();
  await assertAllRespond(workers);
});

test('one worker reports why there is no search index', async () => {
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
  const { server } = await startIn(folder, '');
  const warnings = server.output().stderr.match(/^Warning: No search index for .*/gm);
  expect(warnings).toEqual([expect.stringMatching(/api::post.post: .*permission denied/)]);
});

describe('without a folder for temporary files', () => {
  const withoutFolder = (): void => {
    vi.stubEnv('TMPDIR', '/there/is/none');
    onTestFinished(() => void vi.unstubAllEnvs());
  };

  test('SQLite workers share writes through the database file', async () => {
    const { folder, token } = await makePostSite();
    withoutFolder();
    await assertAllRespond(await startIn(folder, token));
  });

  test('PostgreSQL workers report that they require one', async () => {
    const { folder } = await makeOnPostgres();
    withoutFolder();
    const { code, stderr } = await runQuoin(folder, 'start', '--port', '0', '--workers', '2');
    expect([code, stderr]).toEqual([1, expect.stringContaining('Set TMPDIR to a writable folder')]);
  });
});

/** Every worker returns the last write. */
async function assertAllRespond({ server, token }: Workers): Promise<void> {
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

test('rate-limited requests are rejected while the counting process does not respond, and all processes exit together', async () => {
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
  server.signal('SIGTERM');
  const { code, stdout, stderr } = await server.ended();
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout.match(/Quoin serves/g)).toHaveLength(1);
});

test('a worker that exits before it gets a count is replaced', async () => {
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
