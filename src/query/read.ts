// The read path: parse, plan, compile, run and shape. Caches plans by query and statements by shape.
import { boundedKey } from '../base/bounded-key.ts';
import { LruMap } from '../base/lru-map.ts';
import type { Registry } from '../schema/registry.ts';
import type { ContentType } from '../schema/types.ts';
import { type Cancellation, ReadTimeoutError } from '../storage/errors.ts';
import type { Database, ReadOptions, ReadSteps } from '../storage/database.ts';
import type { DefaultLocale } from '../storage/settings/default-locale.ts';
import type { ServedRows } from '../storage/served-rows.ts';
import type { Layout } from '../storage/layout/layout.ts';
import type { SearchIndex } from '../storage/search/search-dialect.ts';
import type { ReadAccess } from './access.ts';
import type { ReadResult } from './response-body.ts';
import { joinTexts, type Body } from './body.ts';
import { compileRead } from './compile.ts';
import type { CompileTarget } from './compile/context.ts';
import type { CompiledRead } from './compiled.ts';
import { paramsKey, type ParamObject, type QueryObject, type ReadParams } from './params.ts';
import { parseRead, type Paging, type ParseOptions } from './parse.ts';
import type { PaginationLimits } from './parse/pagination.ts';
import { parseQueryString, type QueryStringOptions } from './parse/query-string.ts';
import type { ReadPlan } from './plan.ts';
import { planRead, type RowKey } from './planner.ts';
import type { EntryFormat } from './entry-writer.ts';
import { IsolatedLane } from './lanes/isolated-lane.ts';
import { LongReads } from './lanes/long-reads.ts';
import type { PreparedRead } from './prepared-read.ts';
import { ReadLanes } from './lanes/read-lanes.ts';
import { bodyTexts, ReadRunner, type LayeredResult, type ReadJob } from './read-runner.ts';
import type { EntryObject, ObjectFormat } from './object-builder.ts';
import { ReadTimes } from './lanes/read-times.ts';
import { WriteResponse, valuesOf } from './write-response.ts';
import { SlowReads } from './lanes/slow-reads.ts';
import { withSourceMaps } from './source-maps.ts';
import { fixedTotal, Totals, type TotalsCache } from './totals.ts';

/** Dependencies and settings of a reader. */
export interface ReaderDependencies {
  readonly registry: Registry;
  readonly layout: Layout;
  readonly database: Database;
  readonly served: ReadonlyMap<string, ServedRows>;
  /** Text indexes, by the uid of the content-type. */
  readonly search: ReadonlyMap<string, SearchIndex>;
  readonly limits: PaginationLimits;
  readonly queryString: QueryStringOptions;
  readonly strict: { readonly roots: boolean; readonly documents: boolean };
  /** The locale of reads without `locale`. */
  readonly locale: Pick<DefaultLocale, 'code'>;
}

/** The content-type or row to read, and the access of the caller. */
export interface ReadSubject {
  readonly type: ContentType;
  /** The row to read; null for a list or a single type. */
  readonly one: RowKey | null;
  readonly access: ReadAccess;
}

/** A read described by parsed parameters. */
export interface ReadRequest extends ReadSubject {
  readonly params: ReadParams;
}

/** The parameters of a read: the query string without the `?`, as text or parsed, or what project code has left of it. */
export type QueryParams = string | ParamObject;

/** A read described by a query. */
export interface QueryRequest extends ReadSubject {
  readonly paging: Paging;
  readonly query: QueryParams;
}

/** The format of a response: a format of entries, or the flat one with source maps. */
export type ResponseFormat = EntryFormat | 'source-maps';

/**
 * Estimated bytes of a compiled read, measured with random queries: a base, and a factor of its text. It includes what is
 * stored with it: its cost, its writers, and its copy for threads.
 */
const BYTES_OF_SHAPE = { base: 8000, perCharacter: 5 };

/** Estimated bytes of a plan, besides its key. */
const BYTES_OF_PLAN = { base: 500, perCharacter: 2 };

/** Plans of longer queries are not cached; in characters. */
const MAX_CACHED_QUERY_LENGTH = 2000;

/** Options of a read of a body. */
export interface BodyOptions {
  /** Called when the rows are read; for a read in a thread or process, when the body is complete. */
  readonly onRows?: () => void;
  /** Cancels the read if the client disconnects. */
  readonly cancellation?: Cancellation;
  /** When its request began to wait for the database, by `performance.now()`. Default: now */
  readonly since?: number;
}

/** Options of a read of objects. */
export interface ObjectOptions {
  readonly format?: ObjectFormat;
  readonly cancellation?: Cancellation | undefined;
}

interface EntriesOptions {
  /** Transforms the entries after they are written. */
  readonly transform: ((entries: readonly string[]) => readonly string[]) | undefined;
  readonly cancellation: Cancellation | undefined;
}

/** The read path of one project and database. */
export class Reader {
  readonly #dependencies: ReaderDependencies;
  readonly #compiled = new LruMap<string, CompiledRead>(
    'compiled_reads',
    ({ length }) => BYTES_OF_SHAPE.base + length * BYTES_OF_SHAPE.perCharacter,
  );
  readonly #prepared = new LruMap<string, PreparedRead>('plans', planBytes);
  readonly #totals: Totals;
  readonly #runner: ReadRunner;
  readonly #times = new ReadTimes();
  readonly #slowReads = new SlowReads(this.#times);
  readonly #lanes: ReadLanes;
  /** Null if there are no reader threads. */
  readonly #longReads: LongReads | null;
  /** Null if there are no reader processes. */
  readonly #isolated: IsolatedLane | null;

  constructor(dependencies: ReaderDependencies) {
    const { database } = dependencies;
    const { dialect, threads, isolated } = database;
    const totals = new Totals(database);
    const times = this.#times;
    this.#dependencies = dependencies;
    this.#totals = totals;
    this.#runner = new ReadRunner(dialect);
    this.#lanes = new ReadLanes({ database, times, totals });
    this.#longReads = threads ? new LongReads({ threads, dialect, totals, times }) : null;
    this.#isolated = isolated ? new IsolatedLane({ isolated, dialect, totals, times }) : null;
  }

  /** The content model that it reads. */
  get registry(): Registry {
    return this.#dependencies.registry;
  }

  /** Parses a query string with the settings of the project. @throws ValidationError */
  parse(query: string): QueryObject;
  parse(query: QueryParams): ParamObject;
  parse(query: QueryParams): ParamObject {
    if (typeof query !== 'string') return query;
    return parseQueryString(query, this.#dependencies.queryString);
  }

  /** Plans a read. @throws ValidationError */
  prepare({ type, one, params, access }: ReadRequest): PreparedRead {
    const { registry, locale } = this.#dependencies;
    const plan = planRead({ type, one }, params, { registry, access, defaultLocale: locale.code });
    return { plan, ...shapeKeyOf(plan), access, subject: { type, one, params } };
  }

  /** Parses and plans a query. Plans are cached by query and access. @throws ValidationError, PaginationError */
  prepareQuery(request: QueryRequest): PreparedRead {
    const { type, one, paging, query, access } = request;
    const { locale } = this.#dependencies;
    const text = typeof query === 'string' ? query : paramsKey(query);
    if (text === null || text.length > MAX_CACHED_QUERY_LENGTH) return this.#prepareQuery(request);
    const parts = [type.uid, one, paging, access.key, locale.code, typeof query, text];
    const key = JSON.stringify(parts);
    return this.#prepared.get(key) ?? this.#prepared.set(key, this.#prepareQuery(request));
  }

  #prepareQuery({ type, one, paging, query, access }: QueryRequest): PreparedRead {
    const options = this.parseOptions({ type, one, paging }, type.origin === 'api');
    const params = parseRead(this.parse(query), options);
    return this.prepare({ type, one, params, access });
  }

  /** The options for parsing a request. */
  parseOptions(
    { type, one, paging }: Pick<QueryRequest, 'type' | 'one' | 'paging'>,
    versionFilters = true,
  ): ParseOptions {
    const { limits, strict } = this.#dependencies;
    return {
      paging,
      limits,
      drafts: type.draftAndPublish,
      localized: type.localized,
      severalLocales: paging !== 'none' || (one?.by === 'row' && one.several === true),
      checksRange: type.origin === 'api' && (one?.by !== 'row' || one.filtered === true),
      versionFilters,
      isWrite: one?.by === 'row' && one.filtered !== true,
      strictRoots: strict.roots && type.origin === 'api',
      strictDocuments: strict.documents,
    };
  }

  /** Reads entries as JSON text. @throws ValidationError if the response is too large; ReadTimeoutError */
  execute(
    prepared: PreparedRead,
    format: ResponseFormat,
    cancellation?: Cancellation,
  ): Promise<ReadResult> {
    const job = this.#jobOf(prepared, format);
    return this.#entries(job, { transform: this.#transformOf(prepared, format), cancellation });
  }

  /** Reads entries with hidden parts; null for a long read, which runs in a process. @throws as `execute` */
  async layered(prepared: PreparedRead): Promise<LayeredResult | null> {
    const job = this.#jobOf(prepared, 'v5');
    if (this.#isolated && this.#lanes.choose(job, false) === 'process') return null;
    return this.#read(job, this.#runner.layered(job, { totals: this.#currentTotals }), {});
  }

  /** Reads entries as objects, which the caller may change. @throws as `execute` */
  objects(
    prepared: PreparedRead,
    { format = 'v5', cancellation }: ObjectOptions = {},
  ): Promise<ReadResult<EntryObject>> {
    const job = this.#objectJobOf(prepared);
    if (this.#isolated && this.#lanes.choose(job, false) === 'process') {
      return this.#isolated.objects(job, format, cancellation);
    }
    const steps = this.#runner.objects(job, format, { totals: this.#currentTotals });
    return this.#read(job, steps, { cancellation });
  }

  /** Reads a row by its id with a read by `row`; null if it does not match the filters. @throws as `execute` */
  async row(
    prepared: PreparedRead,
    id: number,
    cancellation?: Cancellation,
  ): Promise<string | null> {
    const job = { ...this.#jobOf(prepared, 'v5'), values: valuesOf(prepared, [id]) };
    const { entries } = await this.#entries(job, { transform: undefined, cancellation });
    return entries[0] ?? null;
  }

  async #entries(job: ReadJob, { transform, cancellation }: EntriesOptions): Promise<ReadResult> {
    if (this.#isolated && this.#lanes.choose(job, false) === 'process') {
      const result = await this.#isolated.entries(job, cancellation);
      return transform ? { ...result, entries: transform(result.entries) } : result;
    }
    const steps = this.#runner.entries(job, { totals: this.#currentTotals, transform });
    return this.#read(job, steps, { cancellation });
  }

  /**
   * Reads a response body; null if there is no document. Long reads run in a thread or a process.
   * @throws ValidationError if the response is too large; ReadTimeoutError
   */
  async body(
    prepared: PreparedRead,
    format: ResponseFormat,
    { onRows, cancellation, since }: BodyOptions = {},
  ): Promise<Body | null> {
    const job = this.#jobOf(prepared, format);
    const transform = this.#transformOf(prepared, format);
    // Source maps need the schema, which threads do not have.
    const isHere = transform !== undefined || this.#dependencies.database.isInteractive === true;
    const longReads = isHere ? null : this.#longReads;
    const lane = this.#lanes.choose(job, longReads !== null);
    if (this.#isolated && lane === 'process') {
      const body = await isolatedBody(this.#isolated, job, { transform, cancellation });
      onRows?.();
      return body;
    }
    const isLong = longReads?.isLong(job) === true;
    if (longReads && (lane === 'thread' || (isLong && (await longReads.shouldRunInThread(job))))) {
      const body = await longReads.body(job);
      onRows?.();
      return body;
    }
    const began = performance.now();
    const options = { totals: this.#currentTotals, onRows, transform };
    const read = this.#read(job, this.#runner.body(job, options), { cancellation, since });
    // A database with threads runs it synchronously, so it has already run.
    longReads?.recordLocalRun(job, performance.now() - began);
    const { texts } = await read;
    return texts && joinTexts(texts);
  }

  #read<T>(job: ReadJob, steps: ReadSteps<T>, options: ReadOptions): Promise<T> {
    const { database } = this.#dependencies;
    if (database.threads) return database.read(steps);
    const isSlow = this.#slowReads.isSlow(job);
    return database.read(this.#timed(job, steps), { isSlow, ...options });
  }

  /** Records the duration of a read from the moment it has a connection. */
  *#timed<T>(job: ReadJob, steps: ReadSteps<T>): ReadSteps<T> {
    const began = performance.now();
    const took = (): number => performance.now() - began;
    try {
      const result = yield* steps;
      this.#times.record(job, took());
      return result;
    } catch (error) {
      if (error instanceof ReadTimeoutError) this.#times.recordTimeout(job, took());
      throw error;
    }
  }

  /**
   * The response to a write, as JSON text. @param read A read by `row`
   * @throws ValidationError if reading it would take too long
   */
  textResponse(read: PreparedRead, format: ResponseFormat): WriteResponse<string> {
    const job = this.#jobOf(read, format);
    this.#lanes.assertFastResponse(job);
    const transform = this.#transformOf(read, format);
    const run = (values: ReadJob['values']): ReadSteps<ReadResult> =>
      this.#runner.entries({ ...job, values }, { totals: this.#currentTotals, transform });
    return new WriteResponse(read, { run, fromObject: (object) => JSON.stringify(object) });
  }

  /**
   * The response to a write, as objects. It may take long: a caller that describes the read calls `assertFastResponse`.
   * @param read A read by `row`
   */
  objectResponse(read: PreparedRead, format: ObjectFormat = 'v5'): WriteResponse<EntryObject> {
    const run = (values: ReadJob['values']): ReadSteps<ReadResult<EntryObject>> => {
      const job = { ...this.#objectJobOf(read), values };
      return this.#runner.objects(job, format, { totals: this.#currentTotals });
    };
    return new WriteResponse(read, { run, fromObject: (object) => object });
  }

  /** Checks a read that a caller described. @param read A read by `row` @throws as `textResponse` */
  assertFastResponse(read: PreparedRead): void {
    this.#lanes.assertFastResponse(this.#objectJobOf(read));
  }

  /** In an interactive transaction totals are not cached, since they may include uncommitted rows. */
  get #currentTotals(): TotalsCache {
    return this.#dependencies.database.isInteractive === true ? NO_CACHED_TOTALS : this.#totals;
  }

  #jobOf(prepared: PreparedRead, format: ResponseFormat): ReadJob {
    const { values, pagination } = prepared.plan;
    const compiled = this.compiled(prepared);
    return { compiled, values, format: entryFormat(format), pagination };
  }

  #objectJobOf(prepared: PreparedRead): ReadJob {
    const { values, pagination } = prepared.plan;
    return { compiled: this.compiled(prepared, 'objects'), values, format: 'v5', pagination };
  }

  /** The transformation of the entries of a format. */
  #transformOf(
    { plan }: PreparedRead,
    format: ResponseFormat,
  ): ((entries: readonly string[]) => readonly string[]) | undefined {
    if (format !== 'source-maps') return undefined;
    const { registry } = this.#dependencies;
    const type = registry.model(plan.shape.root.uid);
    return (entries) => withSourceMaps(entries, type, registry);
  }

  /** The statements of a read. */
  compiled(
    { plan, shapeKey }: PreparedRead,
    output: CompileTarget['output'] = 'text',
  ): CompiledRead {
    const { registry, layout, served, search, database } = this.#dependencies;
    const target = { registry, layout, served, search, dialect: database.dialect, output };
    const key = output === 'text' ? shapeKey : `${output} ${shapeKey}`;
    return this.#compiled.get(key) ?? this.#compiled.set(key, compileRead(plan.shape, target));
  }
}

const NO_CACHED_TOTALS = fixedTotal(null);

async function isolatedBody(
  isolated: IsolatedLane,
  job: ReadJob,
  { transform, cancellation }: EntriesOptions,
): Promise<Body | null> {
  if (!transform) return isolated.body(job, cancellation);
  const result = await isolated.entries(job, cancellation);
  const texts = bodyTexts({ ...result, entries: transform(result.entries) }, job.pagination);
  return texts && joinTexts(texts);
}

/** The key of the shape of a plan, and its length. */
export function shapeKeyOf({ shape }: ReadPlan): Pick<PreparedRead, 'shapeKey' | 'size'> {
  const text = JSON.stringify(shape);
  return { shapeKey: boundedKey(text), size: text.length };
}

function entryFormat(format: ResponseFormat): EntryFormat {
  return format === 'source-maps' ? 'v5' : format;
}

/** The size of a plan in a cache without its key, in bytes. */
export function planBytes({ size }: PreparedRead): number {
  return BYTES_OF_PLAN.base + size * BYTES_OF_PLAN.perCharacter;
}
