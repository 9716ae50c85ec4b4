import { expect, test } from 'vitest';
import {
  moved,
  parseRelation,
  relationChanges,
  relationOf,
  withEarlier,
  type RelationList,
  type RelationTarget,
} from './relations.ts';

function target(name: string): RelationTarget {
  return {
    id: name.codePointAt(0) ?? 0,
    documentId: name,
    title: name,
    locale: null,
    status: null,
  };
}

function list(names: string, earlier = 0): RelationList {
  return { items: Array.from(names, target), earlier };
}

/** Applies changes as the server does: one link after the other. */
function applied(before: string, after: string): string {
  const changes = relationChanges(list(before), list(after));
  let names = Array.from(before).filter(
    (name) => !changes?.disconnect.some(({ documentId }) => documentId === name),
  );
  for (const { documentId, position } of changes?.connect ?? []) {
    names = names.filter((name) => name !== documentId);
    const place =
      position === undefined
        ? names.length
        : 'before' in position
          ? names.indexOf(position.before)
          : names.indexOf(position.after) + 1;
    names.splice(place, 0, documentId);
  }
  return names.join('');
}

test.each([
  ['abc', 'abc'],
  ['abc', 'cab'],
  ['abc', 'bca'],
  ['abc', 'cba'],
  ['abc', ''],
  ['', 'abc'],
  ['abc', 'xabc'],
  ['abc', 'axbyc'],
  ['abcdef', 'fxdyb'],
  ['abc', 'xyz'],
  ['abcdefgh', 'hgfedcba'],
])('the changes of %j result in %j', (before, after) => {
  expect(applied(before, after)).toBe(after);
});

test('does not send items that did not move', () => {
  expect(relationChanges(list('abcd'), list('abcd'))).toBeNull();
  expect(relationChanges(list('abcd'), list('dabc'))).toEqual({
    connect: [{ id: 100, documentId: 'd', position: { before: 'a' } }],
    disconnect: [],
  });
  expect(relationChanges(list('ab'), list('abc'))?.connect).toEqual([{ id: 99, documentId: 'c' }]);
});

test('a position contains only the documentId, even in localized types', () => {
  const [a, b, c] = Array.from('abc', (name) => ({ ...target(name), locale: 'en' }));
  if (!a || !b || !c) throw new Error('no targets');
  expect(relationChanges({ items: [a, b], earlier: 0 }, { items: [c, a, b], earlier: 0 })).toEqual({
    connect: [{ id: 99, documentId: 'c', locale: 'en', position: { before: 'a' } }],
    disconnect: [],
  });
});

test('a list that is not loaded has no changes', () => {
  const unloaded = parseRelation({ count: 3 });
  expect(unloaded).toEqual({ items: null, earlier: 3 });
  expect(relationChanges(unloaded, unloaded)).toBeNull();
});

test('long lists are loaded from their end', () => {
  const last = withEarlier(parseRelation({ count: 3 }), [target('b'), target('c')], 3);
  expect(last).toEqual(list('bc', 1));
  expect(withEarlier(last, [target('a')], 1)).toEqual(list('abc'));
  expect(withEarlier(last, [target('a')], 3)).toEqual(last);
});

test('parses values from the server', () => {
  expect(parseRelation(null)).toEqual(list(''));
  expect(parseRelation({ count: 0 })).toEqual(list(''));
  const raw = {
    id: 1,
    documentId: 'a',
    name: 'Ines',
    locale: 'en',
    status: 'draft',
    updatedAt: '',
  };
  const ines = { id: 1, documentId: 'a', title: 'Ines', locale: 'en', status: 'draft' };
  expect(parseRelation(raw)).toEqual({ items: [ines], earlier: 0 });
  expect(parseRelation([raw])).toEqual({ items: [ines], earlier: 0 });
  expect(parseRelation({ connect: [raw], disconnect: [] })).toEqual({ items: [ines], earlier: 0 });
  expect(relationOf(parseRelation([raw]))).toEqual({ items: [ines], earlier: 0 });
});

test('moves an item', () => {
  expect(moved([1, 2, 3], 0, 2)).toEqual([2, 3, 1]);
  expect(moved([1, 2, 3], 2, 0)).toEqual([3, 1, 2]);
  expect(moved([1, 2, 3], 7, 0)).toEqual([1, 2, 3]);
});
