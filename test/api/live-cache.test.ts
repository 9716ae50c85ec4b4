// Responses in the cache of a server whose content model changes (docs/model-changes.md, "While a change is applied").
import { expect, test } from 'vitest';
import { openLiveServer } from '../support/live-server.ts';
import { changedNote, newNote } from '../support/note-elements.ts';

const text = { type: 'text' };
const FILES = { 'config/quoin.json': { timing: true } };

test('serves cached responses of unchanged types after a schema change', async () => {
  await using server = await openLiveServer(true, FILES);
  const isHit = async (path: string): Promise<boolean> => {
    const { headers } = await server.get(path);
    return /cache/.test(headers.get('server-timing') ?? '');
  };
  await server.update({ contentTypes: [newNote({ body: text })] });
  await server.content('POST', '/api/notes', { body: 'one' });
  for (const path of ['/api/tags', '/api/notes']) {
    await isHit(path);
    expect(await isHit(path)).toBe(true);
  }
  await server.update({ contentTypes: [changedNote({ words: { ...text, renamedFrom: 'body' } })] });
  expect(await isHit('/api/tags')).toBe(true);
  expect(await isHit('/api/notes')).toBe(false);
  expect(await server.content('GET', '/api/notes')).toMatchObject({
    body: { data: [{ words: 'one' }] },
  });
  await server.content('POST', '/api/tags', { name: 'a tag' });
  expect(await isHit('/api/tags')).toBe(false);
  expect(await isHit('/api/tags')).toBe(true);
});
