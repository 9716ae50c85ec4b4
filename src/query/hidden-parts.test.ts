// The attributes that only one of two reads selects are hidden in its responses.
import { expect, test } from 'vitest';
import { kitchenRegistry } from '../../test/support/vendored-projects.ts';
import { createLayout } from '../storage/layout/layout.ts';
import { sqliteDialect } from '../storage/sqlite/dialect.ts';
import { fullAccess } from './access.ts';
import { compileRead } from './compile.ts';
import { withHidden } from './hidden-parts.ts';
import { parseRead } from './parse.ts';
import { parseQueryString } from './parse/query-string.ts';
import type { ReadPlan } from './plan.ts';
import { planRead } from './planner.ts';

const registry = kitchenRegistry();

function plan(query: string): ReadPlan {
  const type = registry.contentType('api::article.article');
  const params = parseRead(parseQueryString(query), {
    paging: 'nested',
    drafts: type.draftAndPublish,
    localized: type.localized,
    severalLocales: true,
    isWrite: false,
    limits: { defaultLimit: 25, maxLimit: 100, withCount: true },
    checksRange: true,
    versionFilters: true,
    strictRoots: false,
    strictDocuments: false,
  });
  const context = { registry, access: fullAccess, defaultLocale: 'en' };
  return planRead({ type, one: null }, params, context);
}

test('fields and populated attributes are hidden on every level', () => {
  const open = 'fields=title&fields=locale&populate[author][fields]=name&populate[category]=true';
  const root = withHidden(plan(open), plan('fields=title&populate[category][fields]=name'))?.shape
    .root;
  expect(root).toMatchObject({ fields: ['title', 'locale'], hidden: ['locale', 'author'] });
  const category = root?.children.find(({ attribute }) => attribute === 'category');
  expect(category).toMatchObject({ rows: { hidden: expect.arrayContaining(['createdAt']) } });
});

test('selects hidden texts separately', () => {
  const layered = withHidden(plan('fields=title&fields=slug'), plan('fields=title'));
  const layout = createLayout(registry);
  const target = {
    registry,
    layout,
    dialect: sqliteDialect,
    served: new Map(),
    search: new Map(),
    output: 'text' as const,
  };
  expect(layered && compileRead(layered.shape, target).root.cells).toEqual([
    { kind: 'texts', fields: ['documentId', 'title'], isHidden: false },
    { kind: 'texts', fields: ['slug'], isHidden: true },
  ]);
});

test.each([
  ['filters', 'filters[title]=A', 'filters[title]=B'],
  ['filters of what is populated', 'populate[author][filters][name]=A', 'populate=author'],
  ['sort', 'sort=title', 'sort=id'],
  ['pages', 'pagination[limit]=1', 'pagination[limit]=2'],
  ['order of fields', 'fields=title&fields=slug', 'fields=slug&fields=title'],
])('reads that differ in %s have no common rows', (_, open, shown) => {
  expect(withHidden(plan(open), plan(shown))).toBeNull();
  expect(withHidden(plan(open), plan(open))).toEqual(plan(open));
});
