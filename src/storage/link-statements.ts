// In charge of the statements that only links need: inserting behind what is there, and finding who has to give a
// link up. Each does any number of links at once.
import { sql } from 'kysely';
import type { Dialect, GivenColumn } from './dialect.ts';
import { boundValues, shapeOf, whereOf, type RowCondition } from './row-conditions.ts';
import type { RowStatements } from './row-statements.ts';
import type { Query } from './session.ts';

/** What the statements are made with. */
export interface LinkStatementContext {
  readonly dialect: Dialect;
  readonly statements: RowStatements;
}

/** A table whose rows link two rows: a join table, or a model's own table where `near` or `far` is its `id`. */
export interface LinkTable {
  readonly table: string;
  readonly near: string;
  readonly far: string;
}

/** A link that is to be: near and far row id, and the place among the far rows of the near one, from 1. */
export type NewLink = readonly [near: number, far: number, order: number];

/** Inserts links, each as the last one in the order of its far row (docs/strapi/storage.md, "Order values"). */
export function appendLinks(
  { dialect, statements }: LinkStatementContext,
  link: LinkTable & { readonly order: string | null; readonly inverseOrder: string },
  rows: readonly NewLink[],
): Query {
  const { table, near, far, order, inverseOrder } = link;
  const text = statements.text(['append links', table, near, far, order, inverseOrder], () => {
    const columns = [near, far, ...(order === null ? [] : [order])];
    const given = ['near', 'far', ...(order === null ? [] : ['given_order'])];
    const name = (column: string): ReturnType<typeof sql.id> => sql.id('given', column);
    const highest = sql`(select max(${sql.id('there', inverseOrder)}) from ${sql.id(table)} as there where ${sql.id('there', far)} = ${name('far')})`;
    const next = sql`coalesce(${highest}, 0) + row_number() over (partition by ${name('far')} order by ${name('place')})`;
    return sql`insert into ${sql.id(table)} (${sql.join([...columns, inverseOrder].map((column) => sql.id(column)))}) select ${sql.join(given.map(name))}, ${next} from ${dialect.rowsOf(order === null ? [NEAR, FAR, PLACE] : [NEAR, FAR, ORDER, PLACE], 'given')} order by ${name('place')}`;
  });
  const values = rows.map(([one, other, place], i) =>
    order === null ? [one, other, i] : [one, other, place, i],
  );
  return { sql: text, values: [dialect.encodeRows(values)], unread: true };
}

/**
 * Reads the links (`id`, near, far) that others have to the far rows of some pairs. The other rows of a pair's near
 * document keep theirs: its draft and its published row, and its locales, may all be linked to one row.
 * @param documents The table of the near rows
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
    // SQLite keeps to the order of a cross join: from the few pairs to their links.
    return sql`select ${sql.join(columns)} from ${dialect.rowsOf([NEAR, FAR], 'pair')} cross join ${sql.id(table)} as held left join ${sql.id(documents)} as mine on ${mine}.id = pair.near left join ${sql.id(documents)} as other on ${other}.id = ${held} where ${sql.id('held', far)} = pair.far and ${held} is distinct from pair.near and (${document(mine)} is null or ${document(other)} is distinct from ${document(mine)})`;
  });
  return { sql: text, values: [dialect.encodeRows(pairs)] };
}

/** Ordered links, grouped by the rows of one side. */
export interface OrderedLinks {
  readonly table: string;
  /** The column that holds the ids of those rows. */
  readonly of: string;
  readonly order: string;
  /** Conditions on the links; all of them count if it is absent. */
  readonly where?: readonly RowCondition[];
}

/** Reads the highest order number among the links of each row (row id, order). */
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

const NEAR: GivenColumn = { name: 'near', type: 'integer' };
const FAR: GivenColumn = { name: 'far', type: 'integer' };
const ORDER: GivenColumn = { name: 'given_order', type: 'double' };
const PLACE: GivenColumn = { name: 'place', type: 'integer' };
