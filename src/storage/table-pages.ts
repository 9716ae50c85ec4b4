// In charge of reading whole tables piece by piece, in the order of their ids, and of what keeps their ids apart.
import { sql } from 'kysely';
import type { ScalarType } from '../schema/types.ts';
import type { Dialect } from './dialect.ts';
import { toQuery } from './row-writer.ts';
import type { Query, Reading, Row } from './session.ts';

/** What is read of a table. */
export interface TablePage {
  readonly table: string;
  /** Columns with the attribute type as whose value they are read. `id` is always read first. */
  readonly columns: readonly { readonly column: string; readonly as: ScalarType }[];
  /** Rows with a greater id are read. */
  readonly after: number;
  readonly limit: number;
}

/** Reads the next rows of a table, each its id and then the columns. */
export function* readPage(
  dialect: Dialect,
  { table, columns, after, limit }: TablePage,
): Reading<readonly Row[]> {
  const names = [
    sql.id('id'),
    ...columns.map(({ column, as }) => dialect.selected(as, sql.id(column))),
  ];
  const page = sql`select ${sql.join(names)} from ${sql.id(table)} where id > ${after} order by id limit ${limit}`;
  const [rows = []] = yield [toQuery(dialect.compile(page))];
  return rows;
}

/** Counts the rows of tables. */
export function* countRows(
  dialect: Dialect,
  tables: readonly string[],
): Reading<readonly number[]> {
  const counts: Query[] = tables.map((table) =>
    toQuery(dialect.compile(sql`select count(*) from ${sql.id(table)}`)),
  );
  const answers = yield counts;
  return answers.map((rows) => Number(rows[0]?.[0] ?? 0));
}

/** Takes the next id of a table, which no row will have then. Only where tables do not number rows by themselves. */
export function* takeId(dialect: Dialect, table: string): Reading<number> {
  const [rows = []] = yield [toQuery(dialect.compile(sql`select ${dialect.newId(table)}`))];
  return Number(rows[0]?.[0]);
}
