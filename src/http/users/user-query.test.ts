// Queries of users, where they differ from those of documents.
import { describe, expect, test } from 'vitest';
import { unwrap } from '../../query/deferred.ts';
import type { ParamObject, ReadParams } from '../../query/params.ts';
import { parseRead, type ParseOptions, type QueryParser } from '../../query/parse.ts';
import { parsePopulate } from '../../query/parse/populate.ts';
import { SINGLE_USER, USER_COUNT, USER_LIST } from './user-query.ts';

const OPTIONS: ParseOptions = {
  paging: 'none',
  drafts: false,
  localized: false,
  severalLocales: false,
  checksRange: false,
  versionFilters: false,
  isWrite: false,
  limits: { defaultLimit: 25, maxLimit: 100, withCount: true },
  strictRoots: false,
  strictDocuments: false,
};

function parse(parser: QueryParser, query: ParamObject): ReadParams {
  return parser.parse(query, OPTIONS);
}

describe('a star that populates a relation populates nothing below it', () => {
  const starred = { role: '*', team: { populate: { lead: '*', all: 'true' } } };

  test('in a list, a single user and a count', () => {
    for (const parser of [USER_LIST, SINGLE_USER, USER_COUNT]) {
      const { populate } = parse(parser, { populate: starred });
      const [role, team] = populate.form === 'object' ? populate.entries : [];
      expect(role).toEqual({ name: 'role', value: { form: 'flag', flag: true } });
      expect(JSON.stringify(team)).toContain(
        '{"name":"lead","value":{"form":"flag","flag":true}},{"name":"all"',
      );
    }
  });

  test.each<ParamObject>([
    { populate: '*' },
    { populate: { role: { populate: '*' } } },
    { populate: { role: { fields: '*' } } },
    { populate: ['*'] },
    { populate: { '25': '*' } },
  ])('keeps %j unchanged', (query) => {
    expect(parse(USER_LIST, query).populate).toEqual(parsePopulate(query['populate']));
  });
});

describe('one user', () => {
  test('is skipped by start', () => {
    expect(unwrap(parse(SINGLE_USER, { start: '5', filters: 'x' }).rows).skipsDocument).toBe(true);
    expect(parse(SINGLE_USER, { start: '0' })).toEqual(parseRead({}, OPTIONS));
  });

  test('is filtered by document as well as by path', () => {
    const filters = { documentId: 'x' };
    const nested = parseRead({ filters: { $and: [filters] } }, OPTIONS);
    expect(parse(SINGLE_USER, { filters })).toEqual(nested);
  });
});

test.each<ParamObject>([
  { start: '1', limit: '0' },
  { page: '3', pageSize: '1' },
])('a count ignores the pagination %j', (query) => {
  const { rows } = parse(USER_COUNT, { ...query, _q: 'a' });
  const pagination = { style: 'page', offset: 0, limit: 1, page: 1, withCount: true };
  expect(unwrap(rows)).toMatchObject({ search: 'a', pagination });
});

test.each([SINGLE_USER, USER_COUNT])('checks the range of a query: $name', (parser) => {
  expect(() => parse(parser, { start: '-1', status: 'x' })).toThrow('convertStartQueryParams');
  expect(() => parse(parser, { limit: '-2' })).toThrow('convertLimitQueryParams');
  expect(() => parse(parser, { page: '0' })).toThrow("Invalid 'page' parameter");
});
