// A PostgreSQL server that restarts under load: no request hangs, acknowledged writes are stored, no write is
// partial, and Quoin needs no restart.
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgres } from '../../src/storage/postgres/driver.ts';
import { eventually } from '../support/eventually.ts';
import { JsonClient } from '../support/json-client.ts';
import { PostgresInstance } from '../support/postgres-instance.mjs';
import { makeProject, postsWithParts } from '../support/project-folder.ts';
import { runQuoin, startQuoin, type RunningServer } from '../support/program.ts';

const WRITERS = 4;
const READERS = 4;

/** Pauses of each of them after a response and after one with 503, in milliseconds. */
const PAUSE = 5;
const PAUSE_AFTER_503 = 50;

let instance: PostgresInstance;

beforeAll(async () => {
  instance = await PostgresInstance.make();
  await instance.query('CREATE DATABASE site');
});

afterAll(() => instance.remove());

interface LoadDependencies {
  readonly server: RunningServer;
  readonly client: JsonClient;
  readonly name: string;
}

/** Clients that continue after any response, and stop if there is none. */
class Load {
  readonly #server: RunningServer;
  readonly #client: JsonClient;
  readonly #running: readonly Promise<void>[];
  #isOver = false;
  /** Why a client received no response. */
  #failure: unknown = null;
  /** Titles of what was acknowledged. */
  readonly written = new Set<string>();
  /** Number of responses by status. */
  readonly statuses = new Map<number, number>();
  /** Of responses with 503. */
  readonly retryAfter = new Set<string | null>();

  /** @param parts The server, its client, and the prefix of titles */
  constructor({ server, client, name }: LoadDependencies) {
    this.#server = server;
    this.#client = client;
    const running = [
      ...Array.from({ length: WRITERS }, (_, i) => this.#write(`${name} ${i}`)),
      ...Array.from({ length: READERS }, () => this.#read()),
    ];
    this.#running = running.map((each) =>
      each.catch((error: unknown) => {
        this.#failure ??= error;
        this.#isOver = true;
      }),
    );
  }

  /** Waits for a condition. @throws if a client received no response */
  async until(isSo: () => boolean): Promise<void> {
    await eventually(() => this.#failure !== null || isSo());
    this.#assertServed();
  }

  /** @throws if a client received no response */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#running);
    this.#assertServed();
  }

  #assertServed(): void {
    if (this.#failure === null) return;
    const { code, stderr } = this.#server.output();
    const message = `A client had no answer. The server (exit code ${code}) said: ${stderr}`;
    throw new Error(message, { cause: this.#failure });
  }

  async #write(name: string): Promise<void> {
    for (let i = 0; !this.#isOver; i += 1) {
      const title = `${name} ${i}`;
      const parts = [{ name: 'a' }, { name: 'b' }];
      const status = await this.#send('POST', '/api/posts', { data: { title, parts } });
      if (status === 201) this.written.add(title);
    }
  }

  async #read(): Promise<void> {
    while (!this.#isOver) await this.#send('GET', '/api/posts?populate=*&sort=id:desc');
  }

  async #send(method: string, target: string, body?: object): Promise<number> {
    const { status, headers } = await this.#client.send(method, target, body);
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    if (status === 503) this.retryAfter.add(headers.get('retry-after'));
    await setTimeout(status === 503 ? PAUSE_AFTER_503 : PAUSE);
    return status;
  }
}

test('survives a fast restart and a crash, under reads and writes', async () => {
  const folder = makeProject({
    ...postsWithParts(),
    'config/database.json': {
      connection: {
        client: 'postgres',
        connection: { connectionString: `postgres://quoin@127.0.0.1:${instance.port}/site` },
      },
    },
  });
  const words = ['token', 'create', '--name', 'it', '--type', 'full-access'];
  const made = await runQuoin(folder, ...words);
  const server = await startQuoin(folder);
  const client = new JsonClient(server, made.stdout.trimEnd().split('\n').at(-1) ?? '');

  for (const mode of ['fast', 'immediate'] as const) {
    const load = new Load({ server, client, name: `${mode} ${Math.random()}` });
    await load.until(() => load.written.size > 5);
    await instance.stop(mode);
    await load.until(() => (load.statuses.get(503) ?? 0) > 20);
    const before = load.written.size;
    await instance.start();
    await load.until(() => load.written.size > before + 5);
    await load.end();
    expect(new Set(load.statuses.keys())).toEqual(new Set([200, 201, 503]));
    expect([...load.retryAfter]).toEqual([expect.stringMatching(/^\d+$/)]);

    const rows = await instance.query(
      `SELECT title, count(*)::integer AS versions, array_agg(DISTINCT n) AS parts
       FROM (SELECT p.id, p.title, count(c.id)::integer AS n
             FROM posts p LEFT JOIN posts_cmps c ON c.entity_id = p.id GROUP BY p.id) AS each
       GROUP BY title`,
      'site',
    );
    // A draft and its publication, each with both of its parts; what was not acknowledged is whole or not there.
    expect(rows.filter(({ versions, parts }) => versions !== 2 || String(parts) !== '2')).toEqual(
      [],
    );
    const titles = new Set(rows.map(({ title }) => title));
    expect([...load.written].filter((title) => !titles.has(title))).toEqual([]);
  }
  // What comes after needs no second try.
  for (let i = 0; i < 50; i += 1) {
    expect((await client.send('POST', '/api/posts', { data: { title: 'x' } })).status).toBe(201);
    expect((await client.send('GET', '/api/posts')).status).toBe(200);
  }
  server.signal('SIGTERM');
  expect((await server.ended()).code).toBe(0);
}, 120_000);

test('abandons statements of a frozen server some seconds after their timeout', async () => {
  const database = await openPostgres({
    host: '127.0.0.1',
    port: instance.port,
    database: 'site',
    user: 'quoin',
    password: '',
    ssl: false,
    schema: 'public',
    pool: { min: 0, max: 4 },
    acquireTimeout: 10_000,
    statementTimeout: 100,
  });
  function* one(): Generator<readonly { sql: string; values: [] }[], unknown, unknown> {
    return yield [{ sql: 'SELECT 1', values: [] }];
  }
  const runStatements = (): Promise<unknown> => database.read(one());
  await runStatements();
  instance.freeze();
  for (const result of await Promise.allSettled([runStatements(), database.transact(one())])) {
    expect(result).toMatchObject({ status: 'rejected', reason: { status: 503 } });
  }
  instance.thaw();
  await eventually(async () => {
    await runStatements();
    await database.transact(one());
    return true;
  });
  await database.close();
});
