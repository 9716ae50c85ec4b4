// Tables, columns, indexes and foreign keys, independent of the dialect, in Strapi 5's layout
// (docs/strapi/storage.md, "Tables"). Immutable.

/** Column types, independent of the dialect (docs/strapi/storage.md, "Column types"). */
export type ColumnType =
  | 'increments'
  | 'string'
  | 'text'
  | 'json'
  | 'integer'
  | 'bigInteger'
  | 'double'
  | 'decimal'
  | 'boolean'
  | 'date'
  | 'time'
  | 'datetime'
  | 'timestamp';

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  /** Length of a string, precision and scale of a decimal; empty for the defaults of the type. */
  readonly args: readonly unknown[];
  readonly notNullable: boolean;
  readonly unsigned: boolean;
  /** `column.defaultTo` of the attribute, or null. */
  readonly defaultTo: unknown;
  /** Attribute of the column; null if no schema file names it. */
  readonly attribute: string | null;
}

export interface Index {
  readonly name: string;
  readonly columns: readonly string[];
  readonly unique: boolean;
  /** Partial index: only rows where a column is, or is not, NULL. */
  readonly only?: { readonly column: string; readonly isNull: boolean };
}

/** Always references the `id` of another table. */
export interface ForeignKey {
  readonly name: string;
  readonly column: string;
  readonly references: string;
  readonly onDelete: 'CASCADE' | 'SET NULL';
}

export interface Table {
  readonly name: string;
  /** Rows of a model, links between rows, or a table of Strapi's own. */
  readonly kind: 'model' | 'links' | 'own';
  /** Uid of the model; null for tables of Strapi's own. */
  readonly uid: string | null;
  readonly columns: readonly Column[];
  readonly indexes: readonly Index[];
  readonly foreignKeys: readonly ForeignKey[];
}

/** A table without columns; DDL of one column needs only its name and kind. */
export const EMPTY_TABLE: Table = {
  name: '',
  kind: 'model',
  uid: null,
  columns: [],
  indexes: [],
  foreignKeys: [],
};

/** Returns the type of a column. @throws Error if the layout does not contain it */
export type ColumnTypeOf = (table: string, column: string) => ColumnType;

/** Indexes the columns of tables, for statements with values. */
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
