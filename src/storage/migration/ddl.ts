// Port for schema migrations: create, inspect and alter tables. One implementation per database, in its dialect.
import type { Query, ReadSteps, Session } from '../session.ts';
import type { StorageIssue } from './storage-issues.ts';
import type { ScalarType } from '../../schema/types.ts';
import type { Column, ForeignKey, Index, Table } from '../layout/table.ts';

/** An existing column; `type` is the database's name of its type. */
export interface LiveColumn {
  readonly name: string;
  readonly type: string;
  readonly notNullable: boolean;
  /** Default in the database's notation, or null. */
  readonly defaultTo: string | null;
  readonly primaryKey: boolean;
}

/** The schema of a database. Keys are names folded by `Ddl.fold`. */
export interface LiveSchema {
  readonly tables: ReadonlyMap<string, ReadonlyMap<string, LiveColumn>>;
  /** Names, including those of constraints. */
  readonly indexes: ReadonlySet<string>;
  /** Definitions of Quoin's own indexes by name, as of `Ddl.definitionOf`; empty if indexes are renamed with columns. */
  readonly definitions: ReadonlyMap<string, string>;
  /** Names. */
  readonly foreignKeys: ReadonlySet<string>;
}

/** A column whose type must change or that must allow NULL. */
export interface ColumnChange {
  readonly table: Table;
  readonly column: Column;
  readonly live: LiveColumn;
}

/** Result of column changes. */
export interface Alteration {
  /** Changes that were made. A column that should only allow NULL is unchanged if the database rejects it. */
  readonly altered: readonly ColumnChange[];
  /** One for each column where a value would be lost or misread, or whose type cannot be changed. */
  readonly issues: readonly StorageIssue[];
}

/** Conversion of a column's values to another attribute type. */
export interface Conversion {
  /** Condition: the value is exactly representable in the new type. True or false for every value except NULL. */
  readonly fits: string;
  /** The converted value, for values that fit. */
  readonly value: string;
  /** Statement that must run before in the same transaction, or null. */
  readonly prepare: string | null;
}

/** DDL for changes of the content model. */
export interface ModelDdl {
  renameTable(from: string, to: string): string;
  renameColumn(table: string, from: string, to: string): string;
  /** Null if the database cannot rename an index. */
  readonly renameIndex: ((from: string, to: string) => string) | null;
  /** Null if names of foreign keys do not matter. */
  readonly renameForeignKey: ((table: string, from: string, to: string) => string) | null;
  /**
   * Selects the statements that drop the indexes and named keys of a table, or those of one of its columns.
   * @param keepsOwn Whether Quoin's own indexes stay
   */
  dropsOf(table: string, column: string | null, keepsOwn?: boolean): Query;
  /** How values of a column convert; `column` is its quoted name. */
  convert(column: string, from: ScalarType, to: ScalarType): Conversion;
  /** Statement that limits how long the following statements wait for locks; null if nothing else can hold them. */
  readonly limitLockWait: ((milliseconds: number) => string) | null;
  /** Whether readers keep using the former tables until the commit of a change. */
  readonly isReadableMeanwhile: boolean;
  /** Converts large columns online; null if readers do not wait for a conversion anyway. */
  readonly staging: StagingDdl | null;
}

/** DDL for online conversions of columns. */
export interface StagingDdl {
  /** The value of a column in the row that a trigger gets. */
  valueInTrigger(column: string): string;
  /** Statements that keep a column converted from another one. */
  addTrigger(trigger: StagingTrigger): readonly string[];
  dropTrigger(name: string): string;
  /** Statement that makes writers wait until the end of the transaction. */
  lockWriters(table: string): string;
  /** Select the statements that remove functions and columns whose names begin with a prefix. */
  leftovers(prefix: string): readonly Query[];
}

/** A trigger that converts the values of rows that are written. */
export interface StagingTrigger {
  /** Its name, and that of the column that it fills. */
  readonly name: string;
  readonly table: string;
  readonly column: string;
  /** Column of values that do not fit, or null. */
  readonly setAsideColumn: string | null;
  readonly conversion: Conversion;
}

/** DDL of a database. */
export interface Ddl {
  /** Loads the DDL for changes of the content model. */
  loadModelDdl(): Promise<ModelDdl>;
  /** Folds a name as the database compares names. */
  fold(name: string): string;
  /** Quotes a name. */
  quote(name: string): string;
  /** Reads all tables, columns and indexes. */
  inspect(): ReadSteps<LiveSchema>;
  /** Statement that creates a table without indexes, and without keys that can be added later. */
  createTable(table: Table): string;
  /** Statement that adds a foreign key to a table; null if the database can only create it with its column. */
  readonly addForeignKey: ((table: Table, key: ForeignKey) => string) | null;
  createIndex(table: Table, index: Index): string;
  dropIndex(name: string): string;
  /** What an index contains, as a text that does not depend on its name. */
  definitionOf(table: Table, index: Index): string;
  addColumn(table: Table, column: Column): string;
  /** Returns true if an existing column cannot hold the attribute's values as Strapi would store them. */
  differs(live: LiveColumn, column: Column): boolean;
  /** Changes columns and keeps their values. If there are issues, the caller must roll back. */
  alter(session: Session, changes: readonly ColumnChange[]): Promise<Alteration>;
  /** Drops a column and its indexes. @throws an error of the database */
  dropColumn(session: Session, table: string, column: string): Promise<void>;
  /** True if decimal columns round to their declared scale. */
  readonly keepsScale: boolean;
  /** Statement that defers foreign key checks to the commit; null if keys are added later instead. */
  readonly deferKeys: string | null;
  /**
   * Statement that moves the id sequence of a table behind its highest id; null if the database does so by itself.
   */
  moveSequence(table: string): string | null;
  /** Selects which tables reference which, as pairs of names. */
  keys(): Query;
}
