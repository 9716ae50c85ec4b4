// Lists whose `start` and `limit` are top-level parameters.
import { describe, expect, test } from 'vitest';
import { changedQuery, rangeQuery } from './range-query.ts';

describe('a list', () => {
  test.each(['0', '-1', '', null])('ignores a limit of %j', (limit) => {
    expect(rangeQuery({ limit, start: '1' })).toEqual({ start: '1' });
  });

  test('keeps other queries unchanged', () => {
    const query = { limit: '5', filters: { id: '1' } };
    expect(rangeQuery(query)).toBe(query);
  });

  test.each([
    [{ limit: '-5' }, 'convertLimitQueryParams expected a positive integer got -5'],
    [{ limit: 'abc' }, 'convertLimitQueryParams expected a positive integer got NaN'],
    [{ limit: '1.5' }, 'convertLimitQueryParams expected a positive integer got 1.5'],
    [{ limit: { a: '1' } }, 'convertLimitQueryParams expected a positive integer got NaN'],
    [{ limit: [[{ a: Object.create(null) }]] }, 'convertLimitQueryParams expected a positive'],
    [{ start: '-1' }, 'convertStartQueryParams expected a positive integer got -1'],
    [{ start: 'abc' }, 'convertStartQueryParams expected a positive integer got NaN'],
  ])('rejects %j', (query, message) => {
    expect(() => rangeQuery(query)).toThrow(message);
  });
});

test('a query string without changes remains a string', () => {
  const parse = () => ({ limit: '5' });
  expect(changedQuery(parse, 'sort=id', rangeQuery)).toBe('sort=id');
  expect(changedQuery(parse, 'limit=5', rangeQuery)).toBe('limit=5');
  expect(changedQuery(() => ({ limit: '0' }), 'limit=0', rangeQuery)).toEqual({});
});
