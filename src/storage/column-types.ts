// In charge of the type of each column of a layout, for statements that carry values of their own.
import type { ColumnType, Table } from './table.ts';

/** The type of a column. @throws Error for one that the layout does not have */
export type ColumnTypeOf = (table: string, column: string) => ColumnType;

/** Looks columns up in tables. */
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
