// The read path: parses, plans and compiles reads, which `ReadDispatch` runs. Caches plans by query and statements by shape.
import { LruMap } from '../base/lru-map.ts';
import { withTiming, type CurrentRequest, type Stage } from '../base/stage-timer.ts';
import type { Registry } from '../schema/registry.ts';
import type { ContentType } from '../schema/types.ts';
import type { Cancellation } from '../storage/cancellation.ts';
import type { Database } from '../storage/database.ts';
import type { ReadSteps } from '../storage/session.ts';
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
import { parseRead, type Paging, type ParseOptions, type QueryParser } from './parse.ts';
import type { PaginationLimits } from './parse/pagination.ts';
import { parseQueryString, type QueryStringOptions } from './parse/query-string.ts';
import { planRead, type RowKey } from './planner.ts';
import type { ReadShape } from './plan.ts';
import type { EntryFormat } from './entry-writer.ts';
import { ReadDispatch, type BodyOptions, type WaitOptions } from './lanes/dispatch.ts';
import { planBytes, shapeKeyOf, type PreparedRead } from './prepared-read.ts';
import { bodyTexts, type LayeredResult, type ReadJob } from './read-runner.ts';
import type { EntryObject, ObjectFormat } from './object-builder.ts';
import { WriteResponse, valuesOf } from './write-response.ts';
import { withSourceMaps } from './source-maps.ts';

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
  /** Whose reads are measured. Default: none are */
  readonly current?: CurrentRequest | undefined;
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

/** A query in which all values are text: the query string without the `?`, or parsed. */
export type TextQuery = string | QueryObject;

/** A read described by a query. */
export interface QueryRequest extends ReadSubject {
  readonly paging: Paging;
  readonly query: QueryParams;
  /** Default: `parseRead` */
  readonly parser?: QueryParser;
}

/** The format of a response: a format of entries, or the flat one with source maps. */
export type ResponseFormat = EntryFormat | 'source-maps';

/**
 * Estimated bytes of a compiled read, measured with random queries: a base, and a factor of its text. It includes what is
 * stored with it: its cost, its writers, and its copy for threads.
 */
const BYTES_OF_SHAPE = { base: 8000, perCharacter: 5 };

/** Plans of longer queries are not cached; in characters. */
const MAX_CACHED_QUERY_LENGTH = 2000;

export interface ObjectOptions extends WaitOptions {
  readonly format?: ObjectFormat;
}

/** The read path of one project and database. */
export class Reader {
  readonly #dependencies: ReaderDependencies;
  readonly #compiled = new LruMap<string, CompiledRead>(
    'compiled_reads',
    ({ length }) => BYTES_OF_SHAPE.base + length * BYTES_OF_SHAPE.perCharacter,
  );
  readonly #prepared = new LruMap<string, PreparedRead>('plans', planBytes);
  readonly #dispatch: ReadDispatch;

  constructor(dependencies: ReaderDependencies) {
    this.#dependencies = dependencies;
    this.#dispatch = new ReadDispatch(dependencies.database, dependencies.current);
  }

  /** The content model that it reads. */
  get registry(): Registry {
    return this.#dependencies.registry;
  }

  /** Parses a query string with the settings of the project. @throws ValidationError */
  parse(query: TextQuery): QueryObject;
  parse(query: QueryParams): ParamObject;
  parse(query: QueryParams): ParamObject {
    if (typeof query !== 'string') return query;
    return this.#timed('plan', () => parseQueryString(query, this.#dependencies.queryString));
  }

  /** Plans a read. @throws ValidationError */
  prepare(request: ReadRequest): PreparedRead {
    return this.#timed('plan', () => this.#plan(request));
  }

  #plan({ type, one, params, access }: ReadRequest): PreparedRead {
    const { registry, locale } = this.#dependencies;
    const plan = planRead({ type, one }, params, { registry, access, defaultLocale: locale.code });
    return { plan, ...shapeKeyOf(plan), access, subject: { type, one, params, access } };
  }

  /** Parses and plans a query. Plans are cached by query and access. @throws ValidationError, PaginationError */
  prepareQuery(request: QueryRequest): PreparedRead {
    return this.#timed('plan', () => this.#preparedQuery(request));
  }

  #preparedQuery(request: QueryRequest): PreparedRead {
    const { type, one, paging, query, access, parser } = request;
    const { locale } = this.#dependencies;
    const text = typeof query === 'string' ? query : paramsKey(query);
    if (text === null || text.length > MAX_CACHED_QUERY_LENGTH) return this.#prepareQuery(request);
    const parts = [
      type.uid,
      one,
      paging,
      parser?.name,
      access.key,
      locale.code,
      typeof query,
      text,
    ];
    const key = JSON.stringify(parts);
    return this.#prepared.get(key) ?? this.#prepared.set(key, this.#prepareQuery(request));
  }

  #prepareQuery(request: QueryRequest): PreparedRead {
    const { type, one, access } = request;
    return this.#plan({ type, one, params: this.paramsOf(request), access });
  }

  /** Parses a query. @throws ValidationError, PaginationError */
  paramsOf({ type, one, paging, query, parser }: QueryRequest): ReadParams {
    const options = this.parseOptions({ type, one, paging }, type.origin === 'api');
    return (parser?.parse ?? parseRead)(this.parse(query), options);
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

  /** Reads entries as JSON text. @throws ValidationError if the response is too large; UnavailableError */
  execute(
    prepared: PreparedRead,
    format: ResponseFormat,
    cancellation?: Cancellation,
  ): Promise<ReadResult> {
    if (format === 'source-maps') return this.#marked(prepared, { cancellation });
    return this.#dispatch.entries(this.#jobOf(prepared, format), cancellation);
  }

  async #marked(prepared: PreparedRead, options: WaitOptions): Promise<ReadResult> {
    const { entries, total, cursors } = await this.objects(prepared, options);
    const marked = this.#timed('shape', () => this.#withSourceMaps(prepared, entries));
    return { entries: marked, total, cursors };
  }

  /** Reads entries with hidden parts; null for a long read, which runs in a process. @throws as `execute` */
  layered(prepared: PreparedRead): Promise<LayeredResult | null> {
    return this.#dispatch.layered(this.#jobOf(prepared, 'v5'));
  }

  /** Reads entries as objects, which the caller may change. @throws as `execute` */
  objects(
    prepared: PreparedRead,
    { format = 'v5', cancellation, since }: ObjectOptions = {},
  ): Promise<ReadResult<EntryObject>> {
    return this.#dispatch.objects(this.#objectJobOf(prepared), format, { cancellation, since });
  }

  /** Reads entries as objects in the format of programs, as part of a write. @throws as `execute` */
  objectSteps(prepared: PreparedRead): ReadSteps<ReadResult<EntryObject>> {
    return this.#objectRun(prepared, 'plain')(prepared.plan.values);
  }

  /** Reads a row by its id with a read by `row`; null if it does not match the filters. @throws as `execute` */
  async row(
    prepared: PreparedRead,
    id: number,
    cancellation?: Cancellation,
  ): Promise<string | null> {
    const job = { ...this.#jobOf(prepared, 'v5'), values: valuesOf(prepared, [id]) };
    const { entries } = await this.#dispatch.entries(job, cancellation);
    return entries[0] ?? null;
  }

  /**
   * Reads a response body; null if there is no document. Long reads run in a thread or a process.
   * @throws ValidationError if the response is too large; UnavailableError
   */
  body(
    prepared: PreparedRead,
    format: ResponseFormat,
    options: BodyOptions = {},
  ): Promise<Body | null> {
    return format === 'source-maps'
      ? this.#markedBody(prepared, options)
      : this.#dispatch.body(this.#jobOf(prepared, format), options);
  }

  async #markedBody(prepared: PreparedRead, options: WaitOptions): Promise<Body | null> {
    const result = await this.#marked(prepared, options);
    const texts = bodyTexts(result, prepared.plan.pagination);
    return texts && joinTexts(texts);
  }

  /**
   * The response to a write, as JSON text. @param read A read by `row`
   * @throws ValidationError if reading it would take too long
   */
  textResponse(read: PreparedRead, format: ResponseFormat): WriteResponse<string> {
    const job = this.#jobOf(read, format === 'source-maps' ? 'v5' : format);
    this.#dispatch.assertFastResponse(job);
    const run = (values: ReadJob['values']): ReadSteps<ReadResult> =>
      this.#dispatch.entrySteps({ ...job, values });
    const objectFormat = format === 'v4' ? 'v4' : 'v5';
    const objects = { registry: this.registry, format: objectFormat } as const;
    const runObjects = this.#objectRun(read, objectFormat);
    if (format !== 'source-maps') {
      return new WriteResponse(read, { run, runObjects, fromObject: JSON.stringify, objects });
    }
    const mark = (objects: readonly EntryObject[]): readonly string[] =>
      this.#withSourceMaps(read, objects);
    return new WriteResponse(read, {
      *run(values) {
        const { entries, total, cursors } = yield* runObjects(values);
        return { entries: mark(entries), total, cursors };
      },
      runObjects,
      fromObject: (object) => mark([object])[0] ?? '',
      objects,
    });
  }

  /**
   * The response to a write, as objects. It may take long: a caller that describes the read calls `assertFastResponse`.
   * @param read A read by `row`
   */
  objectResponse(read: PreparedRead, format: ObjectFormat = 'v5'): WriteResponse<EntryObject> {
    const run = this.#objectRun(read, format);
    const objects = { registry: this.registry, format };
    return new WriteResponse(read, {
      run,
      runObjects: run,
      fromObject: (object) => object,
      objects,
    });
  }

  /** Runs the read of a response as objects. */
  #objectRun(
    read: PreparedRead,
    format: ObjectFormat,
  ): (values: ReadJob['values']) => ReadSteps<ReadResult<EntryObject>> {
    return (values) => this.#dispatch.objectSteps({ ...this.#objectJobOf(read), values }, format);
  }

  /** Checks a read that a caller described. @param read A read by `row` @throws as `textResponse` */
  assertFastResponse(read: PreparedRead): void {
    this.#dispatch.assertFastResponse(this.#objectJobOf(read));
  }

  #jobOf(prepared: PreparedRead, format: EntryFormat): ReadJob {
    const { values, pagination } = prepared.plan;
    return { compiled: this.compiled(prepared), values, format, pagination };
  }

  #objectJobOf(prepared: PreparedRead): ReadJob {
    const { values, pagination } = prepared.plan;
    return { compiled: this.compiled(prepared, 'objects'), values, format: 'v5', pagination };
  }

  #withSourceMaps({ plan }: PreparedRead, entries: readonly EntryObject[]): readonly string[] {
    const { registry } = this.#dependencies;
    return withSourceMaps(entries, registry.model(plan.shape.root.uid), registry);
  }

  /** The statements of a read. */
  compiled(
    { plan, shapeKey }: PreparedRead,
    output: CompileTarget['output'] = 'text',
  ): CompiledRead {
    const { registry, layout, served, search, database } = this.#dependencies;
    const target = { registry, layout, served, search, dialect: database.dialect, output };
    const key = output === 'text' ? shapeKey : `${output} ${shapeKey}`;
    return this.#compiled.get(key) ?? this.#compile(key, plan.shape, target);
  }

  #compile(key: string, shape: ReadShape, target: CompileTarget): CompiledRead {
    const compiled = this.#timed('plan', () => compileRead(shape, target));
    return this.#compiled.set(key, compiled);
  }

  /** Runs a stage of the current request. */
  #timed<T>(stage: Stage, work: () => T): T {
    return withTiming(this.#dependencies.current?.timer, stage, work);
  }
}
