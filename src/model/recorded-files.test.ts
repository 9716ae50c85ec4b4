import { expect, test } from 'vitest';
import { missingFiles } from './recorded-files.ts';

const change = (path: string, before: string | null, after: string | null) => ({
  files: [{ path, before, after }],
});

const CHANGES = [change('a', '1', '2'), change('b', null, 'new'), change('a', '2', '3')];

test.each([
  ['before all changes', { a: '1' }, ['a', 'b'], []],
  ['between two changes', { a: '2', b: 'new' }, ['a'], []],
  ['after all changes', { a: '3', b: 'new' }, [], []],
  ['with a text of its own', { a: '4', b: 'new' }, [], ['a']],
] as const)('a folder %s', (_, folder, written, others) => {
  const texts = new Map(Object.entries(folder));
  const missing = missingFiles(CHANGES, { read: (path) => texts.get(path) ?? null });
  expect(missing.files.map(({ path }) => path)).toEqual(written);
  expect(missing.others).toEqual(others);
});

test('reverts a file to the content from before a change that was undone', () => {
  const changes = [change('a', '1', '2'), change('a', '2', '1')];
  expect(missingFiles(changes, { read: () => '2' }).files).toEqual([
    { path: 'a', before: '2', after: '1' },
  ]);
});
