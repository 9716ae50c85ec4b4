import { expect, test } from 'vitest';
import { parseFilters } from '../../query/parse/filters.ts';
import { filterOf } from './condition-query.ts';

test.each<[object, object]>([
  [{ name: 'x' }, { name: { $eq: 'x' } }],
  [{ 'author.id': 3 }, { author: { id: { $eq: 3 } } }],
  [{ kind: ['a', 'b'] }, { kind: { $in: ['a', 'b'] } }],
  [{ kind: { $nin: ['a'] } }, { kind: { $notIn: ['a'] } }],
  [{ kind: null }, { kind: { $null: true } }],
  [{ kind: { $ne: null } }, { kind: { $notNull: true } }],
  [{ kind: { $exists: false } }, { kind: { $null: true } }],
  [{ price: { $gt: 1, $lte: 9 } }, { price: { $and: [{ $gt: 1 }, { $lte: 9 }] } }],
  [
    { 'createdBy.roles': { $elemMatch: { id: { $in: [1] } } } },
    { createdBy: { roles: { $and: [{ id: { $in: [1] } }] } } },
  ],
])('converts %j', (query, filters) => {
  expect(filterOf(query)).toEqual(parseFilters({ $and: [filters] } as never));
});

test('converts alternatives', () => {
  expect(filterOf({ $or: [{ a: 1 }, { b: 2 }] })).toEqual(
    parseFilters({
      $and: [{ $or: [{ $and: [{ a: { $eq: 1 } }] }, { $and: [{ b: { $eq: 2 } }] }] }],
    }),
  );
});

test.each([{ $where: 'x' }, { name: { $regex: 'x' } }, { $or: [1] }])(
  'rejects %j instead of dropping a part of a condition',
  (query) => {
    expect(() => filterOf(query)).toThrow(/Unsupported operator/);
  },
);
