import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeProject } from '../../test/support/project-folder.ts';
import { vendored } from '../../test/support/vendored-projects.ts';
import { LocalStore } from './local-store.ts';
import { storeFile, type NewStoredFile, type Uploads } from './store-file.ts';
import { Staging } from './staging.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360"></svg>';

interface Workspace {
  readonly root: string;
  readonly uploads: string;
  store(name: string, change?: Partial<Uploads>): Promise<NewStoredFile>;
}

function makeWorkspace(files: Readonly<Record<string, string | Buffer>> = {}): Workspace {
  const root = makeProject({});
  for (const [name, content] of Object.entries(files))
    writeFileSync(path.join(root, name), content);
  const uploads = path.join(root, 'public', 'uploads');
  const staging = new Staging(path.join(root, 'public', 'incoming'));
  const parts = {
    store: new LocalStore(uploads),
    rules: { sizeLimit: 1e9, breakpoints: { small: 500 }, allowedTypes: null, deniedTypes: [] },
    settings: { sizeOptimization: true, responsiveDimensions: true, autoOrientation: false },
    isTaken: async () => false,
  };
  const store: Workspace['store'] = (name, change) =>
    staging.use((folder) => storeFile({ ...parts, folder, ...change }, path.join(root, name)));
  return { root, uploads, store };
}

test('copies a file under a unique name, and measures it', async () => {
  const { root, uploads, store } = makeWorkspace({ 'Old wall.svg': SVG });
  const { hash, data } = await store('Old wall.svg');
  expect(hash).toMatch(/^Old_wall_[0-9a-f]{10}$/);
  expect(data({ caption: 'c' })).toMatchObject({
    name: 'Old wall.svg',
    caption: 'c',
    hash,
    ext: '.svg',
    mime: 'image/svg+xml',
    size: 0.07,
    url: `/uploads/${hash}.svg`,
    width: 640,
    height: 360,
    formats: null,
    folderPath: '/',
  });
  expect(readFileSync(path.join(uploads, `${hash}.svg`), 'utf8')).toBe(SVG);
  expect(readFileSync(path.join(root, 'Old wall.svg'), 'utf8')).toBe(SVG);
  expect(readdirSync(uploads)).toEqual([`${hash}.svg`]);
  expect(readdirSync(path.join(root, 'public', 'incoming'))).toEqual([]);
});

test('creates smaller formats of an image', async () => {
  const bytes = readFileSync(vendored('conformance', 'files', 'small.png'));
  const { uploads, store } = makeWorkspace({ 'a.png': bytes });
  const { hash, data, discard } = await store('a.png');
  expect(data({})).toMatchObject({ formats: { thumbnail: { width: 234 }, small: { width: 500 } } });
  expect(readdirSync(uploads).toSorted()).toEqual(
    [`${hash}.png`, `small_${hash}.png`, `thumbnail_${hash}.png`].toSorted(),
  );
  await discard();
  expect(readdirSync(uploads)).toEqual([]);
});

test('writes to the same name again after an interruption', async () => {
  const { uploads, store } = makeWorkspace({ 'a.txt': 'text' });
  const { hash } = await store('a.txt');
  writeFileSync(path.join(uploads, `${hash}.txt`), 'te');
  expect((await store('a.txt')).hash).toBe(hash);
  expect(readFileSync(path.join(uploads, `${hash}.txt`), 'utf8')).toBe('text');
  expect(readdirSync(uploads)).toHaveLength(1);
});

test('avoids names that the media library uses', async () => {
  const { uploads, store } = makeWorkspace({ 'a.txt': 'text' });
  const first = await store('a.txt');
  const second = await store('a.txt', { isTaken: async (hash) => hash === first.hash });
  expect(second.hash).toMatch(/^a_[0-9a-f]{10}$/);
  expect(second.hash).not.toBe(first.hash);
  await second.discard();
  expect(readdirSync(uploads)).toEqual([`${first.hash}.txt`]);
});

test('leaves nothing behind if a file cannot be copied', async () => {
  const { root, store } = makeWorkspace();
  mkdirSync(path.join(root, 'folder.svg'));
  await expect(store('folder.svg')).rejects.toThrow();
  await expect(store('none.svg')).rejects.toThrow('ENOENT');
  expect(readdirSync(path.join(root, 'public'))).toEqual(['incoming']);
});

test('accepts files of unknown types', async () => {
  const { store } = makeWorkspace({ 'a.zzz': 'x', README: 'y' });
  const [odd, plain] = [await store('a.zzz'), await store('README')];
  expect([odd.data({}), plain.data({})]).toMatchObject([
    { ext: '.zzz', mime: 'application/octet-stream' },
    { ext: '.bin', mime: 'application/octet-stream' },
  ]);
});
