import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeProject } from '../../test/support/project-folder.ts';
import { imageDimensions } from './image-dimensions.ts';
import { discardFile, placeFile, type Uploads } from './place-file.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360"></svg>';

/** One pixel each. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const GIF = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

function makeFolder(files: Readonly<Record<string, string | Buffer>> = {}): {
  readonly root: string;
  readonly uploads: Uploads;
} {
  const root = makeProject({});
  for (const [name, content] of Object.entries(files))
    writeFileSync(path.join(root, name), content);
  return { root, uploads: { publicFolder: path.join(root, 'public'), isTaken: async () => false } };
}

test('copies a file under a name of its own, and measures it', async () => {
  const { root, uploads } = makeFolder({ 'Old wall.svg': SVG });
  const placed = await placeFile(uploads, path.join(root, 'Old wall.svg'));
  expect(placed).toEqual({
    name: 'Old wall.svg',
    ext: '.svg',
    mime: 'image/svg+xml',
    hash: expect.stringMatching(/^Old_wall_[0-9a-f]{10}$/) as string,
    path: path.join(root, 'public', 'uploads', `${placed.hash}.svg`),
    size: 0.07,
    url: `/uploads/${placed.hash}.svg`,
    dimensions: { width: 640, height: 360 },
  });
  expect(readFileSync(placed.path, 'utf8')).toBe(SVG);
  expect(readdirSync(path.dirname(placed.path))).toEqual([`${placed.hash}.svg`]);
});

test('again, as after an interruption: the same place', async () => {
  const { root, uploads } = makeFolder({ 'a.txt': 'text' });
  const first = await placeFile(uploads, path.join(root, 'a.txt'));
  writeFileSync(first.path, 'te');
  writeFileSync(`${first.path}.part`, 't');
  expect((await placeFile(uploads, path.join(root, 'a.txt'))).path).toBe(first.path);
  expect(readFileSync(first.path, 'utf8')).toBe('text');
  expect(readdirSync(path.dirname(first.path))).toHaveLength(1);
});

test('a name that the media library has is not taken', async () => {
  const { root, uploads } = makeFolder({ 'a.txt': 'text' });
  const first = await placeFile(uploads, path.join(root, 'a.txt'));
  const isTaken = async (hash: string): Promise<boolean> => hash === first.hash;
  const second = await placeFile({ ...uploads, isTaken }, path.join(root, 'a.txt'));
  expect(second.hash).toMatch(/^a_[0-9a-f]{10}$/);
  expect(second.hash).not.toBe(first.hash);
  await discardFile(second);
  expect(readdirSync(path.dirname(first.path))).toEqual([path.basename(first.path)]);
});

test('what cannot be copied leaves nothing', async () => {
  const { root, uploads } = makeFolder();
  mkdirSync(path.join(root, 'folder.svg'));
  await expect(placeFile(uploads, path.join(root, 'folder.svg'))).rejects.toThrow('EISDIR');
  await expect(placeFile(uploads, path.join(root, 'none.svg'))).rejects.toThrow('ENOENT');
  expect(readdirSync(root)).toEqual(['folder.svg']);
});

describe('width and height', () => {
  test.each([
    ['svg', SVG, { width: 640, height: 360 }],
    ['svg with a view box', '<svg viewBox="0 0 64.4 36"></svg>', { width: 64, height: 36 }],
    ['svg without a size', '<svg xmlns="http://www.w3.org/2000/svg"></svg>', null],
    ['png', Buffer.from(PNG, 'base64'), { width: 1, height: 1 }],
    ['gif', Buffer.from(GIF, 'base64'), { width: 1, height: 1 }],
    ['half a png', Buffer.from(PNG, 'base64').subarray(0, 18), null],
    ['text', 'a text', null],
    ['nothing', '', null],
  ])('%s', async (_what, content, dimensions) => {
    const { root } = makeFolder({ file: content });
    expect(await imageDimensions(path.join(root, 'file'))).toEqual(dimensions);
  });
});
