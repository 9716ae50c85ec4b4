// Reads whole tables page by page in id order, and manages id sequences.
import { sql } from 'kysely';
import type { ScalarType } from '../../schema/types.ts';
import type { Dialect } from '../dialect.ts';
import { toQuery } from '../migration/row-writer.ts';
import type { ReadSteps, Row } from '../session.ts';

export interface TablePage {
  readonly table: string;
  /** Columns and the attribute types as which they are read. `id` is always first. */
  readonly columns: readonly { readonly column: string; readonly as: ScalarType }[];
  /** Only rows with a greater id. */
  readonly after: number;
  readonly limit: number;
}

/** Reads the next rows of a table, each its id and then the columns. */
export function* readPage(
  dialect: Dialect,
  { table, columns, after, limit }: TablePage,
): ReadSteps<readonly Row[]> {
  const names = [
    sql.id('id'),
    ...columns.map(({ column, as }) => dialect.selected(as, sql.id(column))),
  ];
  const page = sql`select ${sql.join(names)} from ${sql.id(table)} where id > ${after} order by id limit ${limit}`;
  const [rows = []] = yield [toQuery(dialect.compile(page))];
  return rows;
}

/** Consumes the next id of a table; only if the table does not number rows by itself. */
export function* takeId(dialect: Dialect, table: string): ReadSteps<number> {
  const [rows = []] = yield [toQuery(dialect.compile(sql`select ${dialect.newId(table)}`))];
  return Number(rows[0]?.[0]);
}
