// Several processes on one database: one changes the content model, and requests reach the other before it serves the new
// one (docs/model-changes.md, "Several processes").
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { changeClosedModel } from '../../src/app/model-changes/make-model-change.ts';
import { HostedModelChanges } from '../../src/app/model-changes/hosted-model-changes.ts';
import { LiveApp } from '../../src/app/live-app.ts';
import { openProject, prepareEditedFolder } from '../../src/app/project.ts';
import { createApp } from '../../src/app/server.ts';
import { openStore } from '../../src/app/store.ts';
import { applyRequest } from '../../src/model/request/apply-request.ts';
import { parseSchemaRequest } from '../../src/model/request/schema-request.ts';
import { openLiveServer, type LiveServer } from '../support/live-server.ts';
import { changedNote, newNote } from '../support/note-elements.ts';

const text = { type: 'text' };
const string = { type: 'string' };

/** Another process on the same database. @param folder Of its project */
async function openOther(
  { config }: LiveServer,
  folder: string,
): Promise<{
  readonly change: (element: unknown) => Promise<void>;
  readonly close: () => Promise<void>;
}> {
  const project = { ...(await openProject(folder, { writeSecrets: false })), config };
  const store = await openStore(project);
  return {
    change: (element) => {
      const request = parseSchemaRequest({ data: { contentTypes: [element] } });
      const requested = {
        change: (models: Parameters<typeof applyRequest>[0]) => applyRequest(models, request),
        adminId: null,
        undoes: null,
      };
      return changeClosedModel(requested, { project, store });
    },
    close: () => store.database.close(),
  };
}

test('repeats requests that fail because another process has changed the model', async () => {
  await using server = await openLiveServer();
  await server.update({ contentTypes: [newNote({ body: text, size: string, kept: text })] });
  const created = await server.content('POST', '/api/notes', { body: 'one', size: '7' });
  const { documentId } = (created.body as { data: { documentId: string } }).data;
  expect((await server.content('GET', '/api/notes?sort=body')).status).toBe(200);
  const other = await openOther(server, server.folder);
  await other.change(
    changedNote({
      words: { ...text, renamedFrom: 'body' },
      size: { type: 'integer' },
      kept: text,
    }),
  );
  const responses = await Promise.all([
    server.content('GET', '/api/notes'),
    server.content('GET', '/api/notes?filters[size][$gt]=3'),
    server.content('POST', '/api/notes', { kept: 'two' }),
    server.content('PUT', `/api/notes/${documentId}`, { kept: 'three' }),
    server.admin('GET', '/content-manager/collection-types/api::note.note'),
  ]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 201, 200, 200]);
  expect(responses[0]?.body).toMatchObject({ data: expect.any(Array) });
  const { data } = (await server.content('GET', '/api/notes?sort=size')).body as {
    data: unknown[];
  };
  expect(data).toHaveLength(2);
  expect(data).toContainEqual(expect.objectContaining({ words: 'one', kept: 'three', size: 7 }));
  expect(data).toContainEqual(expect.objectContaining({ words: null, kept: 'two', size: null }));
  await other.close();
});

test('follows a change that is applied while it starts', async () => {
  await using server = await openLiveServer();
  await server.update({ contentTypes: [newNote({ body: text })] });
  await server.content('POST', '/api/notes', { body: 'one' });
  const folder = mkdtempSync(path.join(tmpdir(), 'quoin-node-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(server.folder, folder, { recursive: true });
  const { config } = server;
  const project = await openProject(folder, {
    writeSecrets: false,
    prepareFolder: (root) => prepareEditedFolder(root, config),
  });
  const changed = changedNote({ words: { ...text, renamedFrom: 'body' } });
  expect(await server.update({ contentTypes: [changed] })).toMatchObject({ status: 200 });
  const read = { ...project, config };
  const app = await createApp(read, await openStore(read));
  const changes = new HostedModelChanges(true);
  const live = await LiveApp.open(
    { project: read, app },
    { variables: { ...process.env }, changes },
  );
  expect(changes.outdated).toBeNull();
  const served = live.project.definitions.find(({ uid }) => uid === 'api::note.note');
  expect(served?.json).toMatchObject({ attributes: { words: text } });
  await live.close();
});

test('rejects one of two nodes that change the model at the same time', async () => {
  await using server = await openLiveServer();
  await server.update({ contentTypes: [newNote({ a: text })] });
  const folder = mkdtempSync(path.join(tmpdir(), 'quoin-node-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(server.folder, folder, { recursive: true });
  const other = await openOther(server, folder);
  const request = parseSchemaRequest({ data: { contentTypes: [changedNote({ b: text })] } });
  let second: Promise<unknown> = Promise.resolve();
  const first = server.changes.apply(
    (models) => {
      second = other.change(changedNote({ c: text }));
      // It is awaited below.
      second.catch(() => undefined);
      return applyRequest(models, request);
    },
    { adminId: null },
  );
  const outcomes = await Promise.allSettled([
    first,
    first.catch(() => undefined).then(() => second),
  ]);
  const rejected = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  expect(rejected).toEqual([
    expect.objectContaining({
      name: 'ConflictError',
      message: expect.stringContaining('Another process has changed the content model'),
    }),
  ]);
  await other.close();
});

test('prepares statements again when the type of a column changes', async () => {
  await using server = await openLiveServer();
  await server.update({ contentTypes: [newNote({ size: string, kept: text })] });
  const work = async (): Promise<readonly number[]> => {
    const statuses: number[] = [];
    for (let i = 0; i < 4; i++) {
      statuses.push((await server.content('POST', '/api/notes', { kept: 'one' })).status);
      statuses.push((await server.content('GET', `/api/notes?pagination[start]=${i}`)).status);
    }
    return statuses;
  };
  const expected = [201, 200, 201, 200, 201, 200, 201, 200];
  expect(await work()).toEqual(expected);
  for (const size of [{ type: 'integer' }, string]) {
    const { status } = await server.update({ contentTypes: [changedNote({ size, kept: text })] });
    expect([status, await work()]).toEqual([200, expected]);
  }
});

test('reports errors that have another cause unchanged', async () => {
  await using server = await openLiveServer();
  await server.update({ contentTypes: [newNote({ size: { type: 'integer' } })] });
  const { status } = await server.content('POST', '/api/notes', { size: 3_000_000_000 });
  expect(status).toBe(400);
});
