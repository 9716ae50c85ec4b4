// Access limits of the root type in the plan (docs/strapi/administration.md, "Administrators' permissions").
import { describe, expect, test } from 'vitest';
import { plan, rejection } from '../../test/support/planned.ts';
import type { ReadAccess } from './access.ts';
import { equals } from './params.ts';

const READABLE = new Set(['title', 'author', 'author.name', 'seo', 'seo.metaTitle', 'sections']);

/** Reads a few attributes of articles that have a title. */
const access: ReadAccess = {
  key: 'limited',
  mayFind: () => true,
  root: {
    mayRead: (path) => READABLE.has(path.join('.')) || path[0] === 'sections',
    rows: equals('views', 3),
  },
};

describe('a caller with read access to some attributes', () => {
  test('selects those of the type and its components', () => {
    const { root } = plan('populate=*', { access }).shape;
    expect(root.fields).toEqual(['title']);
    expect(root.children.map(({ attribute }) => attribute)).toEqual(['author', 'seo', 'sections']);
    expect(root.children).toMatchObject([
      { rows: { fields: ['name'] } },
      { rows: { fields: ['metaTitle'] } },
      { variants: expect.anything() as unknown },
    ]);
  });

  test('cannot select others by name', () => {
    const { root } = plan('fields[0]=title&fields[1]=summary', { access }).shape;
    expect(root.fields).toEqual(['title']);
  });

  test.each([
    'filters[summary]=a',
    'filters[seo][metaDescription]=a',
    'filters[$or][0][author][email]=a',
    'sort=summary',
    'sort=author.email',
    'populate[author][filters][email]=a',
    'populate[author][sort]=email',
  ])('cannot use %s', (query) => {
    expect(rejection(query, { access })).toMatchObject({ key: expect.any(String) as unknown });
  });

  test('searches readable attributes', () => {
    const { search } = plan('_q=text', { access }).shape;
    expect(search?.attributes).toEqual(['id', 'documentId', 'title']);
  });
});

describe('a condition on rows', () => {
  const condition = { kind: 'compare', attribute: 'views', comparison: 'eq' };

  test('is combined with the filters, also on unreadable attributes', () => {
    expect(plan('', { access }).shape.root.filter).toMatchObject(condition);
    expect(plan('filters[title]=a', { access }).shape.root.filter).toMatchObject({
      kind: 'and',
      items: [{ attribute: 'title' }, condition],
    });
  });

  test('applies to a single document', () => {
    const one = { by: 'documentId', value: 'x' } as const;
    expect(plan('', { access, one }).shape.root.filter).toMatchObject(condition);
  });

  test('does not put values into the shape, which callers with equal permissions share', () => {
    const other = { ...access, root: { mayRead: () => true, rows: equals('views', 4) } };
    const same = { ...access, root: { mayRead: () => true, rows: equals('views', 3) } };
    expect(plan('', { access: same }).shape).toEqual(plan('', { access: other }).shape);
  });
});
