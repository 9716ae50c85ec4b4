// Queries of users, where they differ from those of documents.
import { describe, expect, test } from 'vitest';
import { changedQuery } from '../routing/range-query.ts';
import { countQuery, listQuery, singleQuery } from './user-query.ts';

describe('populating a relation with * populates nothing below it', () => {
  const starred = { populate: { role: '*', team: { populate: { lead: '*', all: 'true' } } } };
  const plain = { populate: { role: true, team: { populate: { lead: true, all: 'true' } } } };

  test('in a list, a single user and a count', () => {
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
  ])('keeps %j unchanged', (query) => {
    expect(listQuery(query)).toBe(query);
  });
});

describe('one user', () => {
  test('is skipped by start', () => {
    expect(singleQuery({ start: '5' })).toBeNull();
    expect(singleQuery({ start: '0' })).toEqual({ start: '0' });
  });

  test('is filtered by document as well as by path', () => {
    const filters = { documentId: 'x' };
    expect(singleQuery({ filters })).toEqual({ filters: { $and: [filters] } });
  });
});

test('a count ignores pagination', () => {
  expect(countQuery({ start: '1', limit: '0', _q: 'a' })).toEqual({
    _q: 'a',
    pagination: { pageSize: 1, withCount: true },
  });
  expect(countQuery({ page: '3', pageSize: '1' })).toEqual({
    pagination: { pageSize: 1, withCount: true },
  });
});
