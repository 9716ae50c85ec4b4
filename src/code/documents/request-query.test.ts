import { expect, test } from 'vitest';
import { textsOfQuery } from './request-query.ts';

test.each([
  [
    { page: 2, isOn: true, big: 3n, at: new Date(0) },
    { page: '2', isOn: 'true', big: '3', at: '1970-01-01T00:00:00.000Z' },
  ],
  [{ none: undefined, call: () => 1, at: new Date(Number.NaN), empty: [], object: {} }, {}],
  [
    { key: null, text: '' },
    { key: null, text: '' },
  ],
  [{ filters: { id: { $in: [1, undefined, '2'] } } }, { filters: { id: { $in: ['1', '2'] } } }],
])('converts %o to text values', (query, expected) => {
  expect(textsOfQuery(query)).toEqual(expected);
});

test('rejects a query that contains itself', () => {
  const filters: Record<string, unknown> = {};
  filters['$and'] = [filters];
  expect(() => textsOfQuery({ filters })).toThrow('The query has more than 100 levels.');
});
