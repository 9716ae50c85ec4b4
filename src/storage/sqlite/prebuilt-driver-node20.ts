// Adapts @photostructure/sqlite to the interface of better-sqlite3, for Node 20 without a compiler. To be removed
// with Node 20.
import type {
  ConnectionOptions,
  SqliteConnection,
  SqliteDriver,
  SqliteStatement,
} from './connection.ts';

/** Exports of the package: the interface of `node:sqlite`. */
interface NodeSqlite {
  readonly DatabaseSync: new (
    file: string,
    options: { readOnly: boolean; timeout: number },
  ) => {
    readonly isTransaction: boolean;
    prepare(sql: string): NodeStatement;
    exec(sql: string): void;
    close(): void;
  };
}

interface NodeStatement {
  columns(): readonly unknown[];
  run(...values: readonly unknown[]): unknown;
  get(...values: readonly unknown[]): unknown;
  all(...values: readonly unknown[]): unknown[];
  setReturnArrays(enabled: boolean): void;
  setReadBigInts(enabled: boolean): void;
}

const TIMEOUT = 5000;

/** SQLite's names of result codes that callers distinguish (https://sqlite.org/rescode.html). */
const CODES: Readonly<Record<number, string>> = {
  5: 'SQLITE_BUSY',
  517: 'SQLITE_BUSY_SNAPSHOT',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  26: 'SQLITE_NOTADB',
  778: 'SQLITE_IOERR_WRITE',
  1299: 'SQLITE_CONSTRAINT_NOTNULL',
  1555: 'SQLITE_CONSTRAINT_PRIMARYKEY',
  2067: 'SQLITE_CONSTRAINT_UNIQUE',
  4874: 'SQLITE_IOERR_SHMSIZE',
};

/** The lowest byte of a result code is the kind of error. */
const KIND = 0xff;
const CONSTRAINT = 19;

export function prebuiltDriver({ DatabaseSync }: NodeSqlite): SqliteDriver {
  return class PrebuiltConnection implements SqliteConnection {
    readonly #database: InstanceType<typeof DatabaseSync>;
    readonly #readonly: boolean;

    constructor(file: string, { timeout = TIMEOUT, readonly = false }: ConnectionOptions = {}) {
      this.#database = named(() => new DatabaseSync(file, { readOnly: readonly, timeout }));
      this.#readonly = readonly;
    }

    get inTransaction(): boolean {
      return this.#database.isTransaction;
    }

    prepare(sql: string): SqliteStatement {
      return new PrebuiltStatement(
        named(() => this.#database.prepare(sql)),
        sql,
      );
    }

    exec(sql: string): void {
      named(() => this.#database.exec(sql));
    }

    /** The package keeps the log until its statements are collected, so the log is checkpointed first. */
    close(): void {
      try {
        if (!this.#readonly) this.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      } finally {
        this.#database.close();
      }
    }
  };
}

class PrebuiltStatement implements SqliteStatement {
  /** The aggregate function is faster with better-sqlite3 only. */
  readonly readonly = false;
  readonly reader: boolean;
  readonly source: string;
  readonly #statement: NodeStatement;
  #plucks = false;

  constructor(statement: NodeStatement, source: string) {
    this.#statement = statement;
    this.source = source;
    this.reader = statement.columns().length > 0;
  }

  columns(): readonly unknown[] {
    return this.#statement.columns();
  }

  raw(): this {
    this.#statement.setReturnArrays(true);
    return this;
  }

  pluck(): this {
    this.#plucks = true;
    return this.raw();
  }

  run(...values: readonly unknown[]): unknown {
    return named(() => this.#statement.run(...values));
  }

  get(...values: readonly unknown[]): unknown {
    return this.#valueOf(named(() => this.#statement.get(...values)));
  }

  all(...values: readonly unknown[]): unknown[] {
    const rows = named(() => this.#statement.all(...values));
    return this.#plucks ? rows.map((row) => this.#valueOf(row)) : rows;
  }

  #valueOf(row: unknown): unknown {
    return this.#plucks && Array.isArray(row) ? (row as readonly unknown[])[0] : row;
  }
}

/** Adds the error codes of better-sqlite3 to SQLite errors. */
function named<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof Error && 'errcode' in error) {
      Object.assign(error, { code: codeOf(Number(error.errcode)) });
    }
    throw error;
  }
}

function codeOf(result: number): string {
  const fallback = (result & KIND) === CONSTRAINT ? 'SQLITE_CONSTRAINT' : 'SQLITE_ERROR';
  return CODES[result] ?? CODES[result & KIND] ?? fallback;
}
