// `quoin start --workers`: all workers change their content model together (docs/model-changes.md, "Several processes").
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { JsonClient, type JsonResponse } from '../support/json-client.ts';
import { changedNote, newNote } from '../support/note-elements.ts';
import { createToken } from '../support/post-site.ts';
import { makePostgresDatabase } from '../support/postgres-database.ts';
import { collectionType, makeProject, schemaOf, writeFiles } from '../support/project-folder.ts';
import { startQuoin, type RunningServer } from '../support/program.ts';
import { share } from '../support/shared.ts';

const PROJECT = {
  [schemaOf('post')]: collectionType('post'),
  'config/quoin.json': { schema: { live: true } },
};
const text = { type: 'text' };
const ADA = { email: 'ada@example.com', firstname: 'Ada', password: 'Passw0rd!' };

async function postgresFiles(): Promise<Record<string, object>> {
  const { config, drop } = await makePostgresDatabase();
  onTestFinished(drop);
  const { user, password, host, port, database } = config;
  const connectionString = `postgres://${user}:${password}@${host}:${port}/${database}`;
  return {
    'config/database.json': {
      connection: { client: 'postgres', connection: { connectionString } },
    },
  };
}

/** How often the model changes under load. */
const CHANGES = 4;

/** Pause of each client, in milliseconds: without one, they would take all cores from the workers. */
const PAUSE = 5;

interface Workers {
  readonly server: RunningServer;
  /** Concurrent requests have connections of their own, which go to workers in turn. */
  readonly content: JsonClient;
  /** Its API token. */
  readonly key: string;
  readonly update: (element: unknown) => Promise<JsonResponse>;
}

async function startIn(folder: string): Promise<Workers> {
  const key = await createToken(folder);
  const server = await startQuoin(folder, 'start', '--workers', '2');
  await eventually(() => server.output().stdout.includes('2 workers are ready.'));
  const anyone = new JsonClient(server, null);
  const registered = await anyone.send('POST', '/admin/register-admin', ADA);
  const { token } = (registered.body as { data: { token: string } }).data;
  const admin = new JsonClient(server, token);
  return {
    server,
    content: new JsonClient(server, key),
    key,
    update: (element) =>
      admin.send('POST', '/content-type-builder/update-schema', {
        data: { contentTypes: [element] },
      }),
  };
}

/** Another type than note, for a test that shares the server. */
function named(name: string): Readonly<Record<string, string>> {
  return {
    uid: `api::${name}.${name}`,
    displayName: name,
    singularName: name,
    pluralName: `${name}s`,
  };
}

function workersOf({ pid }: RunningServer): readonly number[] {
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  return children.trim().split(/\s+/).map(Number);
}

/** Under requests to all workers, which must all be served. */
async function assertServed({ content, update }: Workers): Promise<void> {
  const failures: unknown[] = [];
  let served = 0;
  let done = false;
  const load = async (send: (i: number) => Promise<JsonResponse>): Promise<void> => {
    for (let i = 0; !done; i++) {
      const { status, body } = await send(i);
      if (status >= 300) failures.push({ status, body });
      served += 1;
      await setTimeout(PAUSE);
    }
  };
  expect(await update(newNote({ a: text, kept: text }))).toMatchObject({ status: 200 });
  const clients = [
    load(() => content.send('GET', '/api/posts')),
    load(() => content.send('GET', '/api/notes')),
    load((i) => content.send('POST', '/api/posts', { data: { title: `Post ${i}` } })),
    load((i) => content.send('POST', '/api/notes', { data: { kept: `Note ${i}` } })),
  ];
  for (let i = 0; i < CHANGES; i++) {
    const [name, renamedFrom] = i % 2 === 0 ? ['b', 'a'] : ['a', 'b'];
    const element = changedNote({ [name]: { ...text, renamedFrom }, kept: text });
    expect(await update(element)).toMatchObject({ status: 200 });
    // All workers serve the new model when the response to the change is sent.
    for (let turn = 0; turn < 4; turn++) {
      const response = await content.send('GET', `/api/notes?fields=${name}&pagination[limit]=1`);
      expect(response).toMatchObject({ status: 200 });
    }
  }
  done = true;
  await Promise.all(clients);
  expect(failures).toEqual([]);
  expect(served).toBeGreaterThan(20);
}

describe('workers on SQLite', () => {
  const workers = share(() => startIn(makeProject(PROJECT)));

  test('fail no requests while they change the model together', async () => {
    await assertServed(workers());
  }, 120_000);

  test('reject one of two concurrent changes by different workers, or apply both', async () => {
    const { content, update } = workers();
    expect(await update(newNote({ a: text }, named('memo')))).toMatchObject({ status: 200 });
    const names = ['b', 'c', 'd', 'e'];
    const responses = await Promise.all(
      names.map((name) => update(changedNote({ [name]: text }, named('memo')))),
    );
    const statuses = responses.map(({ status }) => status);
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
    expect(statuses).toContain(200);
    const made = names.filter((_, i) => statuses[i] === 200);
    const served = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const found = await Promise.all(
          names.map((name) => content.send('GET', `/api/memos?filters[${name}][$null]=true`)),
        );
        return names.filter((_, i) => found[i]?.status === 200).join();
      }),
    );
    expect(new Set(served).size).toBe(1);
    expect(made).toContain(served[0]);
  });

  test('apply a change even if one does not respond, which is replaced', async () => {
    const { server, content, update } = workers();
    expect(await update(newNote({ a: text }, named('page')))).toMatchObject({ status: 200 });
    const [first = 0] = workersOf(server);
    process.kill(first, 'SIGSTOP');
    // The connection may belong to the worker that does not respond.
    const responses = await Promise.allSettled(
      Array.from({ length: 4 }, () =>
        update(changedNote({ b: { ...text, renamedFrom: 'a' } }, named('page'))),
      ),
    );
    expect(
      responses.some(
        (response) => response.status === 'fulfilled' && response.value.status === 200,
      ),
    ).toBe(true);
    await eventually(() => {
      const now = workersOf(server);
      return now.length === 2 && !now.includes(first);
    });
    await eventually(() => server.output().stderr.includes('SIGKILL'));
    for (let turn = 0; turn < 4; turn++) {
      expect(await content.send('GET', '/api/pages?fields=b')).toMatchObject({ status: 200 });
    }
  }, 120_000);
});

test('workers on PostgreSQL fail no requests while they change the model together', async () => {
  await assertServed(await startIn(makeProject({ ...PROJECT, ...(await postgresFiles()) })));
}, 120_000);

test('workers and another node serve changes that are stored only in the database', async () => {
  const schema = { live: true, store: 'database' };
  const folder = makeProject({
    ...PROJECT,
    ...(await postgresFiles()),
    'config/quoin.json': { schema },
  });
  const { content, update, key } = await startIn(folder);
  expect(await update(newNote({ a: text }))).toMatchObject({ status: 200 });
  // One node has the files as they were deployed, one has others.
  const [same, other] = [makeProject({}, folder), makeProject({}, folder)];
  const first = await startQuoin(same);
  const edited = collectionType('note', { own: text });
  writeFiles(other, { [schemaOf('note')]: edited });
  const second = await startQuoin(other);
  const health = async (server: RunningServer): Promise<number> =>
    (await new JsonClient(server, null).send('GET', '/_health')).status;
  expect([await health(first), await health(second)]).toEqual([204, 204]);
  const renamed = changedNote({ b: { ...text, renamedFrom: 'a' } });
  expect(await update(renamed)).toMatchObject({ status: 200 });
  for (let turn = 0; turn < 4; turn++) {
    expect(await content.send('GET', '/api/notes?fields=b')).toMatchObject({ status: 200 });
  }
  const node = new JsonClient(first, key);
  await eventually(async () => (await node.send('GET', '/api/notes?fields=b')).status === 200);
  // The other node cannot apply the change, reports this, and leaves the rotation.
  await eventually(async () => (await health(second)) === 503);
  expect(second.output().stderr).toContain('this process cannot apply the change');
  expect(existsSync(path.join(folder, schemaOf('note')))).toBe(false);
  expect(existsSync(path.join(same, schemaOf('note')))).toBe(false);
  expect(JSON.parse(readFileSync(path.join(other, schemaOf('note')), 'utf8'))).toEqual(edited);
}, 120_000);
