// Two administrators change the content model at the same time (docs/model-changes.md, "Concurrent changes").
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openLiveServer, type LiveServer } from '../support/live-server.ts';
import { changedNote, newNote } from '../support/note-elements.ts';

const text = { type: 'text' };
const UPDATE = '/content-type-builder/update-schema';
const PLAN = '/admin/quoin/types/plan';

async function seenBy(server: LiveServer): Promise<string> {
  const response = await server.fetchAdmin('/content-type-builder/schema');
  return response.headers.get('etag') ?? '';
}

function post(server: LiveServer, url: string, element: unknown, tag: string): Promise<Response> {
  return server.fetchAdmin(url, {
    method: 'POST',
    headers: { 'if-match': tag },
    body: JSON.stringify({ data: { contentTypes: [element] } }),
  });
}

test('the second of two conflicting changes is rejected, and the response lists the first', async () => {
  await using server = await openLiveServer();
  const first = await seenBy(server);
  expect(first).toMatch(/^"none-[0-9a-f]{16}"$/);
  const made = await post(server, UPDATE, newNote({ a: text }), first);
  expect([made.status, await made.json()]).toEqual([200, {}]);
  const next = made.headers.get('etag') ?? '';
  expect(next).toBe(await seenBy(server));
  expect(next).not.toBe(first);
  for (const url of [UPDATE, PLAN]) {
    const rejected = await post(server, url, changedNote({ b: text }), first);
    expect(rejected.status).toBe(409);
    expect(await rejected.json()).toEqual({
      data: null,
      error: {
        status: 409,
        name: 'ConflictError',
        message: expect.stringMatching(
          /^The content model has changed since it was read \(api::note.note by administrator 1 at \S+\)\. Read it again and repeat the change\.$/,
        ),
        details: {
          etag: next,
          changes: [
            {
              key: next.slice(1, 9),
              at: expect.stringMatching(/^\d{4}-.*Z$/),
              adminId: 1,
              types: ['api::note.note'],
            },
          ],
        },
      },
    });
  }
  expect((await post(server, PLAN, changedNote({ b: text }), next)).status).toBe(200);
  expect((await post(server, UPDATE, changedNote({ b: text }), next)).status).toBe(200);
  // Without the header, the last one wins, as in Strapi.
  expect((await server.update({ contentTypes: [changedNote({ c: text })] })).status).toBe(200);
  expect((await post(server, UPDATE, changedNote({ d: text }), '*')).status).toBe(200);
  expect((await post(server, UPDATE, changedNote({ d: text }), 'nonsense')).status).toBe(400);
});

test('a conflict lists no changes if a schema file was edited outside of Quoin', async () => {
  await using server = await openLiveServer();
  await server.update({ contentTypes: [newNote({ a: text })] });
  const first = await seenBy(server);
  const file = 'src/api/tag/content-types/tag/schema.json';
  const schema = JSON.parse(server.file(file)) as { info: object };
  const info = { ...schema.info, description: 'Edited' };
  writeFileSync(path.join(server.folder, file), JSON.stringify({ ...schema, info }));
  await server.update({ contentTypes: [changedNote({ b: text })] });
  const [key = '', hash = ''] = (await seenBy(server)).slice(1, -1).split('-');
  expect(first).not.toContain(key);
  const edited = `"${key}-${hash.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))}"`;
  const rejected = await post(server, UPDATE, changedNote({ c: text }), edited);
  expect(await rejected.json()).toMatchObject({
    error: {
      message:
        'The content model has changed since it was read. Read it again and repeat the change.',
      details: { changes: [] },
    },
  });
});
