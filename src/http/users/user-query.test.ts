// The queries of users, where they are others than those of documents.
import { describe, expect, test } from 'vitest';
import { changedQuery } from '../range-query.ts';
import { countQuery, listQuery, singleQuery } from './user-query.ts';

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
