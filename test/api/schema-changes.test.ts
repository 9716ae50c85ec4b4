// Changes of the content model while the server runs (docs/strapi/model-changes.md).
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeClosedModel } from '../../src/app/model-changes/make-model-change.ts';
import { modelOf } from '../../src/app/content-model.ts';
import { openProject } from '../../src/app/project.ts';
import { openStore } from '../../src/app/store.ts';
import { applyRequest } from '../../src/model/request/apply-request.ts';
import type { Project } from '../../src/project/load.ts';
import { parseSchemaRequest } from '../../src/model/request/schema-request.ts';
import { recordFormerComponents } from '../../src/model/record-former-components.ts';
import { entriesOf, exportOf, linesOf } from '../support/exported.ts';
import { connect } from '../support/test-database.ts';
import { openLiveServer, type LiveServer } from '../support/live-server.ts';
import { changedNote, newNote } from '../support/note-elements.ts';

const text = { type: 'text' };
/** Each change builds another server. */
const CHANGES = 12;
const SCHEMA = 'src/api/note/content-types/note/schema.json';

describe('a type', () => {
  let server: LiveServer;
  beforeAll(async () => {
    server = await openLiveServer();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test('is served as soon as it is created', async () => {
    expect(await server.update({ contentTypes: [newNote({ body: text })] })).toEqual({
      status: 200,
      body: {},
    });
    expect(await server.content('POST', '/api/notes', { body: 'long work' })).toMatchObject({
      status: 201,
    });
    expect(server.file('src/api/note/controllers/note.js')).toContain(
      "createCoreController('api::note.note')",
    );
    expect(existsSync(path.join(server.folder, '.quoin'))).toBe(false);
  });

  test('keeps the values of a renamed attribute', async () => {
    const words = { ...text, renamedFrom: 'body' };
    expect(await server.update({ contentTypes: [changedNote({ words })] })).toMatchObject({
      status: 200,
    });
    expect(await server.content('GET', '/api/notes')).toMatchObject({
      body: { data: [{ words: 'long work' }] },
    });
    expect(JSON.parse(server.file(SCHEMA))).toMatchObject({
      attributes: { words: { type: 'text' } },
    });
  });

  test('is not changed if a value would be lost', async () => {
    const before = server.file(SCHEMA);
    const words = { type: 'integer' };
    expect(await server.update({ contentTypes: [changedNote({ words })] })).toEqual({
      status: 400,
      body: {
        error:
          'words of api::note.note cannot become integer: 1 value of type text would not fit, such as "long work".',
      },
    });
    expect(server.file(SCHEMA)).toBe(before);
    expect(await server.content('GET', '/api/notes')).toMatchObject({
      body: { data: [{ words: 'long work' }] },
    });
  });

  test('is not changed if the project could not start', async () => {
    const before = server.file(SCHEMA);
    mkdirSync(path.join(server.folder, 'src/components/broken'), { recursive: true });
    writeFileSync(path.join(server.folder, 'src/components/broken/part.json'), '{');
    const response = await server.update({
      contentTypes: [changedNote({ words: text, more: text })],
    });
    expect(response).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('part.json') },
    });
    expect(server.file(SCHEMA)).toBe(before);
    writeFileSync(
      path.join(server.folder, 'src/components/broken/part.json'),
      '{"collectionName":"parts","attributes":{}}',
    );
  });

  test('is restored with its rows after it was removed', async () => {
    const removal = { action: 'delete', uid: 'api::note.note' };
    expect(await server.update({ contentTypes: [removal] })).toMatchObject({ status: 200 });
    expect(await server.content('GET', '/api/notes')).toMatchObject({ status: 404 });
    expect(existsSync(path.join(server.folder, 'src/api/note'))).toBe(false);
    await server.update({ contentTypes: [newNote({ words: text })] });
    expect(await server.content('GET', '/api/notes')).toMatchObject({
      body: { data: [{ words: 'long work' }] },
    });
  });
});

test('rejects changes in production, but not reads', async () => {
  await using server = await openLiveServer(false);
  expect(await server.update({})).toMatchObject({
    status: 403,
    body: { error: { name: 'PolicyError', message: expect.stringContaining('production mode') } },
  });
  expect(await server.admin('GET', '/content-type-builder/update-schema-status')).toEqual({
    status: 200,
    body: { data: { isUpdating: false } },
  });
});

test.each([true, false])('reports whether content-types can be changed: %s', async (isOpen) => {
  await using server = await openLiveServer(isOpen);
  expect(await server.admin('GET', '/admin/information')).toMatchObject({
    body: { data: { autoReload: isOpen } },
  });
});

test('rejects the second of two concurrent changes', async () => {
  await using server = await openLiveServer();
  const contentTypes = [newNote({ body: text })];
  const request = parseSchemaRequest({ data: { contentTypes } });
  let second: Promise<unknown> = Promise.resolve();
  await server.changes.apply(
    (models) => {
      second = server.changes
        .apply((same) => applyRequest(same, request), { adminId: null })
        .catch((error: unknown) => error);
      return applyRequest(models, request);
    },
    { adminId: null },
  );
  expect(await second).toMatchObject({
    status: 409,
    name: 'ConflictError',
    message: 'Schema update is already in progress.',
  });
});

test('serves other types without errors while changes are applied', async () => {
  await using server = await openLiveServer();
  const failures: unknown[] = [];
  let served = 0;
  let done = false;
  const load = async (method: string, url: string, data?: unknown): Promise<void> => {
    while (!done) {
      const { status, body } = await server.content(method, url, data);
      if (status >= 300) failures.push({ method, status, body });
      served += 1;
      await setTimeout(5);
    }
  };
  const clients = [
    load('GET', '/api/tags?pagination[pageSize]=5'),
    load('GET', '/api/articles?populate=*'),
    load('POST', '/api/tags', { name: 'a tag' }),
  ];
  await server.update({ contentTypes: [newNote({ a: text })] });
  for (let i = 0; i < CHANGES; i++) {
    const [name, renamedFrom] = i % 2 === 0 ? ['b', 'a'] : ['a', 'b'];
    const attributes = { [name]: { ...text, renamedFrom }, [`more${i}`]: { type: 'integer' } };
    expect(await server.update({ contentTypes: [changedNote(attributes)] })).toEqual({
      status: 200,
      body: {},
    });
  }
  done = true;
  await Promise.all(clients);
  expect(failures).toEqual([]);
  expect(served).toBeGreaterThan(CHANGES);
});

test('reverts a committed change that cannot be served', async () => {
  await using server = await openLiveServer();
  await server.update({ contentTypes: [newNote({ body: text })] });
  await server.content('POST', '/api/notes', { body: 'long work' });
  const config = path.join(server.folder, 'config', 'middlewares.js');
  const former = readFileSync(config, 'utf8');
  writeFileSync(
    config,
    "module.exports = [{ name: 'strapi::security', config: { frameguard: { action: 'nope' } } }, 'strapi::body'];\n",
  );
  const before = server.file(SCHEMA);
  const words = { ...text, renamedFrom: 'body' };
  expect(await server.update({ contentTypes: [changedNote({ words })] })).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('so the change was rolled back') },
  });
  expect(server.file(SCHEMA)).toBe(before);
  expect(existsSync(path.join(server.folder, '.quoin'))).toBe(false);
  expect(await server.content('GET', '/api/notes')).toMatchObject({
    body: { data: [{ body: 'long work' }] },
  });
  writeFileSync(config, former);
  expect(await server.update({ contentTypes: [changedNote({ words })] })).toMatchObject({
    status: 200,
  });
  expect(await server.content('GET', '/api/notes')).toMatchObject({
    body: { data: [{ words: 'long work' }] },
  });
});

test('follows a change of another process, and reports one that fails', async () => {
  await using server = await openLiveServer();
  await server.update({ contentTypes: [newNote({ body: text })] });
  await server.content('POST', '/api/notes', { body: 'long work' });
  const open = async (): Promise<Project> => ({
    ...(await openProject(server.folder, { writeSecrets: false })),
    config: server.config,
  });
  const project = await open();
  const store = await openStore(project);
  const rename = (to: string, from: string) => {
    const contentTypes = [changedNote({ [to]: { ...text, renamedFrom: from } })];
    return parseSchemaRequest({ data: { contentTypes } });
  };
  await changeClosedModel(
    {
      change: (models) => applyRequest(models, rename('words', 'body')),
      adminId: null,
      undoes: null,
    },
    { project, store },
  );
  await expect
    .poll(async () => (await server.content('GET', '/api/notes')).body)
    .toMatchObject({ data: [{ words: 'long work' }] });
  expect(await server.admin('GET', '/_health')).toMatchObject({ status: 204 });

  const next = await open();
  await changeClosedModel(
    {
      change: (models) => applyRequest(models, rename('lines', 'words')),
      adminId: null,
      undoes: null,
    },
    { project: next, store: { ...store, ...modelOf(next) } },
  );
  writeFileSync(path.join(server.folder, SCHEMA), '{"other": true}\n');
  await expect.poll(async () => (await server.admin('GET', '/_health')).status).toBe(503);
  expect(await server.update({ contentTypes: [changedNote({ more: text })] })).toMatchObject({
    status: 409,
    body: { error: { message: expect.stringContaining('cannot apply the change') } },
  });
  await store.database.close();
});

test('does not block readers of a table in use, and changes nothing', async () => {
  await using server = await openLiveServer();
  const { database } = server.config;
  if (database.client === 'sqlite') return;
  await server.update({ contentTypes: [newNote({ body: text })] });
  await server.content('POST', '/api/notes', { body: 'long work' });
  const before = server.file(SCHEMA);
  const other = await connect(database);
  await other.sql('BEGIN');
  await other.sql('SELECT * FROM notes');
  const words = { ...text, renamedFrom: 'body' };
  const pending = server.update({ contentTypes: [changedNote({ words })] });
  let isDone = false;
  void pending.then(() => (isDone = true));
  let reads = 0;
  while (!isDone) {
    expect((await server.content('GET', '/api/notes')).status).toBe(200);
    reads += 1;
    await setTimeout(20);
  }
  expect(reads).toBeGreaterThan(3);
  expect(await pending).toMatchObject({
    status: 503,
    body: { error: { message: expect.stringContaining('Nothing was changed') } },
  });
  expect(server.file(SCHEMA)).toBe(before);
  await other.sql('ROLLBACK');
  // An autovacuum has such a lock until a statement has waited for a second.
  await other.sql('BEGIN');
  await other.sql('LOCK TABLE notes IN SHARE UPDATE EXCLUSIVE MODE');
  const patient = server.update({ contentTypes: [changedNote({ words })] });
  const watching = await connect(database);
  const waits = (seconds: number): Promise<void> =>
    expect
      .poll(
        () =>
          watching.sql(`SELECT pid FROM pg_stat_activity WHERE datname = current_database()
            AND wait_event_type = 'Lock' AND clock_timestamp() - query_start > interval '${seconds} s'`),
        { timeout: 20_000, interval: 10 },
      )
      .toHaveLength(1);
  await waits(1.1);
  await other.sql('ROLLBACK');
  expect(await patient).toMatchObject({ status: 200 });
  // A new column waits in the same way.
  await other.sql('BEGIN');
  await other.sql('SELECT * FROM notes');
  const added = server.update({ contentTypes: [changedNote({ words: text, more: text })] });
  await waits(0);
  await other.sql('ROLLBACK');
  expect(await added).toMatchObject({ status: 200 });
  await Promise.all([watching.close(), other.close()]);
});

test('serves stored components that a dynamic zone no longer accepts, as Strapi does', async () => {
  await using server = await openLiveServer();
  const component = (name: string) => ({
    action: 'create',
    uid: `desk.${name.toLowerCase()}`,
    category: 'desk',
    displayName: name,
    attributes: [{ action: 'create', name: 'label', properties: { type: 'string' } }],
  });
  const zone = (...components: string[]) => ({ zone: { type: 'dynamiczone', components } });
  await server.update({
    components: [component('Card'), component('Pin')],
    contentTypes: [newNote(zone('desk.card', 'desk.pin'))],
  });
  const items = [
    { __component: 'desk.card', label: 'c' },
    { __component: 'desk.pin', label: 'p' },
  ];
  const created = await server.content('POST', '/api/notes', { zone: items });
  expect(created).toMatchObject({ status: 201 });
  const narrowed = changedNote({ ...zone('desk.pin'), title: text });
  expect(
    await server.admin('POST', '/admin/quoin/types/plan', { data: { contentTypes: [narrowed] } }),
  ).toMatchObject({
    body: {
      data: {
        steps: expect.arrayContaining([
          expect.objectContaining({
            text: 'api::note.note zone: it no longer accepts desk.card. 1 stored component is served as before.',
          }),
        ]),
      },
    },
  });
  expect(await server.update({ contentTypes: [narrowed] })).toMatchObject({ status: 200 });
  const served = await server.content('GET', '/api/notes?populate=*');
  expect(served).toMatchObject({ body: { data: [{ zone: items }] } });
  const { documentId } = (created.body as { data: { documentId: string } }).data;
  const address = `/api/notes/${documentId}?populate=*`;
  expect(await server.content('PUT', address, { title: 'a' })).toMatchObject({
    body: { data: { title: 'a', zone: items } },
  });
  expect(await server.content('PUT', address, { zone: items })).toMatchObject({ status: 400 });

  // They are part of the entity tag of the entry, and of archives.
  const read = `/content-manager/collection-types/api::note.note/${documentId}`;
  const tag = async () => (await server.fetchAdmin(read)).headers.get('etag');
  const before = await tag();
  const other = await connect(server.config.database);
  await other.sql(`UPDATE components_desk_cards SET label = 'changed'`);
  expect(await tag()).not.toBe(before);
  const project = {
    ...(await openProject(server.folder, { writeSecrets: false })),
    config: server.config,
  };
  const store = await openStore(project);
  using archive = await exportOf({ project, store });
  const lines = linesOf(await entriesOf(archive.file), 'entities');
  const notes = lines.filter((line) => JSON.stringify(line).includes('api::note.note'));
  expect(notes).toMatchObject([{ data: { zone: [{ label: 'changed' }, { label: 'p' }] } }]);
  // An import into an empty database has their rows, but no record of the change.
  await other.sql('DELETE FROM quoin_kept_values');
  await recordFormerComponents(store);
  await recordFormerComponents(store);
  const [row, ...more] = await other.sql('SELECT uid, attribute, form FROM quoin_kept_values');
  expect(row).toEqual({ uid: 'api::note.note', attribute: 'zone', form: 'zone desk.card' });
  expect(more).toEqual([]);
  await other.close();
  await store.database.close();
});
