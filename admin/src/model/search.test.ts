import { expect, test } from 'vitest';
import { matching, merged } from './search.ts';

const things = ['Go to Articles', 'Publish', 'Unpublish', 'Élan', 'Article'].map((label) => ({
  label,
}));
const labels = (found: readonly { label: string }[]): readonly string[] =>
  found.map(({ label }) => label);

test.each([
  ['publish', ['Publish', 'Unpublish']],
  ['art', ['Article', 'Go to Articles']],
  ['elan', ['Élan']],
  ['go art', ['Go to Articles']],
  [' ', ['Go to Articles', 'Publish', 'Unpublish', 'Élan', 'Article']],
  ['zzz', []],
])('finds names for %j, closest match first', (text, found) => {
  expect(labels(matching(things, text))).toEqual(found);
});

test('lists names that begin with the text first, from both lists', () => {
  const [far, near] = [[{ label: 'A sail' }], [{ label: 'Sail' }]];
  expect(labels(merged(far, near, 'sail'))).toEqual(['Sail', 'A sail']);
  expect(labels(merged(far, near, 'a'))).toEqual(['A sail', 'Sail']);
});
