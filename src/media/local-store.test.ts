import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { makeProject } from '../../test/support/project-folder.ts';
import { LocalStore } from './local-store.ts';
import type { StagedObject } from './store.ts';

function makeStore(): { readonly store: LocalStore; readonly folder: string } {
  const folder = path.join(makeProject({}), 'uploads');
  return { store: new LocalStore(folder), folder };
}

function staged(content: string, replaces: boolean = false): StagedObject {
  const file = path.join(makeProject({}), 'file');
  writeFileSync(file, content);
  return { name: 'a.txt', path: file, mime: 'text/plain', replaces };
}

test('puts a file into its folder, and removes it', async () => {
  const { store, folder } = makeStore();
  const { url, undo } = await store.put(staged('x'));
  await store.flush();
  expect([url, readFileSync(path.join(folder, 'a.txt'), 'utf8')]).toEqual(['/uploads/a.txt', 'x']);
  await undo();
  await store.remove('a.txt');
  expect(readdirSync(folder)).toEqual([]);
});

test('undo restores a replaced file', async () => {
  const { store, folder } = makeStore();
  await store.put(staged('before'));
  const { undo } = await store.put(staged('after', true));
  expect(readFileSync(path.join(folder, 'a.txt'), 'utf8')).toBe('after');
  await undo();
  expect(readFileSync(path.join(folder, 'a.txt'), 'utf8')).toBe('before');
  const first = await store.put({ ...staged('b', true), name: 'b.txt' });
  await first.undo();
  expect(readdirSync(folder)).toEqual(['a.txt']);
});

test.each(['../a.txt', 'a/b', 'a\\b', '..', '.', '', 'a\0'])(
  'rejects the name %j',
  async (name) => {
    const { store, folder } = makeStore();
    mkdirSync(folder, { recursive: true });
    await expect(store.put({ ...staged('x'), name })).rejects.toThrow('is not a valid file name');
    await expect(store.remove(name)).rejects.toThrow('is not a valid file name');
    expect(readdirSync(path.dirname(folder))).toEqual(['uploads']);
  },
);

test('reads the bytes of a file, and returns null for a missing one', async () => {
  const { store, folder } = makeStore();
  mkdirSync(path.join(folder, 'inside'), { recursive: true });
  writeFileSync(path.join(folder, 'a.txt'), 'some bytes');
  writeFileSync(path.join(folder, 'empty'), '');
  const read = async (name: string): Promise<unknown> => {
    const found = await store.open(name);
    return found && [found.size, await text(found.stream)];
  };
  expect(await read('a.txt')).toEqual([10, 'some bytes']);
  expect(await read('empty')).toEqual([0, '']);
  expect(await read('missing')).toBe(null);
  expect(await read('inside')).toBe(null);
  await expect(store.open('../a.txt')).rejects.toThrow('is not a valid file name');
});
