// In charge of the face of the read path: parse, plan, compile, run and shape, with what each shape costs only once kept.
import { boundedKey } from '../base/bounded-key.ts';
import { LruMap } from '../base/lru-map.ts';
import type { Registry } from '../schema/registry.ts';
import type { ContentType } from '../schema/types.ts';
import type { Cancellation } from '../storage/cancellation.ts';
import type { Database, Reading } from '../storage/database.ts';
import type { DefaultLocale } from '../storage/default-locale.ts';
import type { ServedRows } from '../storage/former-options.ts';
import type { Layout } from '../storage/layout.ts';
import { ReadTimeoutError } from '../storage/read-timeout-error.ts';
import type { SearchIndex } from '../storage/search/search-dialect.ts';
import type { ReadAccess } from './access.ts';
import type { ReadAnswer } from './answer-body.ts';
import { joined, type Body } from './body.ts';
import { compileRead } from './compile.ts';
import type { CompiledRead } from './compiled.ts';
import type { QueryObject } from './params.ts';
import { parseRead, type Paging } from './parse.ts';
import type { PaginationLimits } from './parse/pagination.ts';
import { parseQueryString, type QueryStringOptions } from './parse/query-string.ts';
import type { PlanValue, ReadPlan } from './plan.ts';
import { planRead, type RowKey } from './planner.ts';
import type { EntryFormat } from './entry-writer.ts';
import { IsolatedLane } from './isolated-lane.ts';
import { LongReads } from './long-reads.ts';
import { ReadLanes } from './read-lanes.ts';
import { bodyTexts, ReadRunner, type ReadJob } from './read-runner.ts';
import { ReadTimes } from './read-times.ts';
import type { RunParts } from './run.ts';
import { SlowReads } from './slow-reads.ts';
import { withSourceMaps } from './source-maps.ts';
import { Totals } from './totals.ts';

/** What a reader is built on. */
export interface ReaderParts {
  readonly registry: Registry;
  readonly layout: Layout;
  readonly database: Database;
  readonly served: ReadonlyMap<string, ServedRows>;
  /** Indexes of texts, by the uids of types. */
  readonly search: ReadonlyMap<string, SearchIndex>;
  readonly limits: PaginationLimits;
  readonly queryString: QueryStringOptions;
  readonly strict: { readonly roots: boolean; readonly documents: boolean };
  /** The locale that is read when none is asked for. */
  readonly locale: Pick<DefaultLocale, 'code'>;
}

/** One read: of a type, by someone. */
export interface ReadRequest {
  readonly type: ContentType;
  /** Which row is read; null: all of a list, or the first. */
  readonly one: RowKey | null;
  readonly paging: Paging;
  /** What stands behind the `?`, as text or parsed. */
  readonly query: string | QueryObject;
  readonly access: ReadAccess;
}

/** A read that is parsed and planned: nothing in it can be refused any more. */
export interface PreparedRead {
  readonly plan: ReadPlan;
  /** Names the compiled statements, which queries of one shape share. */
  readonly shapeKey: string;
  /** Characters of the shape. */
  readonly size: number;
  /** Of the caller. */
  readonly access: ReadAccess;
  /** What was asked for. */
  readonly request: ReadRequest;
}

/** How an answer is written: in a format of entries, or in the flat one with source maps. */
export type ResponseFormat = EntryFormat | 'source-maps';

/** Characters of SQL that compiled shapes may have together, and of prepared queries with their shapes. */
const KEPT_SQL = 10_000_000;
const KEPT_PLANS = 5_000_000;

/** Longer queries are parsed anew each time; in characters. */
const KEPT_QUERY_LENGTH = 2000;

/** What happens while a body is read. */
export interface BodyOptions {
  /** Is called when the rows are there, in a thread when all is. */
  readonly onRows?: () => void;
  /** Ends the read if nobody waits for it. */
  readonly cancellation?: Cancellation;
}

interface EntriesOptions {
  /** What is done to entries that are written; undefined: nothing. */
  readonly finish: ((entries: readonly string[]) => readonly string[]) | undefined;
  readonly cancellation: Cancellation | undefined;
}

/** The read path of one project and database. */
export class Reader {
  readonly #parts: ReaderParts;
  readonly #compiled = new LruMap<string, CompiledRead>(KEPT_SQL, ({ length }) => length);
  readonly #prepared = new LruMap<string, PreparedRead>(
    KEPT_PLANS,
    ({ size }, key) => size + key.length,
  );
  readonly #totals: Totals;
  readonly #runner: ReadRunner;
  readonly #times = new ReadTimes();
  readonly #slowReads = new SlowReads(this.#times);
  readonly #lanes: ReadLanes;
  /** Null if no threads read. */
  readonly #longReads: LongReads | null;
  /** Null if no processes read. */
  readonly #isolated: IsolatedLane | null;

  constructor(parts: ReaderParts) {
    const { database } = parts;
    const { dialect, threads, isolated } = database;
    const totals = new Totals(database);
    const times = this.#times;
    this.#parts = parts;
    this.#totals = totals;
    this.#runner = new ReadRunner(dialect);
    this.#lanes = new ReadLanes({ database, times, totals });
    this.#longReads = threads ? new LongReads({ threads, dialect, totals, times }) : null;
    this.#isolated = isolated ? new IsolatedLane({ isolated, dialect, totals, times }) : null;
  }

  /** The query that stands behind a `?`, as the project has it parsed. @throws ValidationError */
  parse(text: string): QueryObject {
    return parseQueryString(text, this.#parts.queryString);
  }

  /** Parses and plans; the same query of the same caller only once. @throws ValidationError, PaginationError */
  prepare(request: ReadRequest): PreparedRead {
    const { type, one, paging, query, access } = request;
    const { locale } = this.#parts;
    if (typeof query !== 'string' || query.length > KEPT_QUERY_LENGTH)
      return this.#prepare(request);
    const key = JSON.stringify([type.uid, one, paging, access.key, locale.code, query]);
    return this.#prepared.get(key) ?? this.#prepared.keep(key, this.#prepare(request));
  }

  #prepare(request: ReadRequest): PreparedRead {
    const { type, one, paging, query, access } = request;
    const { registry, limits, strict, locale } = this.#parts;
    const params = parseRead(typeof query === 'string' ? this.parse(query) : query, {
      paging,
      limits,
      drafts: type.draftAndPublish,
      localized: type.localized,
      severalLocales: paging !== 'none' || (one?.by === 'row' && one.several === true),
      checksRange: type.origin === 'api' && one?.by !== 'row',
      isWrite: one?.by === 'row' && one.filtered !== true,
      strictRoots: strict.roots && type.origin === 'api',
      strictDocuments: strict.documents,
    });
    const plan = planRead({ type, one }, params, { registry, access, defaultLocale: locale.code });
    const shape = JSON.stringify(plan.shape);
    return { plan, shapeKey: boundedKey(shape), size: shape.length, access, request };
  }

  /** Compiles (once a shape), runs and writes. @throws ValidationError for an answer beyond the limit, ReadTimeoutError */
  execute(
    prepared: PreparedRead,
    format: ResponseFormat,
    cancellation?: Cancellation,
  ): Promise<ReadAnswer> {
    const job = this.#jobOf(prepared, format);
    return this.#entries(job, { finish: this.#finishOf(prepared, format), cancellation });
  }

  /** The row with an id, if it matches the filters of a read by `row`; otherwise null. @throws as `execute` */
  async row(
    prepared: PreparedRead,
    id: number,
    cancellation?: Cancellation,
  ): Promise<string | null> {
    const job = { ...this.#jobOf(prepared, 'v5'), values: valuesOf(prepared, [id]) };
    const { entries } = await this.#entries(job, { finish: undefined, cancellation });
    return entries[0] ?? null;
  }

  async #entries(job: ReadJob, { finish, cancellation }: EntriesOptions): Promise<ReadAnswer> {
    if (this.#isolated && this.#lanes.choose(job, false) === 'process') {
      const answer = await this.#isolated.entries(job, cancellation);
      return finish ? { ...answer, entries: finish(answer.entries) } : answer;
    }
    const reading = this.#runner.entries(job, { totals: this.#totalsNow, finish });
    return this.#read(job, reading, cancellation);
  }

  /**
   * The body of an answer; null where there is no document. One that takes long is made in a thread or in a process.
   * @throws ValidationError for an answer beyond the limit, ReadTimeoutError
   */
  async body(
    prepared: PreparedRead,
    format: ResponseFormat,
    { onRows, cancellation }: BodyOptions = {},
  ): Promise<Body | null> {
    const job = this.#jobOf(prepared, format);
    const finish = this.#finishOf(prepared, format);
    // Source maps are made from the schema, which neither a thread nor a process knows.
    const isHere = finish !== undefined || this.#parts.database.isInteractive === true;
    const longReads = isHere ? null : this.#longReads;
    const lane = this.#lanes.choose(job, longReads !== null);
    if (this.#isolated && lane === 'process') {
      const body = await isolatedBody(this.#isolated, job, { finish, cancellation });
      onRows?.();
      return body;
    }
    const isLong = longReads?.isLong(job) === true;
    if (longReads && (lane === 'thread' || (isLong && (await longReads.belongsElsewhere(job))))) {
      const body = await longReads.body(job);
      onRows?.();
      return body;
    }
    const began = performance.now();
    const steps = { totals: this.#totalsNow, onRows, finish };
    const read = this.#read(job, this.#runner.body(job, steps), cancellation);
    // Where there are threads, it has run by now.
    longReads?.ranHere(job, performance.now() - began);
    const { texts } = await read;
    return texts && joined(texts);
  }

  #read<T>(job: ReadJob, reading: Reading<T>, cancellation?: Cancellation): Promise<T> {
    const { database } = this.#parts;
    if (database.threads) return database.read(reading);
    const isSlow = this.#slowReads.isSlow(job);
    return database.read(this.#timed(job, reading), { cancellation, isSlow });
  }

  /** Notes how long a reading takes from the moment it has a connection. */
  *#timed<T>(job: ReadJob, reading: Reading<T>): Reading<T> {
    const began = performance.now();
    const took = (): number => performance.now() - began;
    try {
      const result = yield* reading;
      this.#times.note(job, took());
      return result;
    } catch (error) {
      if (error instanceof ReadTimeoutError) this.#times.noteTimeout(job, took());
      throw error;
    }
  }

  /**
   * Reads rows that were just written, inside their transaction, in one read. @param prepared A read by `row`
   * @returns them in the order given
   * @throws ValidationError for an answer beyond the limit
   */
  *written(
    prepared: PreparedRead,
    rows: readonly number[],
    format: ResponseFormat,
  ): Reading<readonly string[]> {
    const inOrder = rows.toSorted((a, b) => a - b);
    const entries = yield* this.#byRow(prepared, inOrder, format);
    if (entries.length < rows.length) {
      throw new Error(
        `not all of rows ${rows.join()} of ${prepared.plan.shape.root.uid} are there`,
      );
    }
    return rows.map((row) => entries[inOrder.indexOf(row)] ?? '');
  }

  /**
   * Reads a row where it matches the filters of a read by `row`. @returns null where it does not
   * @throws ValidationError for an answer beyond the limit
   */
  *matching(prepared: PreparedRead, row: number, format: ResponseFormat): Reading<string | null> {
    const [entry] = yield* this.#byRow(prepared, [row], format);
    return entry ?? null;
  }

  /** By their ids, ascending. */
  *#byRow(
    prepared: PreparedRead,
    rows: readonly number[],
    format: ResponseFormat,
  ): Reading<readonly string[]> {
    const job = { ...this.#jobOf(prepared, format), values: valuesOf(prepared, rows) };
    const steps = { totals: this.#totalsNow, finish: this.#finishOf(prepared, format) };
    const { entries } = yield* this.#runner.entries(job, steps);
    return entries;
  }

  /** Rows that are not committed are counted each time, and the result is not shared. */
  get #totalsNow(): RunParts['totals'] {
    return this.#parts.database.isInteractive === true ? NO_TOTALS : this.#totals;
  }

  #jobOf(prepared: PreparedRead, format: ResponseFormat): ReadJob {
    const { values, pagination } = prepared.plan;
    const compiled = this.compiled(prepared);
    return { compiled, values, format: entryFormat(format), pagination };
  }

  /** What is done to entries that are written; undefined: nothing. */
  #finishOf(
    { plan }: PreparedRead,
    format: ResponseFormat,
  ): ((entries: readonly string[]) => readonly string[]) | undefined {
    if (format !== 'source-maps') return undefined;
    const { registry } = this.#parts;
    const type = registry.model(plan.shape.root.uid);
    return (entries) => withSourceMaps(entries, type, registry);
  }

  /** The statements of a read. */
  compiled({ plan, shapeKey }: PreparedRead): CompiledRead {
    const { registry, layout, served, search, database } = this.#parts;
    const target = { registry, layout, served, search, dialect: database.dialect };
    return (
      this.#compiled.get(shapeKey) ?? this.#compiled.keep(shapeKey, compileRead(plan.shape, target))
    );
  }
}

const NO_TOTALS: RunParts['totals'] = {
  look: () => 0,
  known: () => null,
  keep: () => undefined,
};

async function isolatedBody(
  isolated: IsolatedLane,
  job: ReadJob,
  { finish, cancellation }: EntriesOptions,
): Promise<Body | null> {
  if (!finish) return isolated.body(job, cancellation);
  const answer = await isolated.entries(job, cancellation);
  const texts = bodyTexts({ ...answer, entries: finish(answer.entries) }, job.pagination);
  return texts && joined(texts);
}

/** The values of a read by `row` or `rows`, for rows by their ids. */
function valuesOf(
  { plan: { shape, values } }: PreparedRead,
  rows: readonly number[],
): readonly PlanValue[] {
  const { by, slot } = shape.one ?? { by: 'row', slot: 0 };
  const value: PlanValue =
    by === 'rows' ? { type: 'id', list: rows } : { type: 'id', value: rows[0] ?? 0 };
  return values.with(slot, value);
}

function entryFormat(format: ResponseFormat): EntryFormat {
  return format === 'source-maps' ? 'v5' : format;
}
