// Cache of the prepared statements of a SQLite connection, by text.
import { LruMap } from '../../base/lru-map.ts';
import type { Query, Row } from '../session.ts';
import type { SqliteConnection } from './connection.ts';
import { PreparedStatement } from './prepared-statement.ts';
import { rowFunctionOf, type RowFunction } from './row-function-node20.ts';

/**
 * Characters of cached statements, each of which counts at least `SHORT`; queries may be prepared twice
 * (`row-function`). SQLite's own memory for a statement grows with its text.
 */
const KEPT_STATEMENTS = 2_000_000;
const SHORT = 4000;

const NO_ROWS: readonly Row[] = [];

/** Prepared statements that return rows as arrays. */
export class Statements {
  readonly #connection: SqliteConnection;
  readonly #rowFunction: RowFunction | null;
  readonly #kept = new LruMap<string, PreparedStatement>(KEPT_STATEMENTS, (_, sql) =>
    Math.max(sql.length, SHORT),
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
    return this.#kept.get(sql) ?? this.#kept.set(sql, this.#prepare(sql));
  }

  #prepare(sql: string): PreparedStatement {
    return new PreparedStatement(this.#connection.prepare(sql), this.#rowFunction);
  }
}
