// In charge of one PostgreSQL connection: statements are sent ahead of their answers, prepared once, and give rows as
// lists of what the rest of the program knows from every database.
import { types, type ClientBase, type ClientConfig, type CustomTypesConfig } from 'pg';
import { LruMap } from '../../base/lru-map.ts';
import { CanceledError } from '../cancellation.ts';
import type { Query, RawQuery, RawResult, Reading, Row } from '../session.ts';
import { fromServer } from './moments.ts';
import { toRefusal } from './refusals.ts';

/** Texts that have a name to be prepared under, for all connections. */
const KEPT_NAMES = 1000;

/** Texts that were sent once. What is sent a second time is prepared: clients may send any number of different queries. */
const KEPT_TEXTS = 1000;

const names = new LruMap<string, string>(KEPT_NAMES);
const sentOnce = new LruMap<string, true>(KEPT_TEXTS);
let named = 0;

/** Statements that a connection holds prepared before another one takes its place; the server keeps a plan of each. */
export const MAX_PREPARED: number = 2000;

const BOOLEAN = 16;
const BIGINT = 20;
const DATE = 1082;
const TIME = 1083;
const NUMERIC = 1700;
const TIMESTAMP = 1114;
const TIMESTAMPTZ = 1184;
const JSON_TEXT = 114;
const JSONB = 3802;

const asText = (text: string): string => text;

/** Booleans are 0 and 1, moments milliseconds since 1970 and JSON its text, as on SQLite. */
const PARSERS: ReadonlyMap<number, (text: string) => unknown> = new Map<
  number,
  (text: string) => unknown
>([
  [BOOLEAN, (text) => (text === 't' ? 1 : 0)],
  [BIGINT, Number],
  [NUMERIC, Number],
  [DATE, asText],
  [TIME, asText],
  [TIMESTAMP, fromServer],
  [TIMESTAMPTZ, fromServer],
  [JSON_TEXT, asText],
  [JSONB, asText],
]);

/** Days are texts and decimals numbers; everything else is as the driver has it. */
const RAW_TYPES: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === DATE) return asText;
    return oid === NUMERIC ? Number.parseFloat : types.getTypeParser(oid, format);
  }) as typeof types.getTypeParser,
};

/** Settings of the driver that every connection has. */
export const driverSettings: Pick<ClientConfig, 'types'> & { readonly pipeline: true } = {
  pipeline: true,
  types: {
    getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
      PARSERS.get(oid) ?? types.getTypeParser(oid, format)) as typeof types.getTypeParser,
  },
};

/** Sends statements over one connection, which answers them in order. */
export class Connection {
  readonly #client: ClientBase;
  #count = 0;
  #isCanceled = false;

  constructor(client: ClientBase) {
    this.#client = client;
  }

  /** How many statements were sent. */
  get count(): number {
    return this.#count;
  }

  /** Sends no statement from now on but the end of the transaction. */
  cancel(): void {
    this.#isCanceled = true;
  }

  /** The rows of a statement, each in the order of the selected columns. @throws CanceledError, ConstraintError, ValidationError, UnavailableError */
  async rows({ sql, values }: Query): Promise<readonly Row[]> {
    if (this.#isCanceled) throw new CanceledError();
    this.#count += 1;
    try {
      const result = await this.#client.query<unknown[]>({
        ...nameOf(sql),
        text: sql,
        values: [...values],
        rowMode: 'array',
      });
      return result.rows;
    } catch (error) {
      if (this.#isCanceled) throw new CanceledError();
      throw toRefusal(error);
    }
  }

  /** Runs a statement of a program, with values as the driver gives them. @throws DatabaseError, UnavailableError */
  async raw({ sql, values }: RawQuery): Promise<RawResult> {
    this.#count += 1;
    const { rows, rowCount, command } = await this.#client.query<Record<string, unknown>>({
      text: sql,
      values: [...values],
      types: RAW_TYPES,
    });
    return { rows, count: rowCount ?? 0, lastId: null, command };
  }

  /** Ends a transaction. @throws as `rows`; Error where the server undid it, since something in it had failed */
  async commit(): Promise<void> {
    try {
      const { command } = await this.#client.query('COMMIT');
      if (command !== 'COMMIT') throw new Error('The transaction was undone.');
    } catch (error) {
      throw toRefusal(error);
    }
  }

  /** Runs statements without parameters and without preparing them. @throws as `rows` */
  async script(sql: string): Promise<void> {
    try {
      await this.#client.query(sql);
    } catch (error) {
      throw toRefusal(error);
    }
  }
}

/** The rows of statements that are sent together. @throws as `rows`, once all are done: none is left in the connection */
export async function rowsOfAll(
  connection: Connection,
  queries: readonly Query[],
): Promise<readonly (readonly Row[])[]> {
  // Those behind one that failed fail too.
  const results = await Promise.allSettled(queries.map((query) => connection.rows(query)));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  return results.flatMap((result) => ('value' in result ? [result.value] : []));
}

/** Runs a reading: what it yields together is sent together. @throws whatever a statement or the reading throws */
export async function runStatements<T>(connection: Connection, reading: Reading<T>): Promise<T> {
  let step = reading.next();
  while (!step.done) {
    const answers = rowsOfAll(connection, step.value);
    step = await answers.then(
      (rows) => reading.next(rows),
      (error: unknown) => reading.throw(error),
    );
  }
  return step.value;
}

/** Names a statement to be prepared; nothing for the first one of a text. */
function nameOf(sql: string): { readonly name?: string } {
  const known = names.get(sql);
  if (known !== undefined) return { name: known };
  if (sentOnce.get(sql) === undefined) {
    sentOnce.keep(sql, true);
    return {};
  }
  named += 1;
  return { name: names.keep(sql, `q${named}`) };
}
