// Cache of the prepared statements of a SQLite connection, by text.
import { LruMap } from '../../base/lru-map.ts';
import type { Query, Row } from '../session.ts';
import type { SqliteConnection } from './connection.ts';
import { PreparedStatement } from './prepared-statement.ts';
import { rowFunctionOf, type RowFunction } from './row-function-node20.ts';

/**
 * Estimated bytes of a statement in SQLite, measured: a base, and a factor of its text. On Node 20 a repeated one is
 * prepared twice (`row-function-node20`).
 */
const BYTES_OF_STATEMENT = { base: 12_000, perCharacter: 20 };

const NO_ROWS: readonly Row[] = [];

/** Prepared statements that return rows as arrays. */
export class Statements {
  readonly #connection: SqliteConnection;
  readonly #rowFunction: RowFunction | null;
  readonly #cache = new LruMap<string, PreparedStatement>(
    'sqlite_statements',
    (_, sql) => statementBytes(sql) * (this.#rowFunction ? 2 : 1),
  );
  #count = 0;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
    this.#rowFunction = rowFunctionOf(connection);
  }

  /** Number of executed statements. */
  get count(): number {
    return this.#count;
  }

  /** Rows of a statement in the order of the selected columns. @throws SqliteError */
  rows({ sql, values }: Query): readonly Row[] {
    return this.#get(sql).rows(values);
  }

  /** Runs a statement that may return rows. @throws SqliteError */
  any({ sql, values }: Query): readonly Row[] {
    const statement = this.#get(sql);
    if (statement.givesRows) return statement.rows(values);
    statement.run(values);
    return NO_ROWS;
  }

  /** Runs a statement that returns no rows. @throws SqliteError */
  run({ sql, values }: Query): void {
    this.#get(sql).run(values);
  }

  #get(sql: string): PreparedStatement {
    this.#count += 1;
    return this.#cache.get(sql) ?? this.#cache.set(sql, this.#prepare(sql));
  }

  #prepare(sql: string): PreparedStatement {
    return new PreparedStatement(this.#connection.prepare(sql), this.#rowFunction);
  }
}

function statementBytes({ length }: string): number {
  return BYTES_OF_STATEMENT.base + length * BYTES_OF_STATEMENT.perCharacter;
}
