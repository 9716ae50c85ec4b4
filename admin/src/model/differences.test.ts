import { expect, test } from 'vitest';
import { diffWords, differentFields, isSameContent } from './differences.ts';

test('components of two versions are equal regardless of their row ids', () => {
  const draft = [{ __component: 'a.b', id: 1, text: 'x', parts: [{ id: 2, name: 'y' }] }];
  const published = [{ __component: 'a.b', id: 8, text: 'x', parts: [{ id: 9, name: 'y' }] }];
  expect(isSameContent(draft, published)).toBe(true);
  expect(isSameContent(draft, [{ ...published[0], text: 'z' }])).toBe(false);
  expect(isSameContent(draft, [])).toBe(false);
});

test('a different file is a different value', () => {
  const file = { id: 1, mime: 'image/png', name: 'a' };
  expect(isSameContent(file, { ...file })).toBe(true);
  expect(isSameContent(file, { ...file, id: 2 })).toBe(false);
});

test('a relation that is not loaded is compared by its length', () => {
  const items = [{ id: 1, documentId: 'a' }];
  const loaded = { items, earlier: 2 };
  expect(isSameContent(loaded, { items: null, earlier: 3 })).toBe(true);
  expect(isSameContent(loaded, { items: null, earlier: 4 })).toBe(false);
  expect(isSameContent(loaded, { items: [{ id: 9, documentId: 'a' }], earlier: 2 })).toBe(true);
  expect(isSameContent(loaded, { items: [{ id: 1, documentId: 'b' }], earlier: 2 })).toBe(false);
});

test('compares only the given fields', () => {
  expect(differentFields({ a: 1, b: 1 }, { a: 2, b: 2, c: 3 }, ['a', 'c'])).toEqual(['a', 'c']);
});

test('finds the words that differ', () => {
  expect(diffWords('a small red boat', 'a red sail boat')).toEqual([
    { in: 'both', text: 'a ' },
    { in: 'before', text: 'small ' },
    { in: 'both', text: 'red ' },
    { in: 'after', text: 'sail ' },
    { in: 'both', text: 'boat' },
  ]);
  expect(diffWords('', 'new')).toEqual([{ in: 'after', text: 'new' }]);
  expect(diffWords('same', 'same')).toEqual([{ in: 'both', text: 'same' }]);
});

test('compares very long texts as a whole', () => {
  const long = 'word '.repeat(2000);
  expect(diffWords(long, 'x').map((part) => part.in)).toEqual(['before', 'after']);
});
