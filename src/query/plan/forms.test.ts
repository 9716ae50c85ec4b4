// Parameters given in two forms, lists through dynamic zones, and the order of errors.
import { describe, expect, test } from 'vitest';
import { plan, rejection } from '../../../test/support/planned.ts';

describe('a plan', () => {
  test('combines the value and the operators of a key with AND', () => {
    const items = (query: string) => {
      const { filter } = plan(query).shape.root;
      const inner = filter?.kind === 'related' ? filter.filter : filter;
      if (inner?.kind !== 'and') return inner?.kind === 'compare' ? [inner.comparison] : inner;
      return inner.items.map((item) => (item.kind === 'compare' ? item.comparison : item.kind));
    };
    expect(items('filters[title]=a&filters[title][$contains]=b')).toEqual(['contains', 'eq']);
    expect(items('filters[title][$contains]=b&filters[title]=a')).toEqual(['contains', 'eq']);
    expect(items('filters[title]=a&filters[title][$eq]=b')).toEqual(['eq', 'eq']);
    expect(items('filters[author]=3&filters[author][name]=b')).toEqual(['eq', 'eq']);
    expect(items('filters[title]&filters[title][$ne]=b')).toEqual(['eq', 'null']);
    // Only a repeated condition is replaced.
    expect(items('filters[title][$eq]=b&filters[title]=a')).toEqual(['eq']);
    expect(items('filters[title][$eq]=b&filters[title][$ne]=c&filters[title]=a')).toEqual([
      'eq',
      'eq',
    ]);
    expect(
      plan('filters[$not][title]=a&filters[$not][title][$ne]=b').shape.root.filter,
    ).toMatchObject({ kind: 'or' });
  });

  test('ignores an accepted sort by status', () => {
    const sort = (query: string, type?: string) =>
      plan(query, type ? { type } : {}).shape.root.sort;
    for (const query of ['sort=status:desc', 'sort[status]=asc', 'sort[category][status]=desc']) {
      expect(sort(query)).toEqual([]);
    }
    for (const query of ['sort=status.x', 'sort=status:down', 'sort[status][x]=asc']) {
      expect(sort(query)).toEqual([]);
    }
    expect(rejection('sort=status')).toMatchObject({ key: 'status', path: null });
    expect(rejection('sort=status:')).toMatchObject({ key: 'status', path: null });
    expect(rejection('sort=author.status')).toMatchObject({ key: 'status', path: 'author' });
    expect(rejection('sort=status:desc', { type: 'author' })).toMatchObject({ key: 'status' });
    expect(rejection('sort[articles][status]=asc', { type: 'author' })).toMatchObject({
      key: 'status',
      path: 'articles',
    });
  });

  test('follows paths through a dynamic zone to the components that have their attributes', () => {
    const children = (query: string) => {
      const [zone] = plan(query).shape.root.children;
      return zone?.kind !== 'mixed'
        ? null
        : Object.fromEntries(
            zone.variants.map((rows) => [
              rows.uid,
              rows.children.map(({ attribute }) => attribute),
            ]),
          );
    };
    expect(children('populate[0]=sections.cta&populate[1]=sections.author')).toMatchObject({
      'sections.hero': ['cta'],
      'sections.quote': ['author'],
      'sections.faq': [],
    });
    expect(children('populate[0]=sections.heading')).toMatchObject({ 'sections.hero': [] });
    expect(children('populate[sections][on]=')).toEqual({});
    expect(children('populate[sections][on]=&populate[sections][populate]=*')).toEqual({});
    expect(Object.keys(children('populate[sections][on]') ?? {})).toHaveLength(5);
  });
});

describe('reports an invalid key with its path', () => {
  test.each([
    ['filters[author]=3&filters[author][foo]=x', 'foo', 'author', 'filters'],
    ['filters[title][foo]=x&filters[title]=a', 'foo', 'title', 'filters'],
    ['filters[$or][0][title]=a&filters[$or][title]=b', '0', null, 'filters'],
    ['sort=kind&sort[title]=desc', '0', null, 'sort'],
    ['sort[0]=kind&sort[title]=desc', '0', null, 'sort'],
    ['sort[author]=desc&sort[author][name]=asc', '0', 'author', 'sort'],
    ['sort=title:down,unknown', 'unknown', null, 'sort'],
    ['sort=title:down&populate=unknown', 'unknown', 'unknown', 'populate'],
    ['populate=createdBy,unknown', 'unknown', 'unknown', 'populate'],
    ['populate[createdBy]=1&populate[unknown]=1', 'unknown', null, 'populate'],
    ['populate[author]=mentor', 'mentor', 'author.mentor', 'populate'],
    ['populate[author][0]=x.y', 'x', 'author', 'populate'],
    ['populate[author][filters][x]=1&populate[author][y]=1', 'x', null, 'populate'],
    ['populate[author][populate]=articles.x', 'x', 'articles.x', 'populate'],
    ['populate[author][populate]=articles.', '', 'author.articles', 'populate'],
    ['populate[category][on]', 'on', 'category.on', 'populate'],
    ['populate[category][on][]=x', '0', 'category.on.0', 'populate'],
    ['populate[category][on][api::tag.tag][x]=1', 'x', 'category', 'populate'],
    ['populate[sections][fields]=id&populate[unknown]=1', 'unknown', null, 'populate'],
  ])('%s', (query, key, path, param) => {
    expect(rejection(query)).toEqual({ key, path, source: 'query', param });
  });

  test('rejects a private attribute before the next name of the level above', () => {
    const query = 'populate[author][populate][createdBy]=1&populate[unknown]=1';
    expect(rejection(query)).toMatchObject({ key: 'createdBy', path: 'author.createdBy' });
  });

  const below = 'populate[author][populate][articles][populate]';
  const trail = 'author.populate.articles.populate.sections';
  const kind = 'populate[sections][on][sections.related]';
  test.each([
    // Only the root populate follows dotted paths through a dynamic zone.
    ['populate=sections.cta.label', 'cta', 'sections.cta'],
    ['populate[0]=author.articles.sections.unknown', 'unknown', 'author.articles.sections.unknown'],
    [`${below}[0]=sections.cta`, 'populate', trail],
    [`${below}=sections.cta`, 'populate', trail],
    [`${below}=sections.unknown`, 'unknown', 'sections.unknown'],
    [`${below}[sections][populate]=cta`, 'populate', trail],
    [`${below}[sections][on]=x`, 'on', `${trail}.on`],
    [`${kind}[0]=articles`, 'articles', 'sections.articles'],
    [`${kind}[x]=1`, 'x', 'sections'],
    [`${kind}[populate][title]=1`, 'title', 'sections.on[sections.related].populate.title'],
    [
      `${kind}[populate][articles][populate][sections][populate]=cta`,
      'populate',
      'sections.on[sections.related].populate.articles.populate.sections',
    ],
    [`${kind}[populate][articles][x]=1`, 'x', 'sections.articles'],
    ['populate[sections][on][]=x', '0', 'sections.on.0'],
  ])('at a dynamic zone: %s', (query, key, path) => {
    expect(rejection(query)).toEqual({ key, path, source: 'query', param: 'populate' });
  });
});
