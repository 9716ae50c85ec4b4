// The reviewed SQL of typical reads. A change of it changes the load on the database.
import { expect, test } from 'vitest';
import { kitchenRegistry } from '../../test/support/vendored-projects.ts';
import { createLayout } from '../storage/layout/layout.ts';
import { sqliteDialect } from '../storage/sqlite/dialect.ts';
import { fullAccess } from './access.ts';
import { compileRead } from './compile.ts';
import type { CompiledRead, CompiledRows } from './compiled.ts';
import { parseRead } from './parse.ts';
import { printCursor } from './parse/cursor.ts';
import { parseQueryString } from './parse/query-string.ts';
import { planRead } from './planner.ts';

const registry = kitchenRegistry();
const layout = createLayout(registry);

/** A list, compiled. */
function compiled(query: string, type = 'article'): CompiledRead {
  const model = registry.contentType(`api::${type}.${type}`);
  const params = parseRead(parseQueryString(`fields=id&${query}`), {
    paging: 'nested',
    drafts: model.draftAndPublish,
    localized: model.localized,
    severalLocales: true,
    isWrite: false,
    limits: { defaultLimit: 25, maxLimit: 100, withCount: true },
    checksRange: true,
    versionFilters: true,
    strictRoots: false,
    strictDocuments: false,
  });
  const surroundings = { registry, access: fullAccess, defaultLocale: 'en' };
  const { shape } = planRead({ type: model, one: null }, params, surroundings);
  const target = {
    registry,
    layout,
    dialect: sqliteDialect,
    served: new Map(),
    search: new Map(),
    output: 'text' as const,
  };
  return compileRead(shape, target);
}

/** The statements of a list, in the order in which they run. */
function statements(query: string, type?: string): readonly string[] {
  const { root, count } = compiled(query, type);
  return [root.statement.sql, ...(count ? [count.statement.sql] : []), ...below(root)].map((sql) =>
    sql.replaceAll('"', ''),
  );
}

function below({ children }: CompiledRows): readonly string[] {
  return children.flatMap((child) => {
    if (child.kind === 'count') return child.statements.map(({ sql }) => sql);
    const rows = child.kind === 'mixed' ? child.variants : [child.rows];
    const links = child.kind === 'rows' ? [] : [child.links.sql];
    return [...links, ...rows.flatMap((each) => [each.statement.sql, ...below(each)])];
  });
}

test('a plain list and its number of rows', () => {
  expect(statements('')).toMatchInlineSnapshot(`
    [
      "select t1.id, json_object('documentId', cast(t1.document_id as text)) from articles as t1 where t1.published_at is not null and t1.locale = ? order by t1.id asc limit +? offset ?",
      "select count(*) from articles as t1 where t1.published_at is not null and t1.locale = ?",
    ]
  `);
});

test('a filter through a relation is an uncorrelated subquery', () => {
  expect(statements('filters[author][name]=x&pagination[withCount]=false')).toMatchInlineSnapshot(`
    [
      "select t1.id, json_object('documentId', cast(t1.document_id as text)) from articles as t1 where t1.published_at is not null and t1.locale = ? and t1.id in (select t2.article_id from articles_author_lnk as t2 inner join authors as t3 on t3.id = t2.author_id where t3.name = ?) order by t1.id asc limit +? offset ?",
    ]
  `);
});

test('a filter that a missing relation satisfies', () => {
  const query = 'filters[author][mentor][$null]=true&pagination[withCount]=false';
  expect(statements(query)).toMatchInlineSnapshot(`
    [
      "select t1.id, json_object('documentId', cast(t1.document_id as text)) from articles as t1 where t1.published_at is not null and t1.locale = ? and (not exists (select 1 from articles_author_lnk as t8 inner join authors as t9 on t9.id = t8.author_id where t8.article_id = t1.id) or t1.id in (select t2.article_id from articles_author_lnk as t2 inner join authors as t3 on t3.id = t2.author_id where not exists (select 1 from authors_mentor_lnk as t6 inner join authors as t7 on t7.id = t6.inv_author_id where t6.author_id = t3.id))) order by t1.id asc limit +? offset ?",
    ]
  `);
});

test('a sort through a relation', () => {
  expect(statements('sort=tags.name:desc&pagination[withCount]=false')).toMatchInlineSnapshot(`
    [
      "select t1.id, json_object('documentId', cast(t1.document_id as text)) from articles as t1 where t1.published_at is not null and t1.locale = ? order by (select max(t3.name) from articles_tags_lnk as t2 inner join tags as t3 on t3.id = t2.tag_id where t2.article_id = t1.id) desc, t1.id asc limit +? offset ?",
    ]
  `);
});

test('a page after a cursor, and the count of the whole list', () => {
  const cursor = printCursor('id:asc', [7]);
  expect(statements(`pagination[after]=${cursor}`)).toMatchInlineSnapshot(`
    [
      "select t1.id, json_object('documentId', cast(t1.document_id as text)), t1.id from articles as t1 where t1.published_at is not null and t1.locale = ? and t1.id > ? order by t1.id asc limit +?",
      "select count(*) from articles as t1 where t1.published_at is not null and t1.locale = ?",
    ]
  `);
});

test('a page before a cursor with several sort keys: NULL values, which come last, are a separate branch', () => {
  const cursor = printCursor('views:asc,title:desc,id:asc', [5, 'a', 7]);
  const query = `sort=views,title:desc&pagination[before]=${cursor}&pagination[withCount]=false`;
  expect(statements(query)).toMatchInlineSnapshot(`
    [
      "select * from (select t1.id, json_object('documentId', cast(t1.document_id as text)), case typeof(t1.views) when 'real' then t1.views when 'blob' then 9e999 else cast(t1.views as blob) end, case typeof(t1.title) when 'real' then t1.title when 'blob' then 9e999 else cast(t1.title as blob) end, t1.id from articles as t1 where t1.published_at is not null and t1.locale = ? and t1.views <= ? and (t1.views < ? or t1.title >= ? and (t1.title > ? or t1.id < ?)) order by t1.views desc, t1.title asc, t1.id desc limit +?) as piece union all select * from (select t1.id, json_object('documentId', cast(t1.document_id as text)), case typeof(t1.views) when 'real' then t1.views when 'blob' then 9e999 else cast(t1.views as blob) end, case typeof(t1.title) when 'real' then t1.title when 'blob' then 9e999 else cast(t1.title as blob) end, t1.id from articles as t1 where t1.published_at is not null and t1.locale = ? and t1.views is null order by t1.views desc, t1.title asc, t1.id desc limit +?) as piece limit +?",
    ]
  `);
});

test('a page after a cursor with a NULL value: non-NULL values are a separate branch', () => {
  const cursor = printCursor('views:asc,id:asc', [null, 7]);
  const query = `sort=views&pagination[after]=${cursor}&pagination[withCount]=false`;
  expect(statements(query)).toMatchInlineSnapshot(`
    [
      "select * from (select t1.id, json_object('documentId', cast(t1.document_id as text)), case typeof(t1.views) when 'real' then t1.views when 'blob' then 9e999 else cast(t1.views as blob) end, t1.id from articles as t1 where t1.published_at is not null and t1.locale = ? and t1.views is null and (t1.id > ?) order by t1.views asc, t1.id asc limit +?) as piece union all select * from (select t1.id, json_object('documentId', cast(t1.document_id as text)), case typeof(t1.views) when 'real' then t1.views when 'blob' then 9e999 else cast(t1.views as blob) end, t1.id from articles as t1 where t1.published_at is not null and t1.locale = ? and t1.views is not null order by t1.views asc, t1.id asc limit +?) as piece limit +?",
    ]
  `);
});

test('populated nodes, one statement each', () => {
  const query =
    'pagination[withCount]=false&populate[author][fields]=id&populate[tags][count]=true' +
    '&populate[cover][fields]=url&populate[seo][populate][links][filters][external]=true&populate[localizations][fields]=id';
  expect(statements(query)).toMatchInlineSnapshot(`
    [
      "select t1.id, json_object('documentId', cast(t1.document_id as text)) from articles as t1 where t1.published_at is not null and t1.locale = ? order by t1.id asc limit +? offset ?",
      "select t2.article_id, t2.author_id from articles_author_lnk as t2 where t2.article_id in (select value from json_each(?)) order by t2.id",
      "select t3.id, json_object('documentId', cast(t3.document_id as text)) from authors as t3 where t3.id in (select value from json_each(?))",
      "select t4.article_id, count(*) from articles_tags_lnk as t4 inner join tags as t5 on t5.id = t4.tag_id where t4.article_id in (select value from json_each(?)) group by t4.article_id",
      "select t6.related_id, t6.file_id from files_related_mph as t6 where t6.related_id in (select value from json_each(?)) and +t6.related_type = 'api::article.article' and +t6.field = 'cover' order by t6.order, t6.id",
      "select t7.id, json_object('documentId', cast(t7.document_id as text), 'url', cast(t7.url as text)) from files as t7 where t7.id in (select value from json_each(?))",
      "select t9.entity_id, t10.id, json_object('metaTitle', cast(t10.meta_title as text), 'metaDescription', cast(t10.meta_description as text)) from articles_cmps as t9 inner join components_shared_seos as t10 on t10.id = t9.cmp_id where t9.entity_id in (select value from json_each(?)) and +t9.field = 'seo' order by t9.order, t9.id",
      "select t11.entity_id, t12.id, json_object('label', cast(t12.label as text), 'href', cast(t12.href as text)), t12.external from components_shared_seos_cmps as t11 inner join components_shared_links as t12 on t12.id = t11.cmp_id where t11.entity_id in (select value from json_each(?)) and +t11.field = 'links' and t12.external = ? order by t11.order, t11.id",
      "select t14.id, t15.id, json_object('documentId', cast(t15.document_id as text)) from articles as t14 inner join articles as t15 on t15.document_id = t14.document_id and t15.id <> t14.id where t14.id in (select value from json_each(?)) and t15.published_at is not null order by t15.locale, t15.id",
    ]
  `);
});

test('excludes drafts related to a type without drafts', () => {
  const query = 'filters[articles][title]=x&pagination[withCount]=false';
  expect(statements(query, 'campaign')).toMatchInlineSnapshot(`
    [
      "select t1.id, json_object('documentId', cast(t1.document_id as text)) from campaigns as t1 where t1.id in (select t2.campaign_id from campaigns_articles_lnk as t2 inner join articles as t3 on t3.id = t2.article_id where t3.published_at is not null and t3.title = ?) order by t1.id asc limit +? offset ?",
    ]
  `);
});

test('lists the tables that a response depends on: of rows, links, filters, sorts and the default locale', () => {
  const query =
    'populate[cover]=true&populate[seo][fields]=metaTitle&filters[author][name]=x&sort=tags.name';
  expect([...compiled(query).tables].sort()).toEqual([
    'articles',
    'articles_author_lnk',
    'articles_cmps',
    'articles_tags_lnk',
    'authors',
    'components_shared_seos',
    'files',
    'files_related_mph',
    'strapi_core_store_settings',
    'tags',
  ]);
});

test.each(['filters[title][$contains]=', 'filters[title][$endsWithi]=', '_q='])(
  'does not use LIKE for a repetitive pattern: %s',
  (query) => {
    expect(statements(`${query}aaaa`).join()).toMatch(/ like /);
    expect(statements(query + 'a'.repeat(40)).join()).not.toMatch(/ like /);
  },
);
