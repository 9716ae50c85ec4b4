// The forms of each parameter (docs/strapi/reading.md), regardless of the attributes that it names.
import { describe, expect, test } from 'vitest';
import { QUERY_PARAMETERS } from '../../base/limits.ts';
import {
  WHOLE_LIST,
  type FilterKey,
  type FilterTree,
  type ParamObject,
  type ParamValue,
  type Populate,
  type QueryObject,
  type QueryValue,
  type Scalar,
} from '../params.ts';
import { parseFilters } from './filters.ts';
import { parsePagination } from './pagination.ts';
import { parseNestedPopulate, parsePopulate } from './populate.ts';
import { parseQueryString } from './query-string.ts';
import { checkRootRange, checkStrictRange, parseRootRange } from './root-range.ts';
import { parseSort } from './sort.ts';
import { listItems, parseFields } from './values.ts';
import {
  checkLocale,
  parseLocale,
  parseHasPublishedVersion,
  parsePublicationFilter,
  parseStatus,
} from './version.ts';

describe('query strings', () => {
  const valueOf = (text: string): QueryValue | undefined => parseQueryString(text)['a'];

  test.each([
    ['a', null],
    ['a=', ''],
    ['a=+', ' '],
    ['a[0]=x&a[5]=y', ['x', 'y']],
    ['a=x&a=y', ['x', 'y']],
    ['a[]=x', ['x']],
    ['a[b][c]=x', { b: { c: 'x' } }],
    ['a.b=x', undefined],
    ['a[b]=%zz', { b: '%zz' }],
  ])('%s', (text, value) => {
    expect(valueOf(text)).toEqual(value);
  });

  test('parses indexes over the parser limit as a list', () => {
    const text = Array.from({ length: 150 }, (_, i) => `a[${i}]=${i}`).join('&');
    expect(listItems(valueOf(text))).toHaveLength(150);
    expect(listItems(valueOf('a[500]=x'))).toEqual(['x']);
    expect(listItems(valueOf('a[b]=x'))).toBeNull();
  });

  test('parses brackets over 20 levels as one key', () => {
    const deep = `a${'[b]'.repeat(22)}=x`;
    expect(JSON.stringify(valueOf(deep))).toContain('"[b][b]":"x"');
  });

  test('rejects too many parameters', () => {
    const text = Array.from({ length: QUERY_PARAMETERS + 1 }, (_, i) => `x${i}=1`).join('&');
    expect(() => parseQueryString(text)).toThrow('Too many query parameters');
  });
});

describe('sort', () => {
  const terms = (value: QueryValue): readonly string[] =>
    parseSort(value).map(({ path, direction }) => `${path.join('.')} ${direction ?? 'none'}`);

  test.each<[QueryValue, readonly string[]]>([
    ['title', ['title asc']],
    ['title:DESC', ['title desc']],
    ['title: desc , b: asc', ['title desc', 'b asc']],
    [{ a: ' desc' }, ['a desc']],
    [{ a: ' ' }, ['a none']],
    ['a, b.c:desc', ['a asc', 'b.c desc']],
    [
      ['a', 'b:desc'],
      ['a asc', 'b desc'],
    ],
    [{ a: 'desc', b: { c: 'asc' } }, ['a desc', 'b.c asc']],
    [[{ a: 'desc' }], ['a desc']],
    ['title:asc:desc', ['title asc']],
    ['', []],
    [',', []],
    [':desc', []],
    ['.a..b.', ['a.b asc']],
    [[['x']], []],
    [{ a: '' }, ['a none']],
    [{ a: ['asc'] }, ['a.0 none']],
    [['a', { b: 'desc' }], ['0 none']],
    ['a:down', ['a unknown']],
    [{ a: 'down' }, ['a unknown']],
  ])('%j', (value, expected) => {
    expect(terms(value)).toEqual(expected);
  });
});

describe('fields', () => {
  test.each<[QueryValue | undefined, unknown]>([
    [undefined, 'all'],
    [null, 'all'],
    ['a, b', ['a', 'b']],
    [
      ['a', 'b'],
      ['a', 'b'],
    ],
    [
      ['a', ' b '],
      ['a', 'b'],
    ],
    ['*', ['*']],
    ['', ['']],
  ])('%j', (value, expected) => {
    expect(parseFields(value)).toEqual(expected);
  });

  test.each<[QueryValue]>([[['a,b']], [{ a: 'true' }], [[['a']]]])('rejects %j', (value) => {
    expect(() => parseFields(value)).toThrow('Invalid fields parameter');
  });
});

describe('populate', () => {
  test.each<[QueryValue | undefined, unknown]>([
    [undefined, { form: 'none' }],
    ['', { form: 'paths', paths: [], lastWins: false }],
    ['*', { form: 'all' }],
    ['a, b.c,,', { form: 'paths', paths: [['a'], ['b', 'c']], lastWins: false }],
    [['a', 'b.'], { form: 'paths', paths: [['a'], ['b']], lastWins: true }],
    [
      { a: 'true' },
      { form: 'object', entries: [{ name: 'a', value: { form: 'flag', flag: true } }], paths: [] },
    ],
  ])('%j', (value, expected) => {
    expect(parsePopulate(value)).toEqual(expected);
  });

  test('accepts 101 entries in array form', () => {
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, i) => [i, 'author']));
    expect(parsePopulate(many)).toMatchObject({ form: 'paths' });
  });

  test('rejects a mix of strings and objects', () => {
    expect(() => parsePopulate(['a', { b: 'true' }])).toThrow('Invalid populate parameter');
  });

  test.each<[QueryValue, QueryObject, unknown]>([
    ['a.b', { a: { populate: { b: 'true' } } }, [['a', 'b']]],
    ['a,b', { 'a,b': 'true' }, [['a'], ['b']]],
    [['a', 'a.b'], { a: { populate: { b: 'true' } } }, [['a'], ['a', 'b']]],
    [['a.b', 'a'], { a: 'true' }, [['a', 'b'], ['a']]],
    ['.a', { a: 'true' }, [['a']]],
    ['a.', { a: { populate: { '': 'true' } } }, [['a']]],
    ['', { '': 'true' }, []],
    ['__proto__', JSON.parse('{"__proto__":"true"}') as QueryObject, [['__proto__']]],
  ])('converts a nested %j to keys', (value, keys, paths) => {
    expect(parseNestedPopulate(value)).toEqual({ ...parseNestedPopulate(keys), paths });
  });

  test('keeps the order of options, and reports the error of an option when it is reached', () => {
    const options = { nope: '1', fields: { x: '1' }, filters: '', count: 't', on: null };
    const { entries } = parsePopulate({ a: options }) as Populate & { form: 'object' };
    expect(entries).toMatchObject([
      {
        name: 'a',
        value: {
          form: 'options',
          options: {
            list: [
              { option: 'unknown', key: 'nope' },
              { option: 'fields', fields: { error: { name: 'ValidationError' } } },
              { option: 'filters', filters: null },
              { option: 'count', flag: true },
              { option: 'on', on: { form: 'none' } },
            ],
          },
        },
      },
    ]);
  });
});

describe('filters', () => {
  const value = (scalar: Scalar): FilterTree => ({ form: 'value', value: scalar });
  const key = (kind: FilterKey['kind'], name: string, tree: FilterTree): FilterTree => ({
    form: 'keys',
    keys: [{ kind, key: name, value: tree }],
  });

  test.each<[ParamValue, FilterTree]>([
    ['x', value('x')],
    [{}, { form: 'keys', keys: [] }],
    [{ a: null }, key('name', 'a', value(null))],
    [{ $not: { $gt: 5n } }, key('not', '$not', key('operator', '$gt', value(5n)))],
    [{ $nope: true }, key('operator', '$nope', value(true))],
    [
      { $or: [{ a: 1 }] },
      key('or', '$or', { form: 'list', items: [key('name', 'a', value(1))], index: '0' }),
    ],
    [
      { '7': 'a', '9': 'b' },
      { form: 'list', items: [value('a'), value('b')], index: '7' },
    ],
    [new Date(0), value(new Date(0))],
  ])('%o', (given, tree) => {
    expect(parseFilters(given)).toEqual(tree);
  });
});

describe('pagination', () => {
  const limits = { defaultLimit: 25, maxLimit: 100, withCount: true };
  const page = (pagination: QueryValue) => parsePagination({ pagination }, limits);

  test.each<[QueryValue, object]>([
    [{}, { style: 'page', page: 1, offset: 0, limit: 25 }],
    [
      { page: '2', pageSize: '10' },
      { page: 2, offset: 10, limit: 10 },
    ],
    [{ page: '0' }, { page: 1 }],
    [{ pageSize: '0' }, { limit: 1 }],
    [{ pageSize: '1000' }, { limit: 100 }],
    [{ pageSize: 'abc' }, { limit: 100 }],
    [{ pageSize: '1e1' }, { limit: 10 }],
    [
      { start: '2', limit: '3' },
      { style: 'offset', offset: 2, limit: 3 },
    ],
    [{ limit: '-1' }, { limit: 1 }],
    [{ start: '-3' }, { offset: 0 }],
    [{ limit: null }, { style: 'offset', offset: 0, limit: 25 }],
    [
      { start: '3', limit: null },
      { style: 'offset', offset: 3, limit: 1 },
    ],
    [
      { page: null, start: '4', limit: '3' },
      { style: 'page', page: 2, offset: 4, limit: 3 },
    ],
    [{ pageSize: [null] }, { limit: 1 }],
    [{ page: '1', start: null }, { style: 'page' }],
    [{ withCount: 'f' }, { withCount: false }],
    ['abc', { limit: 25 }],
  ])('%j', (pagination, expected) => {
    expect(page(pagination)).toMatchObject(expected);
  });

  test.each<[QueryValue, string]>([
    [{ page: 'abc' }, 'convertStartQueryParams expected a positive integer got NaN'],
    [{ page: '1.5' }, 'convertStartQueryParams expected a positive integer got 12.5'],
    [{ pageSize: '2.5' }, 'convertLimitQueryParams expected a positive integer got 2.5'],
    [{ start: '99999999999999999999' }, 'convertStartQueryParams'],
    [{ page: '1', limit: '3' }, 'Cannot use both page & offset'],
    [{ withCount: 'TRUE' }, 'Invalid withCount parameter'],
  ])('rejects %j', (pagination, message) => {
    expect(() => page(pagination)).toThrow(message);
  });

  test('rejects page parameters at the root and ignores start and limit', () => {
    expect(() => parsePagination({ page: '1' }, limits)).toThrow('Invalid pagination attributes');
    expect(parsePagination({ start: '5', limit: '5' }, limits)).toMatchObject({ offset: 0 });
  });

  test('rejects a page size that is not a number if there is no maximum', () => {
    const unlimited = { ...limits, maxLimit: null };
    expect(() => parsePagination({ pagination: { pageSize: 'x' } }, unlimited)).toThrow(
      'convertStart',
    );
    expect(() => parsePagination({ pagination: { limit: 'x' } }, unlimited)).toThrow(
      'convertLimit',
    );
  });
});

describe('plain range parameters', () => {
  test.each(['0', '-1', '', null])('ignores a limit of %j in a list', (limit) => {
    expect(parseRootRange({ limit, start: '5' })).toEqual({ ...WHOLE_LIST, offset: 5 });
  });

  test('returns the page of a range', () => {
    const range = { style: 'offset', offset: 20, limit: 10, page: 3, withCount: false };
    expect(parseRootRange({ start: '20', limit: ['10'] })).toEqual(range);
  });

  test.each<[ParamObject, string]>([
    [{ page: '1', limit: '1' }, 'Invalid pagination attributes.'],
    [{ limit: '-5' }, 'convertLimitQueryParams expected a positive integer got -5'],
    [{ limit: 'abc' }, 'convertLimitQueryParams expected a positive integer got NaN'],
    [{ limit: '1.5' }, 'convertLimitQueryParams expected a positive integer got 1.5'],
    [{ limit: { a: '1' } }, 'convertLimitQueryParams expected a positive integer got NaN'],
    [{ limit: [[{ a: Object.create(null) }]] }, 'convertLimitQueryParams expected a positive'],
    [{ start: '-1' }, 'convertStartQueryParams expected a positive integer got -1'],
    [{ start: 'abc' }, 'convertStartQueryParams expected a positive integer got NaN'],
  ])('rejects %j for a list', (query, message) => {
    expect(() => parseRootRange(query)).toThrow(message);
  });

  test.each<[QueryObject, string]>([
    [{ page: 'x' }, "Invalid 'page' parameter. Expected an integer > 0, received: x"],
    [{ pageSize: '' }, "Invalid 'pageSize' parameter. Expected an integer > 0, received: "],
    [{ page: '1', limit: '1' }, 'Invalid pagination attributes.'],
    [{ start: '-1' }, 'convertStartQueryParams expected a positive integer got -1'],
    [{ limit: 'x', start: 'x' }, 'convertStartQueryParams expected a positive integer got NaN'],
    [{ limit: '-2' }, 'convertLimitQueryParams expected a positive integer got -2'],
  ])('rejects %j for a single document', (query, message) => {
    expect(() => checkRootRange(query)).toThrow(message);
  });

  test('accepts numbers and empty values', () => {
    const queries: readonly QueryObject[] = [
      { page: '2', pageSize: ['1'], start: null },
      { start: '', limit: '-1' },
      { page: null, limit: '0' },
    ];
    for (const query of queries) expect(() => checkRootRange(query)).not.toThrow();
  });

  test.each<[QueryObject, string]>([
    [{ page: '0' }, "Invalid parameter at 'page'. Expected integer >= 1, received: 0"],
    [{ start: '1.5' }, "Invalid parameter at 'start'. Expected integer >= 0, received: 1.5"],
    [{ limit: '0' }, "Invalid parameter at 'limit'. Expected integer >= 1 or -1, received: 0"],
    [{ pageSize: 'x', limit: '2' }, 'Invalid pagination parameters. Cannot use both'],
    [{ withCount: '1' }, "Invalid parameter at 'withCount'. Expected a boolean, received: string"],
    [{ withCount: ['1'] }, 'received: object'],
  ])('rejects %j with strict parameters', (query, message) => {
    expect(() => checkStrictRange(query)).toThrow(message);
  });

  test('names the invalid number of a list with strict parameters', () => {
    const limits = { defaultLimit: 25, maxLimit: 100, withCount: true };
    const strict = (query: QueryObject) => () => parsePagination(query, limits, true);
    const start = "Invalid parameter at 'start'. Expected integer >= 0, received: ";
    expect(strict({ pagination: { start: 'x' } })).toThrow(`${start}NaN`);
    expect(strict({ pagination: { page: '1.5' } })).toThrow(`${start}12.5`);
    expect(strict({ pagination: { limit: '1.5' } })).toThrow("Invalid parameter at 'limit'.");
    expect(strict({ page: '2' })).toThrow('Cannot use both page-based');
    expect(strict({ page: '', start: 'x', withCount: 'true' })()).toMatchObject({ limit: 25 });
    expect(() => checkStrictRange({ page: '', pageSize: null, limit: '-1' })).not.toThrow();
  });
});

describe('versions', () => {
  test('accepts only published and draft as status', () => {
    expect(parseStatus(undefined, true)).toBe('published');
    expect(parseStatus('', true)).toBe('published');
    expect(parseStatus('draft', true)).toBe('draft');
    expect(parseStatus('banana', false)).toBe('published');
    expect(() => parseStatus(['draft', 'published'], true)).toThrow('received: draft,published');
  });

  test('parses publicationFilter and the former hasPublishedVersion', () => {
    expect(parsePublicationFilter('modified')).toBe('modified');
    expect(parseHasPublishedVersion('false')).toBe('never-published-document');
    expect(() => parsePublicationFilter('')).toThrow('Invalid value');
    expect(() => parseHasPublishedVersion('x')).toThrow('Invalid value');
  });

  test('accepts one locale, several, a filter or all for a list, and one for a document', () => {
    const rejected = (received: string) => ({
      kind: 'invalid',
      message: `Invalid locale param ${received} provided. Document locales must be strings.`,
    });
    expect(parseLocale('', true)).toEqual({ kind: 'default' });
    expect(parseLocale('*', true)).toEqual({ kind: 'any' });
    expect(parseLocale('*', false)).toEqual({ kind: 'some', codes: ['*'] });
    expect(parseLocale(['fr', 'de'], true)).toEqual({ kind: 'some', codes: ['fr', 'de'] });
    expect(parseLocale({ $in: ['fr', 'de'] }, true)).toEqual({ kind: 'some', codes: ['fr', 'de'] });
    expect(parseLocale({ $eq: 'fr' }, true)).toEqual({ kind: 'some', codes: ['fr'] });
    const filter = parseFilters({ locale: { $ne: 'fr' } });
    expect(parseLocale({ $ne: 'fr' }, true)).toEqual({ kind: 'filter', filter });
    expect(parseLocale(['en', 'fr'], false)).toEqual(rejected('en,fr'));
    expect(parseLocale({ $ne: 'fr' }, false)).toEqual(rejected('[object Object]'));
    for (const value of [undefined, '', '*', 'fr', ['zh-Hans', 'en']]) checkLocale(value);
    expect(() => checkLocale({ $in: ['fr'] })).toThrow('or undefined; received: object');
    expect(() => checkLocale(['fr', 'x y'])).toThrow("Invalid parameter at 'locale[1]'");
    expect(() => checkLocale('en'.padEnd(40, '-ab'))).toThrow('exceeds maximum length of 35');
  });
});
