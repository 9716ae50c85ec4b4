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
import { LongReads } from './long-reads.ts';
import { ReadRunner, type ReadJob } from './read-runner.ts';
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
  /** Null where all reads run here. */
  readonly #longReads: LongReads | null;

  constructor(parts: ReaderParts) {
    const { database } = parts;
    const { dialect, threads } = database;
    this.#parts = parts;
    this.#totals = new Totals(database);
    this.#runner = new ReadRunner(dialect);
    this.#longReads = threads ? new LongReads({ threads, dialect, totals: this.#totals }) : null;
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

  #prepare({ type, one, paging, query, access }: ReadRequest): PreparedRead {
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
    return { plan, shapeKey: boundedKey(shape), size: shape.length, access };
  }

  /** Compiles (once a shape), runs and writes. @throws ValidationError for an answer beyond the limit */
  execute(
    prepared: PreparedRead,
    format: ResponseFormat,
    cancellation?: Cancellation,
  ): Promise<ReadAnswer> {
    const { values } = prepared.plan;
    const job = { compiled: this.compiled(prepared), values, format: entryFormat(format) };
    const steps = { totals: this.#totals, finish: this.#finishOf(prepared, format) };
    return this.#parts.database.read(this.#runner.entries(job, steps), cancellation);
  }

  /**
   * The body of an answer; null where there is no document. One that takes long is made in a thread.
   * @throws ValidationError for an answer beyond the limit
   */
  async body(
    prepared: PreparedRead,
    format: ResponseFormat,
    { onRows, cancellation }: BodyOptions = {},
  ): Promise<Body | null> {
    const { values, pagination } = prepared.plan;
    const compiled = this.compiled(prepared);
    const job: ReadJob = { compiled, values, format: entryFormat(format), pagination };
    const finish = this.#finishOf(prepared, format);
    // A thread does not know the schema, which source maps are made from.
    const longReads = finish ? null : this.#longReads;
    if (longReads?.isLong(job) === true && (await longReads.belongsElsewhere(job))) {
      const body = await longReads.body(job);
      onRows?.();
      return body;
    }
    const began = performance.now();
    const steps = { totals: this.#totals, onRows, finish };
    const read = this.#parts.database.read(this.#runner.body(job, steps), cancellation);
    // Where there are threads, it has run by now.
    longReads?.ranHere(job, performance.now() - began);
    const { texts } = await read;
    return texts && joined(texts);
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
    const { shape, values } = prepared.plan;
    const { by, slot } = shape.one ?? { by: 'row', slot: 0 };
    const value: PlanValue =
      by === 'rows' ? { type: 'id', list: rows } : { type: 'id', value: rows[0] ?? 0 };
    const job = {
      compiled: this.compiled(prepared),
      values: values.with(slot, value),
      format: entryFormat(format),
    };
    const steps = { totals: this.#totals, finish: this.#finishOf(prepared, format) };
    const { entries } = yield* this.#runner.entries(job, steps);
    return entries;
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

function entryFormat(format: ResponseFormat): EntryFormat {
  return format === 'source-maps' ? 'v5' : format;
}
