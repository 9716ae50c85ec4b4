// PostgreSQL connection: pipelines statements, prepares repeated ones, and returns rows in the same form as SQLite.
import { types, type ClientBase, type ClientConfig, type CustomTypesConfig } from 'pg';
import { LruMap, textBytes } from '../../base/lru-map.ts';
import type { UnavailableError } from '../errors.ts';
import type { Query, RawQuery, RawResult, Row } from '../session.ts';
import { fromServer } from './wall-clock.ts';
import { toStorageError } from './errors.ts';

/**
 * Statements that are prepared, by text, for all connections. Only repeated texts are prepared, since clients may send
 * any number of different queries.
 */
const prepared = new LruMap<string, PreparedText>('postgres_statements', ({ text }) =>
  textBytes(text),
);
const unprepared = new LruMap<string, true>('postgres_unprepared_statements', () => 0);
let named = 0;

/** A text that is prepared under a name. The driver keeps the text for each connection, so they share one string. */
interface PreparedText {
  readonly name: string;
  readonly text: string;
}

/** Statements that are prepared over a connection. The server stores a plan of each until the connection ends. */
interface PreparedNames {
  readonly names: Set<string>;
  bytes: number;
}

const ofClients = new WeakMap<ClientBase, PreparedNames>();

/** A connection with more prepared statements, or with longer ones in bytes, is replaced. */
const MAX_PREPARED = { count: 1000, bytes: 2_000_000 } as const;

/** True if a connection should be replaced, which ends its prepared statements. */
export function isFull(client: ClientBase): boolean {
  const { names, bytes } = ofClients.get(client) ?? NO_NAMES;
  return names.size > MAX_PREPARED.count || bytes > MAX_PREPARED.bytes;
}

/**
 * Discards all prepared statements, which fail if the type of one of their columns has changed. Connections keep them until
 * they are full.
 */
export function forgetPrepared(): void {
  prepared.clear();
}

const NO_NAMES: PreparedNames = { names: new Set(), bytes: 0 };

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

/** As on SQLite, booleans are 0 and 1, times are milliseconds since 1970, and JSON is text. */
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

/** Driver settings of all connections. */
export const driverSettings: Pick<ClientConfig, 'types'> & { readonly pipeline: true } = {
  pipeline: true,
  types: {
    getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
      PARSERS.get(oid) ?? types.getTypeParser(oid, format)) as typeof types.getTypeParser,
  },
};

/** Sends statements over a connection, which returns their results in order. */
export class Connection {
  readonly #client: ClientBase;
  #count = 0;
  #canceledBy: UnavailableError | null = null;

  constructor(client: ClientBase) {
    this.#client = client;
  }

  /** Number of sent statements. */
  get count(): number {
    return this.#count;
  }

  /** From now on only the end of the transaction is sent; statements fail with the reason. */
  cancel(reason: UnavailableError): void {
    this.#canceledBy ??= reason;
  }

  /**
   * Rows of a statement in the order of the selected columns. @throws the reason of `cancel`, ConstraintError,
   * ValidationError, UnavailableError
   */
  async rows({ sql, values }: Query): Promise<readonly Row[]> {
    if (this.#canceledBy) throw this.#canceledBy;
    this.#count += 1;
    try {
      const result = await this.#client.query<unknown[]>({
        ...preparedText(sql, this.#client),
        values: [...values],
        rowMode: 'array',
      });
      return result.rows;
    } catch (error) {
      throw this.#canceledBy ?? toStorageError(error);
    }
  }

  /** Runs a statement of a program, with values as the driver returns them. @throws DatabaseError, UnavailableError */
  async raw({ sql, values }: RawQuery): Promise<RawResult> {
    this.#count += 1;
    const { rows, rowCount, command } = await this.#client.query<Record<string, unknown>>({
      text: sql,
      values: [...values],
      types: RAW_TYPES,
    });
    return { rows, count: rowCount ?? 0, lastId: null, command };
  }

  /** Commits. @throws as `rows`; Error if the server rolled back because of an earlier error */
  async commit(): Promise<void> {
    try {
      const { command } = await this.#client.query('COMMIT');
      if (command !== 'COMMIT') throw new Error('The transaction was rolled back.');
    } catch (error) {
      throw toStorageError(error);
    }
  }

  /** Runs statements without parameters and without preparing them. @throws as `rows` */
  async script(sql: string): Promise<void> {
    try {
      await this.#client.query(sql);
    } catch (error) {
      throw toStorageError(error);
    }
  }
}

/** The text of a statement, with its name from the second use on. */
function preparedText(
  sql: string,
  client: ClientBase,
): Partial<PreparedText> & { readonly text: string } {
  const known = prepared.get(sql) ?? secondUse(sql);
  if (known) note(known, client);
  return known ?? { text: sql };
}

function secondUse(sql: string): PreparedText | null {
  if (unprepared.get(sql) === undefined) {
    unprepared.set(sql, true);
    return null;
  }
  named += 1;
  return prepared.set(sql, { name: `q${named}`, text: sql });
}

function note({ name, text }: PreparedText, client: ClientBase): void {
  let known = ofClients.get(client);
  if (!known) ofClients.set(client, (known = { names: new Set(), bytes: 0 }));
  if (known.names.has(name)) return;
  known.names.add(name);
  known.bytes += textBytes(text);
}
