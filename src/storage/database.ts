// In charge of the port between the engine and a database driver: statements, rows, snapshots and transactions.
// Drivers live in storage/<database>/; nobody else may import one.
import type { Dialect } from './dialect.ts';

/** What may be bound to a parameter. Dates, booleans and JSON are encoded before they get here. */
export type SqlValue = string | number | bigint | null | Uint8Array;

/** One row, in the order of the selected columns. */
export type Row = readonly unknown[];

/** A statement with its values, placeholders numbered by position. */
export interface Query {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/**
 * A read as a coroutine: yields the statements that it can run next and receives their rows, in the same order.
 * So the same code runs synchronously inside one SQLite snapshot and pipelined on PostgreSQL.
 */
export type Reading<T> = Generator<readonly Query[], T, readonly (readonly Row[])[]>;

/** Statements inside one transaction. */
export interface Session {
  /** The rows of a statement, each in the order of the selected columns. */
  rows(query: Query): Promise<readonly Row[]>;
  /** Runs a statement that gives no rows. */
  run(query: Query): Promise<void>;
  /** Runs DDL, one or several statements without parameters. */
  script(sql: string): Promise<void>;
}

/** An open database. */
export interface Database {
  readonly dialect: Dialect;
  /** Runs a reading against one consistent snapshot. */
  read<T>(reading: Reading<T>): Promise<T>;
  /** Runs work in one transaction: durable when the promise resolves, undone when it rejects. */
  write<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /**
   * A number that changes whenever anyone commits a change that a read would see: rows that were read under
   * one version may be reused while it stands.
   */
  version(): number;
  close(): Promise<void>;
}
