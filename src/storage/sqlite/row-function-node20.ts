// Reads rows through an aggregate function that SQLite calls with the values of each row. Before Node 22,
// better-sqlite3 builds arrays value by value, which takes longer than most queries (docs/decisions/0018). To be
// removed with Node 20.
import type { Row } from '../session.ts';
import type { SqliteAggregate, SqliteConnection, SqliteStatement } from './connection.ts';

const NAME = 'quoin_take';

/** Alias of the query; no table may have this name. */
const TAKEN = 'quoin_taken';

/** ABI version of Node 22, from which on the driver creates arrays at once. */
const LISTS_AT_ONCE = 127;

/** Maximum number of arguments of a SQLite function. */
const MAX_COLUMNS = 127;

/** Statements that can be a subquery: not PRAGMA, and not writes with RETURNING. */
const QUERY = /^\s*(?:select|with)\b/i;

/** Returns all rows of a query. @throws SqliteError */
export type RowsOf = (values: readonly unknown[]) => readonly Row[];

/** @returns null if the driver is as fast by itself */
export function rowFunctionOf(connection: SqliteConnection): RowFunction | null {
  if (Number(process.versions.modules) >= LISTS_AT_ONCE || !canAggregate(connection)) return null;
  return new RowFunction(connection);
}

/** A connection that supports aggregate functions. */
interface AggregatingConnection extends SqliteConnection {
  aggregate(name: string, options: SqliteAggregate): unknown;
}

function canAggregate(connection: SqliteConnection): connection is AggregatingConnection {
  return connection.aggregate !== undefined;
}

/** Receives the rows of a connection's queries. */
export class RowFunction {
  readonly #connection: SqliteConnection;
  #rows: Row[] = [];

  /** @param connection Has no other row function */
  constructor(connection: AggregatingConnection) {
    this.#connection = connection;
    connection.aggregate(NAME, {
      varargs: true,
      start: null,
      step: (_: null, ...row: unknown[]) => void this.#rows.push(row),
      result: () => null,
    });
  }

  /**
   * Prepares a query so that its rows pass through the function. SQLite keeps their order, because the order of a
   * subquery applies to custom aggregates.
   * @param statement Names its columns, since those of a `*` may change, and ends without `;` or a comment
   * @returns null if it is not a query or has too many columns
   * @throws SqliteError
   */
  prepare(statement: SqliteStatement): RowsOf | null {
    const { source } = statement;
    if (!statement.readonly || !QUERY.test(source)) return null;
    const columns = statement.columns().map((_, i) => `c${i}`);
    if (columns.length > MAX_COLUMNS) return null;
    const all = columns.join(', ');
    const sql = `WITH ${TAKEN} (${all}) AS (${source}) SELECT ${NAME}(${all}) FROM ${TAKEN}`;
    const prepared = this.#connection.prepare(sql).raw();
    return (values) => {
      const rows: Row[] = [];
      this.#rows = rows;
      try {
        prepared.get(...values);
      } finally {
        this.#rows = [];
      }
      return rows;
    };
  }
}
