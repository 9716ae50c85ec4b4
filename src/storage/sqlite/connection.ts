// The part of better-sqlite3's interface that is used, so that another driver can stand in for it (docs/decisions/0020).

/** A connection to a SQLite file, as better-sqlite3 has it. */
export interface SqliteConnection {
  readonly inTransaction: boolean;
  /** @throws an Error that `sqliteCodeOf` knows */
  prepare(sql: string): SqliteStatement;
  /** Runs statements that return no rows. @throws an Error that `sqliteCodeOf` knows */
  exec(sql: string): unknown;
  /** Defines an aggregate function; absent if the driver has no fast one. */
  aggregate?(name: string, options: SqliteAggregate): unknown;
  close(): unknown;
}

/** A prepared statement. Values are bound by position. */
export interface SqliteStatement {
  /** True if it returns rows. */
  readonly reader: boolean;
  /** True if it cannot change the database. */
  readonly readonly: boolean;
  readonly source: string;
  columns(): readonly unknown[];
  /** Makes it return each row as a list of values. */
  raw(): this;
  run(...values: readonly unknown[]): unknown;
  get(...values: readonly unknown[]): unknown;
  all(...values: readonly unknown[]): unknown[];
}

/** An aggregate function without a state of its own. */
export interface SqliteAggregate {
  readonly varargs: true;
  readonly start: null;
  step(state: null, ...values: unknown[]): void;
  result(): null;
}

/** How a file is opened. */
export interface ConnectionOptions {
  /** How long SQLite waits for a lock, in milliseconds; 5000 if absent. */
  readonly timeout?: number;
  readonly readonly?: boolean;
  readonly fileMustExist?: boolean;
}

/** The class of a driver's connections. */
export type SqliteDriver = new (file: string, options?: ConnectionOptions) => SqliteConnection;

/** SQLite's own name of an error, such as `SQLITE_BUSY`; null for any other error. */
export function sqliteCodeOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  const { code } = error;
  return typeof code === 'string' && code.startsWith('SQLITE_') ? code : null;
}
