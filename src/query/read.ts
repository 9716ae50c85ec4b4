// The read path: parse, plan, compile, run and shape. Keeps what a query or a shape costs only once.
import { boundedKey } from '../base/bounded-key.ts';
import { LruMap } from '../base/lru-map.ts';
import type { Registry } from '../schema/registry.ts';
import type { ContentType } from '../schema/types.ts';
import { type Cancellation, ReadTimeoutError } from '../storage/errors.ts';
import type { Database, ReadSteps } from '../storage/database.ts';
import type { DefaultLocale } from '../storage/default-locale.ts';
import type { ServedRows } from '../storage/former-options.ts';
import type { Layout } from '../storage/layout.ts';
import type { SearchIndex } from '../storage/search/search-dialect.ts';
import type { ReadAccess } from './access.ts';
import type { ReadAnswer } from './answer-body.ts';
import { joined, type Body } from './body.ts';
import { compileRead } from './compile.ts';
import type { CompiledRead } from './compiled.ts';
import type { QueryObject, ReadParams } from './params.ts';
import { parseRead, type Paging, type ParseOptions } from './parse.ts';
import type { PaginationLimits } from './parse/pagination.ts';
import { parseQueryString, type QueryStringOptions } from './parse/query-string.ts';
import { planRead, type RowKey } from './planner.ts';
import type { EntryFormat } from './entry-writer.ts';
import { IsolatedLane } from './isolated-lane.ts';
import { LongReads } from './long-reads.ts';
import type { PreparedRead } from './prepared-read.ts';
import { ReadLanes } from './read-lanes.ts';
import { bodyTexts, ReadRunner, type ReadJob } from './read-runner.ts';
import type { EntryObject } from './object-form.ts';
import { ReadTimes } from './read-times.ts';
import { RowAnswer, valuesOf } from './row-answer.ts';
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

/** What is read, by whom. */
export interface ReadSubject {
  readonly type: ContentType;
  /** Which row is read; null: all of a list, or the first. */
  readonly one: RowKey | null;
  readonly access: ReadAccess;
}

/** A read described by data. */
export interface ReadRequest extends ReadSubject {
  readonly params: ReadParams;
}

/** A read described by a query string. */
export interface QueryRequest extends ReadSubject {
  readonly paging: Paging;
  /** What stands behind the `?`, as text or parsed. */
  readonly query: string | QueryObject;
}

/** How an answer is written: in a format of entries, or in the flat one with source maps. */
export type ResponseFormat = EntryFormat | 'source-maps';

/** Memory for compiled shapes, and for plans of queries, in bytes. */
const COMPILED_BYTES = 16_000_000;
const PLAN_BYTES = 6_000_000;

/** Estimates, measured with random queries: what each takes besides its text, and what a character of that takes. */
const BYTES_OF_SHAPE = { alone: 6000, character: 3 };
const BYTES_OF_PLAN = { alone: 500, character: 2 };

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
  readonly #compiled = new LruMap<string, CompiledRead>(
    COMPILED_BYTES,
    ({ length }) => BYTES_OF_SHAPE.alone + length * BYTES_OF_SHAPE.character,
  );
  readonly #prepared = new LruMap<string, PreparedRead>(
    PLAN_BYTES,
    ({ size }, key) => BYTES_OF_PLAN.alone + (size + key.length) * BYTES_OF_PLAN.character,
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

  /** Plans a read. @throws ValidationError */
  prepare({ type, one, params, access }: ReadRequest): PreparedRead {
    const { registry, locale } = this.#parts;
    const plan = planRead({ type, one }, params, { registry, access, defaultLocale: locale.code });
    const shape = JSON.stringify(plan.shape);
    return {
      plan,
      shapeKey: boundedKey(shape),
      size: shape.length,
      access,
      subject: { type, one, params },
    };
  }

  /** Parses and plans; the same query of the same caller only once. @throws ValidationError, PaginationError */
  prepareQuery(request: QueryRequest): PreparedRead {
    const { type, one, paging, query, access } = request;
    const { locale } = this.#parts;
    if (typeof query !== 'string' || query.length > KEPT_QUERY_LENGTH)
      return this.#prepareQuery(request);
    const key = JSON.stringify([type.uid, one, paging, access.key, locale.code, query]);
    return this.#prepared.get(key) ?? this.#prepared.set(key, this.#prepareQuery(request));
  }

  #prepareQuery({ type, one, paging, query, access }: QueryRequest): PreparedRead {
    const object = typeof query === 'string' ? this.parse(query) : query;
    const params = parseRead(object, this.parseOptions({ type, one, paging }));
    return this.prepare({ type, one, params, access });
  }

  /** What parsing depends on besides the parameters. */
  parseOptions({ type, one, paging }: Pick<QueryRequest, 'type' | 'one' | 'paging'>): ParseOptions {
    const { limits, strict } = this.#parts;
    return {
      paging,
      limits,
      drafts: type.draftAndPublish,
      localized: type.localized,
      severalLocales: paging !== 'none' || (one?.by === 'row' && one.several === true),
      checksRange: type.origin === 'api' && one?.by !== 'row',
      isWrite: one?.by === 'row' && one.filtered !== true,
      strictRoots: strict.roots && type.origin === 'api',
      strictDocuments: strict.documents,
    };
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

  /** The entries as objects, which the caller may change. @throws as `execute` */
  objects(prepared: PreparedRead, cancellation?: Cancellation): Promise<ReadAnswer<EntryObject>> {
    const job = this.#jobOf(prepared, 'v5');
    if (this.#isolated && this.#lanes.choose(job, false) === 'process') {
      return this.#isolated.objects(job, cancellation);
    }
    const reading = this.#runner.objects(job, { totals: this.#totalsNow });
    return this.#read(job, reading, cancellation);
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
    const steps = this.#runner.entries(job, { totals: this.#totalsNow, finish });
    return this.#read(job, steps, cancellation);
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

  #read<T>(job: ReadJob, steps: ReadSteps<T>, cancellation?: Cancellation): Promise<T> {
    const { database } = this.#parts;
    if (database.threads) return database.read(steps);
    const isSlow = this.#slowReads.isSlow(job);
    return database.read(this.#timed(job, steps), { cancellation, isSlow });
  }

  /** Notes how long a reading takes from the moment it has a connection. */
  *#timed<T>(job: ReadJob, steps: ReadSteps<T>): ReadSteps<T> {
    const began = performance.now();
    const took = (): number => performance.now() - began;
    try {
      const result = yield* steps;
      this.#times.note(job, took());
      return result;
    } catch (error) {
      if (error instanceof ReadTimeoutError) this.#times.noteTimeout(job, took());
      throw error;
    }
  }

  /**
   * Answers a write with JSON text. @param read A read by `row`
   * @throws ValidationError if that would take too long
   */
  answerTexts(read: PreparedRead, format: ResponseFormat): RowAnswer<string> {
    this.#lanes.assertAnswers(this.#jobOf(read, format));
    const run = (values: ReadJob['values']): ReadSteps<ReadAnswer> => {
      const steps = { totals: this.#totalsNow, finish: this.#finishOf(read, format) };
      return this.#runner.entries({ ...this.#jobOf(read, format), values }, steps);
    };
    return new RowAnswer(read, { run, from: (object) => JSON.stringify(object) });
  }

  /** Answers a write with objects. @param read A read by `row` */
  answerObjects(read: PreparedRead): RowAnswer<EntryObject> {
    const run = (values: ReadJob['values']): ReadSteps<ReadAnswer<EntryObject>> => {
      const job = { ...this.#jobOf(read, 'v5'), values };
      return this.#runner.objects(job, { totals: this.#totalsNow });
    };
    return new RowAnswer(read, { run, from: (object) => object });
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
      this.#compiled.get(shapeKey) ?? this.#compiled.set(shapeKey, compileRead(plan.shape, target))
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

function entryFormat(format: ResponseFormat): EntryFormat {
  return format === 'source-maps' ? 'v5' : format;
}
