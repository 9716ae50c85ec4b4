// Status filters of lists: each format, and which one wins.
import { expect, test } from 'vitest';
import type { QueryObject } from '../query/params.ts';
import { parseFilters } from '../query/parse/filters.ts';
import { parseStatusQuery } from './publication-query.ts';

const status = (name: string): QueryObject => ({ __status: { $eq: name } });
const within = (...names: readonly string[]): QueryObject => ({
  filters: { $and: names.map(status) },
});

test.each<[QueryObject, string, string | null, boolean]>([
  [{}, 'draft', null, false],
  [{ status: 'published' }, 'published', null, true],
  [{ publicationFilter: 'modified' }, 'draft', 'modified', false],
  [{ hasPublishedVersion: 'false' }, 'draft', 'never-published-document', true],
  [{ publicationStatusFilter: 'published-modified' }, 'published', 'modified', true],
  [{ publicationStatusFilter: 'other' }, 'draft', null, true],
  [within('draft'), 'draft', 'never-published', true],
  [within('published'), 'published', null, true],
  [within('published-unmodified'), 'published', 'unmodified', true],
  [within('draft', 'published'), 'published', 'never-published', true],
  [within('published-modified', 'draft'), 'published', 'modified', true],
  [{ ...within('published'), status: 'nope' }, 'published', null, true],
  [{ ...within('draft'), publicationFilter: 'nope' }, 'draft', 'never-published', true],
])('%j', (query, expected, publicationFilter, isLimited) => {
  expect(parseStatusQuery(query)).toMatchObject({ status: expected, publicationFilter, isLimited });
});

test.each<QueryObject>([{ status: 'nope' }, { publicationFilter: 'nope' }])(
  'rejects %j',
  (query) => {
    expect(() => parseStatusQuery(query)).toThrow('Invalid');
  },
);

test('removes only the status from the filters', () => {
  const title = { title: 'a' };
  const filters = { $and: [status('draft'), title], name: 'b' };
  expect(parseStatusQuery({ filters }).filters).toEqual(parseFilters({ name: 'b', $and: [title] }));
  expect(parseStatusQuery(within('draft')).filters).toEqual(parseFilters({}));
  const unknown = { $and: [status('archived')] };
  expect(parseStatusQuery({ filters: unknown }).filters).toEqual(parseFilters(unknown));
});
