// @photostructure/sqlite with the interface of better-sqlite3, for Node 20 without a compiler. Goes when Node 20 does.
import type {
  ConnectionOptions,
  SqliteConnection,
  SqliteDriver,
  SqliteStatement,
} from './connection.ts';

/** What the package exports: the interface of `node:sqlite`. */
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

/** SQLite's names of the result codes that callers tell apart (https://sqlite.org/rescode.html). */
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

/** Result codes keep the kind of error in their lowest byte. */
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

    /** The package keeps the log until its statements are collected: what is in it goes into the file first. */
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
  /** Rows come through an aggregate function only where that is faster, which needs better-sqlite3. */
  readonly readonly = false;
  readonly reader: boolean;
  readonly source: string;
  readonly #statement: NodeStatement;

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

  run(...values: readonly unknown[]): unknown {
    return named(() => this.#statement.run(...values));
  }

  get(...values: readonly unknown[]): unknown {
    return named(() => this.#statement.get(...values));
  }

  all(...values: readonly unknown[]): unknown[] {
    return named(() => this.#statement.all(...values));
  }
}

/** Gives the errors of SQLite the codes that better-sqlite3 gives them. */
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
