// SQL of the versions that a read sees: draft or published, `publicationFilter` (docs/strapi/publishing.md,
// "The status parameter"), and the remaining rows of a type whose drafts or locales were switched off
// (docs/strapi/differences.md, D10).
import { sql } from 'kysely';
import type { Fragment } from '../../storage/dialect.ts';
import type { PublicationFilter } from '../params.ts';
import type { AliasedRows, CompileContext } from './context.ts';

/** The conditions for visible rows of a model; none for components. */
export function versionConditions(
  context: CompileContext,
  uid: string,
  alias: string,
): readonly Fragment[] {
  const model = context.registry.model(uid);
  if (model.modelType === 'component') return [];
  const served = servedConditions(context, uid, alias);
  if (!model.draftAndPublish) return served;
  const { status, publicationFilter } = context.version;
  const isVersion = ofStatus(alias, status === 'published');
  if (!publicationFilter) return [...served, isVersion];
  const published = status === 'published';
  return [
    ...served,
    isVersion,
    publicationCondition(context, { uid, alias, publicationFilter, published }),
  ];
}

/** The condition for written rows: a deletion applies `publicationFilter` to drafts. */
export function writtenConditions(
  context: CompileContext,
  { uid, alias }: AliasedRows,
): readonly Fragment[] {
  const model = context.registry.model(uid);
  const { publicationFilter } = context.version;
  if (!publicationFilter || model.modelType === 'component' || !model.draftAndPublish) return [];
  const condition = { uid, alias, publicationFilter, published: false };
  return [ofStatus(alias, false), publicationCondition(context, condition)];
}

function servedConditions(
  { served }: CompileContext,
  uid: string,
  alias: string,
): readonly Fragment[] {
  const rows = served.get(uid);
  if (!rows) return [];
  const locale = sql.id(alias, 'locale');
  return [
    ...(rows.publishedOnly ? [ofStatus(alias, true)] : []),
    ...(rows.locale === null
      ? []
      : [sql`(${locale} = ${sql.lit(rows.locale)} or ${locale} is null)`]),
  ];
}

function ofStatus(alias: string, published: boolean): Fragment {
  const column = sql.id(alias, 'published_at');
  return published ? sql`${column} is not null` : sql`${column} is null`;
}

/** The status of a row of a type with drafts as a number: 0 for a draft, 1 for a modified entry, 2 for a published one. */
export function statusRank(context: CompileContext, rows: AliasedRows): Fragment {
  const published = (newer?: OtherVersion['newer']): Fragment =>
    otherVersion(context, rows, { published: true, sameLocale: true, newer });
  const isModified = published((own, its) => sql`${own} > ${its}`);
  return sql`case when not ${published()} then 0 when ${isModified} then 1 else 2 end`;
}

interface PublicationRows extends AliasedRows {
  readonly publicationFilter: PublicationFilter;
  /** Whether the rows are published rows or drafts. */
  readonly published: boolean;
}

/** Requires that the other version of the document exists or does not exist, as the filter says. */
function publicationCondition(
  context: CompileContext,
  { publicationFilter, published, ...rows }: PublicationRows,
): Fragment {
  const sameLocale = !publicationFilter.endsWith('-document');
  const other = (newer?: (own: Fragment, its: Fragment) => Fragment): Fragment =>
    otherVersion(context, rows, { published: !published, sameLocale, newer });
  switch (publicationFilter) {
    case 'never-published':
    case 'never-published-document':
      return published ? sql`1 = 0` : sql`not ${other()}`;
    case 'has-published-version':
    case 'has-published-version-document':
      return other();
    case 'modified':
      return other((own, its) => (published ? sql`${its} > ${own}` : sql`${own} > ${its}`));
    case 'unmodified':
      return other((own, its) => (published ? sql`${its} <= ${own}` : sql`${own} <= ${its}`));
    case 'published-without-draft':
      return published ? sql`not ${other()}` : sql`1 = 0`;
    case 'published-with-draft':
      return published ? other() : sql`1 = 0`;
  }
}

interface OtherVersion {
  readonly published: boolean;
  readonly sameLocale: boolean;
  /** Compares `updatedAt` of the row with that of the other version. */
  readonly newer: ((own: Fragment, its: Fragment) => Fragment) | undefined;
}

function otherVersion(
  context: CompileContext,
  { uid, alias }: AliasedRows,
  { published, sameLocale, newer }: OtherVersion,
): Fragment {
  const other = context.alias();
  const same = (column: string): Fragment =>
    sql`${sql.id(other, column)} = ${sql.id(alias, column)}`;
  const isLocalized = context.registry.contentType(uid).localized;
  const conditions = [
    same('document_id'),
    ofStatus(other, published),
    ...servedConditions(context, uid, other),
    ...(sameLocale && isLocalized ? [same('locale')] : []),
    ...(newer ? [newer(sql.id(alias, 'updated_at'), sql.id(other, 'updated_at'))] : []),
  ];
  return sql`exists (select 1 from ${context.table(uid, other)} where ${sql.join(conditions, sql` and `)})`;
}
