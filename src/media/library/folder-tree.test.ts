import { expect, test } from 'vitest';
import type { FolderRow } from './folder-rows.ts';
import { folderTree, movedPaths } from './folder-tree.ts';

function folder(path: string, parent: number | null = null, name = path): FolderRow {
  const pathId = Number(path.slice(path.lastIndexOf('/') + 1));
  return { id: pathId, pathId, path, parent, name };
}

test('sorts the tree by name, and puts a folder without a parent into the root', () => {
  const folders = [folder('/1', null, 'b'), folder('/1/2', 1, 'z'), folder('/1/3', 1, 'a')];
  const lost = folder('/9/4', 9, 'a');
  expect(folderTree([...folders, lost])).toEqual([
    { id: 4, name: 'a', children: [] },
    {
      id: 1,
      name: 'b',
      children: [
        { id: 3, name: 'a', children: [] },
        { id: 2, name: 'z', children: [] },
      ],
    },
  ]);
});

const [one, two, ten, deep] = [folder('/1'), folder('/2'), folder('/10'), folder('/1/3/4')];
const inner = folder('/1/3');
const all = [one, two, ten, inner, deep];

test('moves all folders below it, but none that only shares the prefix of a path', () => {
  expect(movedPaths(all, [one], two)).toEqual([
    { from: '/1', to: '/2/1' },
    { from: '/1/3', to: '/2/1/3' },
    { from: '/1/3/4', to: '/2/1/3/4' },
  ]);
});

test('applies the closer one of two nested moves', () => {
  expect(movedPaths(all, [one, inner], two)).toEqual([
    { from: '/1', to: '/2/1' },
    { from: '/1/3', to: '/2/3' },
    { from: '/1/3/4', to: '/2/3/4' },
  ]);
});

test('moves into the root, where existing folders do not move', () => {
  expect(movedPaths(all, [inner, one], null)).toEqual([
    { from: '/1/3', to: '/3' },
    { from: '/1/3/4', to: '/3/4' },
  ]);
});

test('moves many folders in few steps', () => {
  let steps = 0;
  const counted = (path: string): FolderRow => ({
    ...folder(path),
    get path() {
      steps += 1;
      return path;
    },
  });
  const count = 3000;
  const outer = Array.from({ length: count }, (_, i) => counted(`/${i + 1}`));
  const below = outer.map(({ id }) => counted(`/${id}/${id + count}`));
  const target = folder('/9999');
  expect(movedPaths([...outer, ...below], outer, target)).toHaveLength(2 * count);
  expect(steps).toBeLessThan(20 * count);
});
