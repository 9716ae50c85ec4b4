// Updates and counts rows when the content model changes, inside a transaction.
import { sql } from 'kysely';
import type { Dialect, Fragment } from '../dialect.ts';
import { toQuery, printQuery } from '../migration/row-writer.ts';
import type { Query, Session } from '../session.ts';
import type { SelectedValues } from './selected-values.ts';

/** Rows in which a column has a value. */
export interface MatchingRows {
  readonly table: string;
  readonly column: string;
  readonly is: string;
  /** Further condition, or null. */
  readonly and?: { readonly column: string; readonly is: string } | null;
}

/** Statement that changes a column of rows. */
export function updateRows({ compile }: Dialect, rows: MatchingRows, to: string): Query {
  const { table, column, is, and } = rows;
  const more = and ? sql` and ${sql.id(and.column)} = ${and.is}` : sql``;
  return toQuery(
    compile(
      sql`update ${sql.id(table)} set ${sql.id(column)} = ${to} where ${sql.id(column)} = ${is}${more}`,
    ),
  );
}

/** Statement that replaces the beginning of a text. */
export function replacePrefix({ compile }: Dialect, rows: MatchingRows, to: string): Query {
  const { table, column, is } = rows;
  const name = sql.id(column);
  return toQuery(
    compile(
      sql`update ${sql.id(table)} set ${name} = ${to} || substr(${name}, ${sql.lit(is.length + 1)}) where substr(${name}, 1, ${sql.lit(is.length)}) = ${is}`,
    ),
  );
}

/** Statement that renames several values at once. */
export function renameValues(
  { compile }: Dialect,
  { table, column, and }: Omit<MatchingRows, 'is'>,
  values: readonly (readonly [from: string, to: string])[],
): Query {
  const name = sql.id(column);
  const cases = values.map(([from, to]) => sql`when ${from} then ${to}`);
  const former = values.map(([from]) => sql`${from}`);
  return toQuery(
    compile(
      sql`update ${sql.id(table)} set ${name} = case ${name} ${sql.join(cases, sql` `)} else ${name} end where ${name} in (${sql.join(former)})${and ? sql` and ${sql.id(and.column)} = ${and.is}` : sql``}`,
    ),
  );
}

/** Statement that counts the documents of a content-type. */
export function countDocuments({ compile }: Dialect, table: string): Query {
  return toQuery(compile(sql`select count(distinct document_id) from ${sql.id(table)}`));
}

/** The rows that own more than one link. @param rows `field` limits them to an attribute */
export function multipleLinks(rows: {
  readonly table: string;
  readonly by: string;
  readonly field: string | null;
}): SelectedValues {
  const { table, by, field } = rows;
  const where = field === null ? sql`` : sql` where field = ${field}`;
  const owners = sql`(select ${sql.id(by)} as owner from ${sql.id(table)}${where} group by ${sql.id(by)} having count(*) > 1) several`;
  return { from: owners, value: null, documentId: null };
}

/** A rule that stored values can break. */
export type ValueRule =
  | { readonly name: 'required' | 'unique' }
  | { readonly name: 'min' | 'max' | 'minLength' | 'maxLength'; readonly limit: number }
  | { readonly name: 'enum'; readonly removed: readonly string[] };

/** A column of a model's table. */
export interface ModelColumn {
  readonly table: string;
  readonly column: string;
  /** False for components. */
  readonly hasDocuments: boolean;
}

/** The values that break a rule. Values of components cannot be unique among documents. */
export function breakingValues(at: ModelColumn, rule: ValueRule): SelectedValues {
  const { table, column, hasDocuments } = at;
  const value = sql`t.${sql.id(column)}`;
  return { ...ofTable(at), from: sql`${sql.id(table)} t where ${condition(value)}` };

  function condition(name: Fragment): Fragment {
    if (rule.name !== 'unique') return breaks(name, rule);
    const others = hasDocuments
      ? sql`o.document_id <> t.document_id and o.locale is not distinct from t.locale and (o.published_at is null) = (t.published_at is null)`
      : sql`o.id <> t.id`;
    return sql`exists (select 1 from ${sql.id(table)} o where o.${sql.id(column)} = ${name} and ${others})`;
  }
}

/** All values of a column. */
export function storedValues(at: ModelColumn): SelectedValues {
  const { table, column } = at;
  return {
    ...ofTable(at),
    from: sql`${sql.id(table)} t where t.${sql.id(column)} is not null`,
  };
}

function ofTable({ column, hasDocuments }: ModelColumn): Omit<SelectedValues, 'from'> {
  const documentId = hasDocuments ? sql`t.document_id` : null;
  return { value: sql`t.${sql.id(column)}`, documentId };
}

/** Rows of a table, or those of an attribute in it. */
export function storedRows(
  table: string,
  field: string | null,
  hasDocuments = false,
): SelectedValues {
  const where = field === null ? sql`` : sql` where t.field = ${field}`;
  const documentId = hasDocuments ? sql`t.document_id` : null;
  return { from: sql`${sql.id(table)} t${where}`, value: null, documentId };
}

/** Rows of some components in a dynamic zone. */
export function storedComponents(rows: {
  readonly table: string;
  readonly field: string;
  readonly components: readonly string[];
}): SelectedValues {
  const { table, field, components } = rows;
  const types = sql.join(components.map((uid) => sql`${uid}`));
  return {
    from: sql`${sql.id(table)} t where t.field = ${field} and t.component_type in (${types})`,
    value: sql`t.component_type`,
    documentId: null,
  };
}

/** Rows of a content-type that are served no longer without drafts or locales. */
export function unservedRows(
  table: string,
  option: { readonly drafts: true } | { readonly otherThan: string },
): SelectedValues {
  const which =
    'drafts' in option
      ? sql`t.published_at is null`
      : sql`t.locale is not null and t.locale <> ${option.otherThan}`;
  return {
    from: sql`${sql.id(table)} t where ${which}`,
    value: null,
    documentId: sql`t.document_id`,
  };
}

function breaks(name: Fragment, rule: Exclude<ValueRule, { readonly name: 'unique' }>): Fragment {
  switch (rule.name) {
    case 'min':
      return sql`${name} < ${sql.lit(rule.limit)}`;
    case 'max':
      return sql`${name} > ${sql.lit(rule.limit)}`;
    case 'minLength':
      return sql`length(${name}) < ${sql.lit(rule.limit)}`;
    case 'maxLength':
      return sql`length(${name}) > ${sql.lit(rule.limit)}`;
    case 'enum':
      return sql`${name} in (${sql.join(rule.removed.map((value) => sql`${value}`))})`;
    default:
      return sql`${name} is null`;
  }
}

/** Runs statements one after another. */
export async function runAll(session: Session, queries: readonly Query[]): Promise<void> {
  for (const query of queries) await session.run(query);
}

/** Selects the components that have rows in a dynamic zone. @param table Of the component slots of its model */
export function componentsInZone(
  dialect: Dialect,
  { table, field }: { readonly table: string; readonly field: string },
): Query {
  return printQuery(
    dialect,
    sql`select distinct component_type from ${sql.id(table)} where field = ${sql.lit(field)} order by component_type`,
  );
}
