// Sizes of tables from samples that take at most a millisecond, cached for some seconds.
import type { SqliteConnection } from '../connection.ts';
import { quote } from '../quote.ts';

/** Sizes of tables and indexes. */
export interface TableSizes {
  /** Number of rows: exact for small tables, otherwise an upper bound. */
  rows(table: string): number;
  /** Average bytes of text per row. */
  rowBytes(table: string): number;
  /** Number of rows with the same values in the first columns of an index. */
  rowsPerKey(table: string, key: IndexKey): number;
}

export interface IndexKey {
  readonly index: string;
  readonly columns: readonly string[];
}

/** How long a size is cached, in milliseconds. */
const FRESH = 30_000;

/** Rows are counted up to this number; for larger tables the highest row id is an upper bound. */
const MAX_COUNTED = 20_000;

/** Up to this number, the highest row id is used as the number of rows. */
const SMALL = 500;

/** Number of positions at which texts are sampled. */
const SAMPLE_POSITIONS = 16;
const SAMPLE_ROWS = 16;

/** Number of sampled index entries. */
const SAMPLE_ENTRIES = 1000;

/** Safety margin, since other keys may have more rows. */
const MARGIN = 1.25;

/** An index with fewer distinct keys in the sample is scanned by key, up to this number. */
const FEW_KEYS = 20;
const MAX_KEYS = 100;

/** Rows per key of an index that cannot be sampled. */
const DEFAULT_ROWS_PER_KEY = 10;

const TEXT = /char|text|json|clob|blob/i;

interface Measured {
  readonly value: number;
  readonly until: number;
}

/** Measures tables over a connection. */
export class MeasuredTables implements TableSizes {
  readonly #connection: SqliteConnection;
  readonly #measured = new Map<string, Measured>();

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  rows(table: string): number {
    return this.#measure(`rows ${table}`, () => this.#countRows(quote(table)));
  }

  rowBytes(table: string): number {
    return this.#measure(`bytes ${table}`, () => this.#sampleBytes(table));
  }

  rowsPerKey(table: string, { index, columns }: IndexKey): number {
    const name = `key ${index} ${columns.length}`;
    return this.#measure(name, () => this.#sampleIndex(table, { index, columns }));
  }

  /** The cache is bounded by the number of tables and indexes. A table that cannot be measured counts as small. */
  #measure(name: string, measure: () => number): number {
    const cached = this.#measured.get(name);
    const now = performance.now();
    if (cached && now < cached.until) return cached.value;
    const value = tried(measure) ?? SMALL;
    this.#measured.set(name, { value, until: now + FRESH });
    return value;
  }

  #countRows(table: string): number {
    const highest = this.#number(`select max(rowid) from ${table}`);
    if (highest <= SMALL) return highest;
    const counted = this.#number(
      `select count(*) from (select 1 from ${table} limit ${MAX_COUNTED})`,
    );
    return counted < MAX_COUNTED ? counted : highest;
  }

  #sampleBytes(table: string): number {
    const columns = this.#connection
      .prepare(`select name, type from pragma_table_info(?)`)
      .raw()
      .all(table) as [string, string][];
    const lengths = columns
      .filter(([, type]) => TEXT.test(type))
      .map(([name]) => `ifnull(octet_length(${quote(name)}), 0)`);
    if (lengths.length === 0) return 0;
    const rows = this.rows(table);
    const all = `select ${lengths.join(' + ')} as length from ${quote(table)}`;
    if (rows <= SMALL) return this.#number(`select ifnull(avg(length), 0) from (${all})`);
    const sample = this.#connection
      .prepare(
        `select sum(length), count(*) from (${all} where rowid >= ? order by rowid limit ${SAMPLE_ROWS})`,
      )
      .raw();
    const highest = this.#number(`select max(rowid) from ${quote(table)}`);
    let sum = 0;
    let count = 0;
    for (let step = 0; step <= SAMPLE_POSITIONS; step += 1) {
      const from = Math.floor((highest * step) / SAMPLE_POSITIONS) - (step && SAMPLE_ROWS) + 1;
      const [bytes, found] = sample.get(from) as [number | null, number];
      sum += bytes ?? 0;
      count += found;
    }
    return count === 0 ? 0 : sum / count;
  }

  #sampleIndex(table: string, { index, columns }: IndexKey): number {
    const rows = this.rows(table);
    if (rows <= 1) return rows;
    const names = columns.map(quote).join(', ');
    const entries = `select ${names} from ${quote(table)} indexed by ${quote(index)} order by ${names} limit ${SAMPLE_ENTRIES}`;
    const keys = tried(() =>
      this.#number(`select count(*) from (select distinct ${names} from (${entries}))`),
    );
    // A partial index cannot be read on its own.
    if (keys === null) return columns.length > 1 ? DEFAULT_ROWS_PER_KEY : rows;
    if (rows <= SAMPLE_ENTRIES) return rows / Math.max(keys, 1);
    if (keys >= FEW_KEYS) return (MARGIN * SAMPLE_ENTRIES) / keys;
    return rows / Math.max(keys, this.#countKeys(quote(table), quote(columns[0] ?? '')), 1);
  }

  /** Number of distinct values in the first column of an index, by one lookup for each. */
  #countKeys(table: string, column: string): number {
    return this.#number(
      `with recursive keys(key) as (select min(${column}) from ${table} union all select (select min(${column}) from ${table} where ${column} > key) from keys where key is not null limit ${MAX_KEYS}) select count(key) from keys`,
    );
  }

  #number(sql: string): number {
    const [value] = this.#connection.prepare(sql).raw().get() as [unknown];
    return Number(value ?? 0);
  }
}

function tried(measure: () => number): number | null {
  try {
    return measure();
  } catch {
    return null;
  }
}
