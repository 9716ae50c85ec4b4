// In charge of the prepared statements of one SQLite connection, kept by their text.
import { LruMap } from '../../base/lru-map.ts';
import type { Query, Row } from '../session.ts';
import type { SqliteConnection } from './connection.ts';
import { PreparedStatement } from './prepared-statement.ts';
import { rowFunctionOf, type RowFunction } from './row-function-node20.ts';

/** How many texts a connection keeps prepared; queries are prepared twice (`row-function`). */
const KEPT_STATEMENTS = 500;

const NO_ROWS: readonly Row[] = [];

/** Statements that are prepared once; rows come as lists. */
export class Statements {
  readonly #connection: SqliteConnection;
  readonly #rowFunction: RowFunction | null;
  readonly #kept = new LruMap<string, PreparedStatement>(KEPT_STATEMENTS);
  #count = 0;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
    this.#rowFunction = rowFunctionOf(connection);
  }

  /** How many ran. */
  get count(): number {
    return this.#count;
  }

  /** The rows of a statement, each in the order of the selected columns. @throws SqliteError */
  rows({ sql, values }: Query): readonly Row[] {
    return this.#get(sql).rows(values);
  }

  /** Runs a statement, whether it gives rows or not. @throws SqliteError */
  any({ sql, values }: Query): readonly Row[] {
    const statement = this.#get(sql);
    if (statement.givesRows) return statement.rows(values);
    statement.run(values);
    return NO_ROWS;
  }

  /** Runs a statement that gives no rows. @throws SqliteError */
  run({ sql, values }: Query): void {
    this.#get(sql).run(values);
  }

  #get(sql: string): PreparedStatement {
    this.#count += 1;
    return this.#kept.get(sql) ?? this.#kept.keep(sql, this.#prepare(sql));
  }

  #prepare(sql: string): PreparedStatement {
    return new PreparedStatement(this.#connection.prepare(sql), this.#rowFunction);
  }
}
