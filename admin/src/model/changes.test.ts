import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changedFields, mergeFields } from './changes.ts';

const FIELDS = ['a', 'b', 'c'];
const base = { a: '1', b: '2', c: '3' };

describe('changed fields', () => {
  test('are compared by value; undefined equals null', () => {
    expect(changedFields({ a: { x: [1] }, b: null }, { a: { x: [1] } }, FIELDS)).toEqual([]);
    expect(changedFields(base, { ...base, b: 'x', d: 'y' }, FIELDS)).toEqual(['b']);
  });
});

describe('merge', () => {
  test('keeps fields that only one side changed', () => {
    const { merged, taken, conflicts } = mergeFields(
      { base, mine: { ...base, b: 'mine' }, theirs: { ...base, a: 'theirs' } },
      FIELDS,
    );
    expect(merged).toEqual({ a: 'theirs', b: 'mine', c: '3' });
    expect(taken).toEqual(['a']);
    expect(conflicts).toEqual([]);
  });

  test('reports a field that both sides changed as a conflict, with my value', () => {
    const merge = mergeFields(
      { base, mine: { ...base, a: 'm' }, theirs: { ...base, a: 't' } },
      FIELDS,
    );
    expect(merge.conflicts).toEqual([{ field: 'a', base: '1', mine: 'm', theirs: 't' }]);
    expect(merge.merged['a']).toBe('m');
  });

  test('reports no conflict for the same change on both sides', () => {
    const same = { ...base, a: 'x' };
    expect(mergeFields({ base, mine: same, theirs: same }, FIELDS).conflicts).toEqual([]);
  });

  test('loses no input, and no value of the other side without a conflict', () => {
    const document = fc.record({
      a: fc.constantFrom('1', 'x', 'y'),
      b: fc.constantFrom('2', 'x', 'y'),
      c: fc.constantFrom('3', 'x'),
    });
    fc.assert(
      fc.property(document, document, (mine, theirs) => {
        const { merged, conflicts } = mergeFields({ base, mine, theirs }, FIELDS);
        const disputed = conflicts.map(({ field }) => field);
        for (const name of ['a', 'b', 'c'] as const) {
          if (mine[name] !== base[name]) expect(merged[name]).toBe(mine[name]);
          else expect(merged[name]).toBe(theirs[name]);
          const isOverwritten = theirs[name] !== base[name] && merged[name] !== theirs[name];
          expect(disputed.includes(name)).toBe(isOverwritten);
        }
      }),
    );
  });
});
