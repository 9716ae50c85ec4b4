// Plans of reads, and the errors of planning (docs/strapi/reading.md).
import { describe, expect, test } from 'vitest';
import {
  MAX_CONDITIONS,
  MAX_PATH_STEPS,
  MAX_PATTERN_LENGTH,
  MAX_PATTERNS_LENGTH,
  MAX_SORT_STEPS,
} from '../base/limits.ts';
import { plan, rejection } from '../../test/support/planned.ts';
import type { ReadAccess } from './access.ts';
import { printCursor } from './parse/cursor.ts';
import { printOrder } from './plan/keyset.ts';
import type { RowKey } from './planner.ts';

describe('a plan', () => {
  test('shares a shape between queries that differ only in values', () => {
    const one = plan('filters[title]=a&filters[views][$in][0]=1&pagination[page]=2&_q=x&locale=fr');
    const other = plan('filters[title]=b&filters[views][$in][0]=1&filters[views][$in][1]=2&_q=y');
    expect(other.shape).toEqual(one.shape);
    expect(other.values).not.toEqual(one.values);
  });

  test('shares a shape between cursors that differ only in values, except NULL', () => {
    const [five, six, none] = [5, 6, null].map((views) =>
      plan(`sort=views&pagination[after]=${printCursor('views:asc,id:asc', [views, 1])}`),
    );
    expect(six?.shape).toEqual(five?.shape);
    expect(none?.shape).not.toEqual(five?.shape);
  });

  test.each([
    ['', 'id:asc'],
    ['title:desc', 'title:desc,id:asc'],
    ['title:desc,id:desc', 'title:desc,id:desc'],
    ['id:desc,title', 'id:desc'],
  ])('a list sorted by "%s" has cursors of %s', (sort, order) => {
    const { page } = plan(`sort=${sort}&pagination[before]=`).shape;
    expect(page && 'keyset' in page && printOrder(page.keyset.keys)).toBe(order);
  });

  test('moves negations into the comparisons', () => {
    const { filter } = plan('filters[$not][$or][0][title]=a&filters[$not][$or][1][author][name]=b')
      .shape.root;
    expect(filter).toMatchObject({
      kind: 'and',
      items: [
        { kind: 'compare', attribute: 'title', negated: true },
        { kind: 'related', attribute: 'author', filter: { attribute: 'name', negated: true } },
      ],
    });
  });

  test('combines several groups at one level with AND', () => {
    const query =
      'filters[author][$or][0][name]=a&filters[tags][$or][0][name]=b&filters[$or][0][title]=c';
    expect(plan(query).shape.root.filter).toMatchObject({
      kind: 'and',
      items: [{ attribute: 'author' }, { attribute: 'tags' }, { attribute: 'title' }],
    });
  });

  test('combines several values of a negative operator with AND', () => {
    const group = (query: string) => plan(query).shape.root.filter?.kind;
    expect(group('filters[title][$ne][0]=a&filters[title][$ne][1]=b')).toBe('and');
    expect(group('filters[title][$eq][0]=a&filters[title][$eq][1]=b')).toBe('or');
    expect(group('filters[title][$not][$eq][0]=a&filters[title][$not][$eq][1]=b')).toBe('and');
    expect(group('filters[title][$not][$ne][0]=a&filters[title][$not][$ne][1]=b')).toBe('or');
  });

  test('a root filter on locale replaces the parameter, a nested one is added to it', () => {
    expect(plan('filters[locale]=fr&locale=de').shape.locale).toBeNull();
    expect(plan('filters[$and][0][locale]=fr').shape.locale).not.toBeNull();
  });

  test('ignores filters if the path names the document', () => {
    const one: RowKey = { by: 'documentId', value: 'x' };
    expect(plan('filters[documentId]=y', { one }).shape.root.filter).toBeNull();
  });

  test('selects every visible scalar without fields', () => {
    const { fields } = plan('', { type: 'sample' }).shape.root;
    expect(fields).toContain('aString');
    expect(fields).toContain('publishedAt');
    expect(fields).not.toContain('aPassword');
    expect(fields).not.toContain('aPrivate');
    expect(fields).not.toContain('locale');
  });

  test('searches only attributes that the caller can read', () => {
    const searched = (text: string) => plan(`_q=${text}`).shape.search?.attributes;
    expect(searched('x')).toEqual([
      'id',
      'documentId',
      'title',
      'slug',
      'summary',
      'body',
      'kind',
      'locale',
    ]);
    expect(searched('7')).toContain('views');
    expect(searched('7')).not.toContain('internalNote');
  });

  test('excludes relations that the caller must not read', () => {
    const access: ReadAccess = { key: 'some', mayFind: (uid) => uid === 'api::author.author' };
    const names = (query: string) =>
      plan(query, { access }).shape.root.children.map(({ attribute }) => attribute);
    expect(names('populate=*')).toEqual(['cover', 'gallery', 'author', 'seo', 'faq', 'sections']);
    expect(names('populate=author,category')).toEqual(['author']);
    expect(names('populate=author.articles')).toEqual([]);
    expect(names('populate[category]=true')).toEqual([]);
    expect(rejection('populate[category][fields]=zz', { access })).toMatchObject({ key: 'zz' });
    expect(rejection('filters[category][name]=x', { access })).toMatchObject({ key: 'category' });
    expect(rejection('sort=category.name', { access })).toMatchObject({ key: 'category' });
  });
});

describe('an invalid key is reported with its path', () => {
  test.each([
    ['filters[unknown]=x', 'unknown', null, 'filters'],
    ['filters[author][unknown]=x', 'unknown', 'author', 'filters'],
    ['filters[author][id][$foo]=x', '$foo', 'author', 'filters'],
    ['filters[title][$EQ]=x', '$EQ', 'title', 'filters'],
    ['filters[title][$eq][foo]=x', 'foo', 'title', 'filters'],
    ['filters[internalNote]=x', 'internalNote', 'internalNote', 'filters'],
    ['filters[sections][x]=x', 'sections', 'sections', 'filters'],
    ['filters[seo][documentId]=x', 'documentId', 'seo', 'filters'],
    ['filters[$eq]=x', '$eq', null, 'filters'],
    ['filters[0][title]=x', '0', null, 'filters'],
    ['filters[internalNote]=x&filters[unknown]=x', 'unknown', null, 'filters'],
    ['sort=unknown', 'unknown', null, 'sort'],
    ['sort=author', 'author', 'author', 'sort'],
    ['sort=tags:desc', 'desc', 'tags', 'sort'],
    ['sort=author.name.x', 'x', 'author.name', 'sort'],
    ['sort=sections:desc', 'sections', 'sections', 'sort'],
    ['sort=author.createdBy.id', 'createdBy', 'author.createdBy', 'sort'],
    ['fields=unknown', 'unknown', null, 'fields'],
    ['fields=author', 'author', 'author', 'fields'],
    ['fields=', '', null, 'fields'],
    ['fields=*,unknown', 'unknown', null, 'fields'],
    ['populate=unknown', 'unknown', 'unknown', 'populate'],
    ['populate=author.unknown', 'unknown', 'author.unknown', 'populate'],
    ['populate=updatedBy,author', 'updatedBy', 'updatedBy', 'populate'],
    ['populate[unknown]=true', 'unknown', null, 'populate'],
    ['populate[createdBy]=true', 'createdBy', 'createdBy', 'populate'],
    ['populate[updatedBy][fields][0]=email', 'email', 'email', 'populate'],
    ['populate[author][populate][name]=true', 'name', 'author.populate.name', 'populate'],
    ['populate[author][populate]=mentor,avatar', 'mentor,avatar', 'author', 'populate'],
    ['populate[tags][limit]=1', 'limit', 'tags', 'populate'],
    ['populate[tags][locale]=fr', 'locale', 'tags.locale', 'populate'],
    ['populate[sections][populate]=cta', 'populate', 'sections', 'populate'],
    ['populate[sections][on][a.b]=true', 'a.b', 'sections.on.a.b', 'populate'],
  ])('%s', (query, key, path, param) => {
    expect(rejection(query)).toEqual({ key, path, source: 'query', param });
  });

  test.each(Object.getOwnPropertyNames(Object.prototype))(
    'rejects the inherited property name %s',
    (key) => {
      const path = null;
      expect(rejection(`filters[${key}]=x`)).toMatchObject({ key, path, param: 'filters' });
      expect(rejection(`filters[title][$not][${key}]=x`)).toMatchObject({ key, path: 'title' });
      expect(rejection(`filters[author][${key}]=x`)).toMatchObject({ key, path: 'author' });
      expect(rejection(`populate[${key}]=true`)).toMatchObject({ key, path, param: 'populate' });
      expect(rejection(`populate[author][${key}]=x`)).toMatchObject({ key, path: 'author' });
      expect(() => plan(`sort=${key}`)).toThrow('Invalid sort query');
      expect(() => plan(`sort[${key}]=asc`)).toThrow('Invalid sort query');
    },
  );

  test('rejects an object in a list of values', () => {
    expect(rejection('filters[$not][title][0][x]=1')).toMatchObject({ key: 'x', path: 'title' });
    expect(rejection('filters[title][$eq]=a&filters[title][$eq][$ne]=b')).toMatchObject({
      key: '$ne',
    });
  });

  test('accepts lists over the parser limit in all parameters', () => {
    const many = (key: string, value: string): string =>
      Array.from({ length: 150 }, (_, i) => `${key}[${i}]=${value}`).join('&');
    const sizes = (query: string): readonly number[] =>
      plan(query).values.flatMap((value) => ('list' in value ? [value.list.length] : []));
    expect(sizes(many('filters[title]', 'a'))).toEqual([150]);
    expect(sizes(many('filters[author]', '1'))).toEqual([150]);
    expect(sizes(many('filters[id][$notIn]', '1'))).toEqual([150]);
    expect(() => plan(many('sort', 'title'))).toThrow('Too many sort keys');
    expect(plan(many('fields', 'title')).shape.root.fields).toEqual(['title']);
  });

  test('reports unknown names before invalid values and pages', () => {
    expect(rejection('filters[views]=abc&pagination[page]=abc&sort=unknown')).toMatchObject({
      key: 'unknown',
    });
  });
});

describe('limits of a query', () => {
  const rejected = (query: string) => expect(() => plan(query));

  test('limits conditions', () => {
    const many = Array.from(
      { length: MAX_CONDITIONS + 1 },
      (_, i) => `filters[$or][${i}][id]=${i}`,
    );
    rejected(many.join('&')).toThrow('Too many conditions');
  });

  test('limits populated nodes', () => {
    const way = (n: number): string =>
      n.toString(2).padStart(9, '0').replaceAll('0', 'mentor.').replaceAll('1', 'mentees.');
    const ways = Array.from({ length: 300 }, (_, n) => `populate[]=${way(n)}`).join('&');
    expect(() => plan(ways, { type: 'author' })).toThrow('Too many populated');
    const deep = `mentor${'.mentor'.repeat(MAX_PATH_STEPS)}`;
    expect(() => plan(`populate=${deep}`, { type: 'author' })).toThrow('A populate path');
  });

  test('counts populated nodes that are only validated', () => {
    const access: ReadAccess = { key: 'author', mayFind: (uid) => uid === 'api::author.author' };
    const way = (n: number): string =>
      n
        .toString(2)
        .padStart(8, '0')
        .replaceAll('0', '.mentor')
        .replaceAll('1', '.mentees')
        .slice(1);
    const below = (key: string): string =>
      Array.from({ length: 140 }, (_, n) => `populate[${key}][populate][${n}]=${way(n)}`).join('&');
    const [open, closed] = [below('mentor'), below('articles').replaceAll(']=', ']=author.')];
    const options = { type: 'author', access };
    expect(() => plan(open, options)).not.toThrow();
    expect(() => plan(closed, options)).not.toThrow();
    expect(() => plan(`${open}&${closed}`, options)).toThrow('Too many populated');
  });

  test('limits steps through relations, and counts alternatives once', () => {
    const through = (group: string, n: number): string =>
      Array.from({ length: n }, (_, i) => `filters[${group}][${i}][author][bio][$null]=1`).join(
        '&',
      );
    expect(plan(through('$or', 150)).shape.root.filter).toMatchObject({
      kind: 'related',
      filter: { kind: 'or', items: { length: 150 } },
    });
    rejected(through('$and', 51)).toThrow('Too many steps through relations');
    const sort = `${'mentor.'.repeat(9)}name`;
    const keys = Array.from({ length: 4 }, () => `author.${sort.slice(7)}`).join(',');
    expect(() => plan(`sort=${keys}&populate[author][sort]=${sort}`)).not.toThrow();
    rejected(`sort=${keys}&populate[author][sort]=${sort},${sort}`).toThrow('Too many steps');
  });

  test('limits the steps of a sort key', () => {
    const path = Array.from({ length: MAX_SORT_STEPS }, () => 'mentor').join('.');
    expect(() => plan(`sort=${path}.name`, { type: 'author' })).toThrow('A sort key may pass');
  });

  test('rejects null in lists and ranges without two values', () => {
    rejected('filters[title][$in][0]&filters[title][$in][1]=x').toThrow('Expected a text');
    rejected('filters[views][$between]=1').toThrow(
      'Invalid value at views. Expected two values, received: 1',
    );
  });

  test.each(['$contains', '$notContainsi', '$startsWith', '$endsWithi'])(
    'limits the characters of a pattern: %s',
    (operator) => {
      const filter = (length: number) => `filters[title][${operator}]=${'x'.repeat(length)}`;
      expect(() => plan(filter(MAX_PATTERN_LENGTH))).not.toThrow();
      rejected(filter(MAX_PATTERN_LENGTH + 1)).toThrow(
        `Expected a string of at most ${MAX_PATTERN_LENGTH} characters`,
      );
    },
  );

  test('limits the characters of all patterns together', () => {
    const filters = (length: number) =>
      [
        `filters[title][$contains]=${'x'.repeat(1000)}`,
        `filters[author][name][$startsWithi][0]=${'y'.repeat(1000)}`,
        `filters[author][name][$startsWithi][1]=${'y'.repeat(1000)}`,
        `filters[$not][title][$endsWith]=${'z'.repeat(1000)}`,
        `filters[$not][title][$notContains]=${'z'.repeat(900)}`,
        `populate[author][filters][name][$contains]=${'z'.repeat(length)}`,
      ].join('&');
    expect(() => plan(filters(MAX_PATTERNS_LENGTH - 4900))).not.toThrow();
    rejected(filters(MAX_PATTERNS_LENGTH - 4899)).toThrow('The strings in filters are too long');
  });

  test('does not limit the length of other values', () => {
    for (const operator of ['$eq', '$eqi', '$nei', '$in', '$lt']) {
      expect(() => plan(`filters[title][${operator}]=${'x'.repeat(20_000)}`)).not.toThrow();
    }
  });
});
