// The used part of better-sqlite3's interface, which other drivers can implement (docs/decisions/0020).

/** A connection to a SQLite file. */
export interface SqliteConnection {
  readonly inTransaction: boolean;
  /** @throws an Error that `sqliteCodeOf` recognizes */
  prepare(sql: string): SqliteStatement;
  /** Runs statements that return no rows. @throws an Error that `sqliteCodeOf` recognizes */
  exec(sql: string): unknown;
  /** Defines an aggregate function; undefined if the driver has no fast one. */
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
  /** Makes it return rows as arrays. */
  raw(): this;
  /** Makes it return the first value of each row: an array costs more than a pragma. */
  pluck(): this;
  run(...values: readonly unknown[]): unknown;
  get(...values: readonly unknown[]): unknown;
  all(...values: readonly unknown[]): unknown[];
}

/** A stateless aggregate function. */
export interface SqliteAggregate {
  readonly varargs: true;
  readonly start: null;
  step(state: null, ...values: unknown[]): void;
  result(): null;
}

export interface ConnectionOptions {
  /** How long SQLite waits for a lock, in milliseconds. Default: 5000 */
  readonly timeout?: number;
  readonly readonly?: boolean;
  readonly fileMustExist?: boolean;
}

/** Connection class of a driver. */
export type SqliteDriver = new (file: string, options?: ConnectionOptions) => SqliteConnection;

/** SQLite's name of an error, such as `SQLITE_BUSY`; null for other errors. */
export function sqliteCodeOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  const { code } = error;
  return typeof code === 'string' && code.startsWith('SQLITE_') ? code : null;
}
