// Type of each column in a layout, for statements with values.
import type { ColumnType, Table } from './table.ts';

/** Returns the type of a column. @throws Error if the layout does not contain it */
export type ColumnTypeOf = (table: string, column: string) => ColumnType;

/** Indexes the columns of tables. */
export function columnTypes(tables: readonly Table[]): ColumnTypeOf {
  const types = new Map(
    tables.map(({ name, columns }) => [
      name,
      new Map(columns.map((column) => [column.name, column.type])),
    ]),
  );
  return (table, column) => {
    const type = types.get(table)?.get(column);
    if (type === undefined) throw new Error(`the layout has no column ${table}.${column}`);
    return type;
  };
}
