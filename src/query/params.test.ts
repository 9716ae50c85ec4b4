// Parameters of a read are data: a round trip through JSON changes neither plans nor errors.
import { describe, expect, test } from 'vitest';
import { parsed, plan, planParams } from '../../test/support/planned.ts';
import { AppError } from '../base/errors.ts';
import {
  ascending,
  equals,
  paramsKey,
  populateOne,
  readParams,
  WHOLE_LIST,
  type FilterTree,
  type ReadParams,
  type Scalar,
} from './params.ts';

/** A plan, or the error of planning. */
function outcome(make: () => unknown): unknown {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { name: error.name, message: error.message, details: error.details };
  }
}

describe('parameters survive a round trip through JSON', () => {
  test.each([
    'filters[$or][0][author][name][$containsi]=a&filters[$or][1][$not][views][$gt]=3&_q=x',
    'sort[0]=title:desc&sort[1]=author.name&fields=title,kind&locale[$ne]=fr&status=draft',
    'populate[author][populate][articles][fields]=title&populate[sections][on][sections.hero]=1',
    'populate[0]=author.mentor&pagination[page]=2&publicationFilter=modified',
    'populate[author][fields][x]=1&filters[nope]=1',
    'populate[author][fields][x]=1',
    'pagination[page]=abc&filters[nope]=1',
    'pagination[page]=abc&filters[views]=abc',
    'filters[views]=abc',
    'populate[sections][fields]=id',
  ])('%s', (query) => {
    const params = parsed(query);
    const copy = JSON.parse(JSON.stringify(params)) as ReadParams;
    expect(copy).toEqual(params);
    expect(outcome(() => planParams(copy))).toEqual(outcome(() => plan(query)));
  });
});

test('parameters of a program equal those of a query string', () => {
  const params = readParams({
    filters: equals('title', 'a'),
    sort: [ascending('title')],
    fields: ['title'],
    populate: populateOne('author'),
    pagination: WHOLE_LIST,
  });
  const { shape } = plan('filters[title]=a&sort=title&fields=title&populate=author');
  expect(planParams(params).shape).toEqual({ ...shape, page: { ...shape.page, count: false } });
});

describe('casts values of programs like their text', () => {
  test.each<[string, Scalar, string]>([
    ['views', 5, '5'],
    ['views', 5n, '5'],
    ['views', true, 'true'],
    ['title', 7, '7'],
    ['title', new Date(0), '1970-01-01T00:00:00.000Z'],
    ['publishedAt', new Date(86_400_000), '1970-01-02T00:00:00.000Z'],
    ['publishedAt', 5, '5'],
    ['id', 3, '3'],
    ['id', 3n, '3'],
  ])('%s = %o', (attribute, value, text) => {
    const planOf = (filters: FilterTree): unknown =>
      outcome(() => planParams(readParams({ filters })));
    expect(planOf(equals(attribute, value))).toEqual(planOf(equals(attribute, text)));
  });
});

test('equal parameters have equal keys', () => {
  const params = () => ({
    filters: { title: { $in: ['a', 'b'] } },
    limit: 5,
    sort: null,
    fields: undefined,
  });
  expect(paramsKey(params())).not.toBeNull();
  expect(paramsKey(params())).toBe(paramsKey(params()));
});

test.each([
  [{ a: 1 }, { a: '1' }],
  [{ a: true }, { a: 'true' }],
  [{ a: null }, { a: 'null' }],
  [{ a: undefined }, {}],
  [{ a: undefined }, { a: null }],
  [{ a: undefined }, { a: 'undefined' }],
  [{ a: [] }, { a: {} }],
  [{ a: ['b', 'c'] }, { a: ['b,c'] }],
  [{ a: 'x', b: 'y' }, { a: 'x","b":"y' }],
  [{ a: { b: 1 } }, { a: {}, b: 1 }],
])('different parameters have different keys: %j, %j', (one, other) => {
  expect(paramsKey(one)).not.toBe(paramsKey(other));
});

test.each([
  ['NaN', { a: NaN }],
  ['a date', { a: new Date(0) }],
  ['a function', { a: () => 1 }],
  ['a big integer', { a: [1n] }],
  ['an object of a class', { a: new Map() }],
])('parameters with %s have no key', (_, params) => {
  expect(paramsKey(params)).toBeNull();
});
