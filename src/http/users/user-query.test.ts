// The queries of users, where they are others than those of documents.
import { describe, expect, test } from 'vitest';
import { changedQuery, countQuery, listQuery, singleQuery } from './user-query.ts';

describe('a list', () => {
  test.each(['0', '-1', '', null])('a limit of %j is none', (limit) => {
    expect(listQuery({ limit, start: '1' })).toEqual({ start: '1' });
  });

  test('others stay as they are', () => {
    const query = { limit: '5', filters: { id: '1' } };
    expect(listQuery(query)).toBe(query);
  });

  test.each([
    [{ limit: '-5' }, 'convertLimitQueryParams expected a positive integer got -5'],
    [{ limit: 'abc' }, 'convertLimitQueryParams expected a positive integer got NaN'],
    [{ limit: '1.5' }, 'convertLimitQueryParams expected a positive integer got 1.5'],
    [{ limit: { a: '1' } }, 'convertLimitQueryParams expected a positive integer got NaN'],
    [{ limit: [[{ a: Object.create(null) }]] }, 'convertLimitQueryParams expected a positive'],
    [{ start: '-1' }, 'convertStartQueryParams expected a positive integer got -1'],
    [{ start: 'abc' }, 'convertStartQueryParams expected a positive integer got NaN'],
  ])('%j is refused', (query, message) => {
    expect(() => listQuery(query)).toThrow(message);
  });
});

describe('a star for a relation takes nothing below along', () => {
  const starred = { populate: { role: '*', team: { populate: { lead: '*', all: 'true' } } } };
  const plain = { populate: { role: 'true', team: { populate: { lead: 'true', all: 'true' } } } };

  test('in a list, of one user, and where users are counted', () => {
    expect(listQuery(starred)).toEqual(plain);
    expect(singleQuery(starred)).toEqual(plain);
    expect(countQuery(starred)).toMatchObject(plain);
    expect(changedQuery(() => starred, 'populate[role]=*', listQuery)).toEqual(plain);
  });

  test.each([
    { populate: '*' },
    { populate: { role: { populate: '*' } } },
    { populate: { role: { fields: '*' } } },
    { populate: ['*'] },
    { populate: { '25': '*' } },
  ])('%j stays as it is', (query) => {
    expect(listQuery(query)).toBe(query);
  });
});

describe('one user', () => {
  test('start passes it over', () => {
    expect(singleQuery({ start: '5' })).toBeNull();
    expect(singleQuery({ start: '0' })).toEqual({ start: '0' });
  });

  test('a filter on the document counts beside the path', () => {
    const filters = { documentId: 'x' };
    expect(singleQuery({ filters })).toEqual({ filters: { $and: [filters] } });
  });
});

test('a count does not depend on pages', () => {
  expect(countQuery({ start: '1', limit: '0', page: '1', pageSize: '1', _q: 'a' })).toEqual({
    _q: 'a',
    pagination: { pageSize: '1', withCount: 'true' },
  });
});

test('a text that nothing has to change in stays one', () => {
  const parse = () => ({ limit: '5' });
  expect(changedQuery(parse, 'sort=id', listQuery)).toBe('sort=id');
  expect(changedQuery(parse, 'limit=5', listQuery)).toBe('limit=5');
  expect(changedQuery(() => ({ limit: '0' }), 'limit=0', listQuery)).toEqual({});
});
