// In charge of the words for what a database holds: tables, columns, indexes and foreign keys, before a dialect names
// their types. Readonly data, in Strapi 5's layout (docs/strapi/storage.md, "Tables").

/** Column types before a dialect names them (docs/strapi/storage.md, "Column types"). */
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
  /** Length of a string, precision and scale of a decimal; empty where the type's own are meant. */
  readonly args: readonly unknown[];
  readonly notNullable: boolean;
  readonly unsigned: boolean;
  /** The attribute's `column.defaultTo`, null where it has none. */
  readonly defaultTo: unknown;
  /** The attribute that the column stands for, null for those that no schema file names. */
  readonly attribute: string | null;
}

export interface Index {
  readonly name: string;
  readonly columns: readonly string[];
  readonly unique: boolean;
  /** Holds only the rows where a column has a value, or has none. */
  readonly only?: { readonly column: string; readonly isNull: boolean };
}

/** Always points to the `id` of another table. */
export interface ForeignKey {
  readonly name: string;
  readonly column: string;
  readonly references: string;
  readonly onDelete: 'CASCADE' | 'SET NULL';
}

export interface Table {
  readonly name: string;
  /** The rows of a model, the links between rows, or Strapi's own. */
  readonly kind: 'model' | 'links' | 'own';
  /** uid of the model that asks for the table; null for Strapi's own ones. */
  readonly uid: string | null;
  readonly columns: readonly Column[];
  readonly indexes: readonly Index[];
  readonly foreignKeys: readonly ForeignKey[];
}
