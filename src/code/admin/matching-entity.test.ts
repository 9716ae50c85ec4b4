// Comparisons of an entry with the filter of a permission.
import { expect, test } from 'vitest';
import { matches } from './matching-entity.ts';

const entry = {
  views: 10,
  price: '9.5',
  at: new Date('2026-01-02T00:00:00Z'),
  title: 'b',
  owner: { id: 3 },
  tags: [{ name: 'x' }, { name: 'y' }],
  note: null,
};

test.each([
  [{ views: { $gt: 9 } }, true],
  [{ views: { $lte: '9' } }, false],
  [{ price: { $lt: '10' } }, true],
  [{ at: { $gte: '2026-01-02T00:00:00.000Z' } }, true],
  [{ at: { $lt: '2026-01-02T00:00:00.000Z' } }, false],
  [{ title: { $gt: 'a' } }, true],
  [{ owner: { id: { $in: ['3'] } } }, true],
  [{ owner: 3 }, true],
  [{ tags: { name: 'y' } }, true],
  [{ tags: { name: 'z' } }, false],
  [{ note: { $null: true } }, true],
  [{ note: { $gt: 1 } }, false],
  [{ $or: [{ title: 'a' }, { title: 'b' }] }, true],
  [{ title: { $not: { $eq: 'b' } } }, false],
])('%j matches: %s', (conditions, expected) => {
  expect(matches(conditions, entry)).toBe(expected);
});

test('an unsupported operator is an error, so that negating it grants nothing', () => {
  expect(() => matches({ title: { $not: { $contains: 'b' } } }, entry)).toThrow('$contains');
});
