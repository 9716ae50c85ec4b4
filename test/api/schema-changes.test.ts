// Changes of the content model while the server runs (docs/strapi/model-changes.md).
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applyRequest } from '../../src/model/request/apply-request.ts';
import { parseSchemaRequest } from '../../src/model/request/schema-request.ts';
import { changedNote, newNote, openLiveServer, type LiveServer } from '../support/live-server.ts';

const text = { type: 'text' };
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

  test('does not change if one of its values would be lost', async () => {
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

  test('does not change if the project would not start', async () => {
    const before = server.file(SCHEMA);
    mkdirSync(path.join(server.folder, 'src/components/broken'), { recursive: true });
    writeFileSync(path.join(server.folder, 'src/components/broken/part.json'), '{');
    const answer = await server.update({
      contentTypes: [changedNote({ words: text, more: text })],
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('part.json') },
    });
    expect(server.file(SCHEMA)).toBe(before);
    writeFileSync(
      path.join(server.folder, 'src/components/broken/part.json'),
      '{"collectionName":"parts","attributes":{}}',
    );
  });

  test('comes back with its rows after it was removed', async () => {
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

test('in production changes are refused, reads are not', async () => {
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

test('the second of two changes at the same time is refused', async () => {
  await using server = await openLiveServer();
  const contentTypes = [newNote({ body: text })];
  const request = parseSchemaRequest({ data: { contentTypes } });
  let second: Promise<unknown> = Promise.resolve();
  await server.changes.apply((models) => {
    second = server.changes
      .apply((same) => applyRequest(same, request), null)
      .catch((error: unknown) => error);
    return applyRequest(models, request);
  }, null);
  expect(await second).toMatchObject({
    status: 409,
    name: 'ConflictError',
    message: 'Schema update is already in progress.',
  });
});

test('other types are served without a failure through 50 changes', async () => {
  await using server = await openLiveServer();
  const failures: unknown[] = [];
  let served = 0;
  let done = false;
  const load = async (method: string, url: string, data?: unknown): Promise<void> => {
    while (!done) {
      const { status, body } = await server.content(method, url, data);
      if (status >= 300) failures.push({ method, status, body });
      served += 1;
    }
  };
  const clients = [
    load('GET', '/api/tags?pagination[pageSize]=5'),
    load('GET', '/api/articles?populate=*'),
    load('POST', '/api/tags', { name: 'a tag' }),
  ];
  await server.update({ contentTypes: [newNote({ a: text })] });
  for (let i = 0; i < 49; i++) {
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
  expect(served).toBeGreaterThan(50);
});
