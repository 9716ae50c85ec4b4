// Statements for links: append links, and find links that must be removed. Each handles any number of links.
import { sql } from 'kysely';
import type { Dialect, BoundColumn } from '../dialect.ts';
import { boundValues, shapeOf, whereOf, type RowCondition } from './row-conditions.ts';
import type { RowStatements } from './row-statements.ts';
import type { Query } from '../session.ts';

/** Dependencies of the statements. */
export interface LinkStatementContext {
  readonly dialect: Dialect;
  readonly statements: RowStatements;
}

/** A table whose rows link two rows: a join table, or a model's own table if `near` or `far` is its `id`. */
export interface LinkTable {
  readonly table: string;
  readonly near: string;
  readonly far: string;
}

/** A new link: near and far row id, and the one-based position among the far rows of the near one. */
export type NewLink = readonly [near: number, far: number, order: number];

/** Inserts links, each last in the order of its far row (docs/strapi/storage.md, "Order values"). */
export function appendLinks(
  { dialect, statements }: LinkStatementContext,
  link: LinkTable & { readonly order: string | null; readonly inverseOrder: string },
  rows: readonly NewLink[],
): Query {
  const { table, near, far, order, inverseOrder } = link;
  const text = statements.text(['append links', table, near, far, order, inverseOrder], () => {
    const columns = [near, far, ...(order === null ? [] : [order])];
    const inserted = ['near', 'far', ...(order === null ? [] : ['given_order'])];
    const name = (column: string): ReturnType<typeof sql.id> => sql.id('given', column);
    const highest = sql`(select max(${sql.id('there', inverseOrder)}) from ${sql.id(table)} as there where ${sql.id('there', far)} = ${name('far')})`;
    const next = sql`coalesce(${highest}, 0) + row_number() over (partition by ${name('far')} order by ${name('place')})`;
    return sql`insert into ${sql.id(table)} (${sql.join([...columns, inverseOrder].map((column) => sql.id(column)))}) select ${sql.join(inserted.map(name))}, ${next} from ${dialect.rowsOf(order === null ? [NEAR, FAR, PLACE] : [NEAR, FAR, ORDER, PLACE], 'given')} order by ${name('place')}`;
  });
  const values = rows.map(([one, other, place], i) =>
    order === null ? [one, other, i] : [one, other, place, i],
  );
  return { sql: text, values: [dialect.encodeRows(values)], unread: true };
}

/**
 * Selects the links (`id`, near, far) of others to the far rows of some pairs. Links from other rows of the near
 * document are excluded: its draft, its published row and its locales may all link to the same row.
 * @param documents Table of the near rows
 */
export function linksOfOthers(
  { dialect, statements }: LinkStatementContext,
  { table, near, far, documents }: LinkTable & { readonly documents: string },
  pairs: readonly (readonly [near: number, far: number])[],
): Query {
  const text = statements.text(['links of others', table, near, far, documents], () => {
    const columns = ['id', near, far].map((column) => sql.id('held', column));
    const [held, mine, other] = [sql.id('held', near), sql.id('mine'), sql.id('other')];
    const document = (row: typeof mine): ReturnType<typeof sql> => sql`${row}.document_id`;
    // SQLite keeps the order of a cross join: from the few pairs to their links.
    return sql`select ${sql.join(columns)} from ${dialect.rowsOf([NEAR, FAR], 'pair')} cross join ${sql.id(table)} as held left join ${sql.id(documents)} as mine on ${mine}.id = pair.near left join ${sql.id(documents)} as other on ${other}.id = ${held} where ${sql.id('held', far)} = pair.far and ${held} is distinct from pair.near and (${document(mine)} is null or ${document(other)} is distinct from ${document(mine)})`;
  });
  return { sql: text, values: [dialect.encodeRows(pairs)] };
}

/** Ordered links grouped by the rows of one side. */
export interface OrderedLinks {
  readonly table: string;
  /** The column with the ids of those rows. */
  readonly of: string;
  readonly order: string;
  /** Conditions on the links. Default: none. */
  readonly where?: readonly RowCondition[];
}

/** Selects the highest order of each row's links (row id, order). */
export function highestOrders(
  { dialect, statements }: LinkStatementContext,
  { table, of, order, where = [] }: OrderedLinks,
  rows: readonly number[],
): Query {
  const all = [{ column: of, in: rows }, ...where];
  const text = statements.text(['highest orders', table, of, order, ...shapeOf(where)], () => {
    const column = sql.id(of);
    return sql`select ${column}, max(${sql.id(order)}) from ${sql.id(table)}${whereOf(dialect, all)} group by ${column}`;
  });
  return { sql: text, values: boundValues(dialect, all) };
}

const NEAR: BoundColumn = { name: 'near', type: 'integer' };
const FAR: BoundColumn = { name: 'far', type: 'integer' };
const ORDER: BoundColumn = { name: 'given_order', type: 'double' };
const PLACE: BoundColumn = { name: 'place', type: 'integer' };
