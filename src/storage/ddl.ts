// In charge of the port between the schema sync and a database's own way to define data: how a table is written,
// how a live one is read, and how a column is altered. One implementation per database, in its dialect.
import type { Query, Reading, Session } from './session.ts';
import type { StorageIssue } from './storage-error.ts';
import type { Column, ForeignKey, Index, Table } from './table.ts';

/** A column as the database has it; `type` in the database's own words. */
export interface LiveColumn {
  readonly name: string;
  readonly type: string;
  readonly notNullable: boolean;
  /** The default as the database writes it, null where there is none. */
  readonly defaultTo: string | null;
  readonly primaryKey: boolean;
}

/** What a database holds. Keys are names as `Ddl.fold` gives them. */
export interface LiveSchema {
  readonly tables: ReadonlyMap<string, ReadonlyMap<string, LiveColumn>>;
  /** Names, those of constraints among them. */
  readonly indexes: ReadonlySet<string>;
  /** Names. */
  readonly foreignKeys: ReadonlySet<string>;
}

/** A column that must change its type or allow NULL. */
export interface ColumnChange {
  readonly table: Table;
  readonly column: Column;
  readonly live: LiveColumn;
}

/** What became of changes. */
export interface Alteration {
  /** Those that were made; a column that only should allow NULL is left as it is where the database refuses. */
  readonly altered: readonly ColumnChange[];
  /** One for each column where a value would be lost or misread, or whose type cannot be altered. */
  readonly issues: readonly StorageIssue[];
}

/** A database's data definition. */
export interface Ddl {
  /** A name as the database compares it. */
  fold(name: string): string;
  /** Reads all tables, columns and indexes that there are. */
  inspect(): Reading<LiveSchema>;
  /** The statement that makes a table, without its indexes, and without keys that can be added later. */
  createTable(table: Table): string;
  /** The statement that adds a key to a table that is there; null where a database can only make it with its column. */
  readonly addForeignKey: ((table: Table, key: ForeignKey) => string) | null;
  createIndex(table: Table, index: Index): string;
  addColumn(table: Table, column: Column): string;
  /** True where a live column cannot hold what the attribute's values are, as Strapi would store them. */
  differs(live: LiveColumn, column: Column): boolean;
  /** Alters columns, their values kept. Where there are issues the caller must roll back. */
  alter(session: Session, changes: readonly ColumnChange[]): Promise<Alteration>;
  /** Drops a column with its indexes. @throws what the database has against it */
  dropColumn(session: Session, table: string, column: string): Promise<void>;
  /** True where a decimal column keeps no more places than it is declared with. */
  readonly keepsScale: boolean;
  /** The statement by which keys are looked at when a transaction ends; null where they are added later instead. */
  readonly deferKeys: string | null;
  /** The statement by which the next id of a table follows its highest one; null where that is so by itself. */
  moveSequence(table: string): string | null;
  /** Reads which tables have keys that lead to which: pairs of names. */
  keys(): Query;
  /** The values that stand more than once where a unique index must be made, as an example for a message. */
  doubleValues(table: Table, index: Index): string;
}
