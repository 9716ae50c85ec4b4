// Reads the rows of a query through an aggregate function, which SQLite calls with the values of each row: before Node 22
// better-sqlite3 builds its own arrays value by value, which takes longer than most queries (docs/decisions/0018). Goes when
// Node 20 does.
import type { Row } from '../session.ts';
import type { SqliteAggregate, SqliteConnection, SqliteStatement } from './connection.ts';

const NAME = 'quoin_take';

/** What a query is called inside of the one around it: no table may have the name. */
const TAKEN = 'quoin_taken';

/** The version of Node's binary interface from which on the driver makes a list at once: that of Node 22. */
const LISTS_AT_ONCE = 127;

/** A function of SQLite takes so many arguments. */
const MOST_COLUMNS = 127;

/** What can stand in brackets: not a `PRAGMA`, and not what changes rows and gives them back. */
const QUERY = /^\s*(?:select|with)\b/i;

/** Gives all rows of one query. @throws SqliteError */
export type RowsOf = (values: readonly unknown[]) => readonly Row[];

/** @returns null where the driver itself is as fast */
export function rowFunctionOf(connection: SqliteConnection): RowFunction | null {
  if (Number(process.versions.modules) >= LISTS_AT_ONCE || !canAggregate(connection)) return null;
  return new RowFunction(connection);
}

/** A connection on which functions can be defined. */
interface AggregatingConnection extends SqliteConnection {
  aggregate(name: string, options: SqliteAggregate): unknown;
}

function canAggregate(connection: SqliteConnection): connection is AggregatingConnection {
  return connection.aggregate !== undefined;
}

/** Takes the rows of one connection's queries. */
export class RowFunction {
  readonly #connection: SqliteConnection;
  #rows: Row[] = [];

  /** @param connection One that has no other */
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
   * Prepares a query again so that its rows come through the function. SQLite keeps their order: what a subquery is ordered
   * by counts for every aggregate that is not its own.
   * @param statement Names its columns, since those of a `*` may become others, and ends without `;` or a comment
   * @returns null for what is no query, and for more columns than a function takes
   * @throws SqliteError
   */
  prepare(statement: SqliteStatement): RowsOf | null {
    const { source } = statement;
    if (!statement.readonly || !QUERY.test(source)) return null;
    const columns = statement.columns().map((_, i) => `c${i}`);
    if (columns.length > MOST_COLUMNS) return null;
    const all = columns.join(', ');
    const taken = `WITH ${TAKEN} (${all}) AS (${source}) SELECT ${NAME}(${all}) FROM ${TAKEN}`;
    const prepared = this.#connection.prepare(taken).raw();
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
