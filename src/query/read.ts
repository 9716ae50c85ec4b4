// In charge of the face of the read path: parse, plan, compile, run and shape, with what each shape costs only once kept.
import { LruMap } from '../base/lru-map.ts';
import type { Registry } from '../schema/registry.ts';
import type { ContentType } from '../schema/types.ts';
import type { Database } from '../storage/database.ts';
import type { ServedRows } from '../storage/former-options.ts';
import type { Layout } from '../storage/layout.ts';
import type { ReadAccess } from './access.ts';
import { compileRead, type CompiledRead } from './compile.ts';
import { parseRead, type Paging } from './parse.ts';
import type { PaginationLimits } from './parse/pagination.ts';
import { parseQueryString, type QueryStringOptions } from './parse/query-string.ts';
import type { ReadPlan } from './plan.ts';
import { planRead, type RowKey } from './planner.ts';
import { runRead } from './run.ts';
import type { ResponseFormat } from './entry-writer.ts';
import { Shaper } from './shape.ts';

/** What a reader is built on. */
export interface ReaderParts {
  readonly registry: Registry;
  readonly layout: Layout;
  readonly database: Database;
  readonly served: ReadonlyMap<string, ServedRows>;
  readonly limits: PaginationLimits;
  readonly queryString: QueryStringOptions;
  readonly strict: { readonly roots: boolean; readonly documents: boolean };
  /** Code of the locale that is read when none is asked for. */
  readonly defaultLocale: string;
}

/** One read: of a type, by someone. */
export interface ReadRequest {
  readonly type: ContentType;
  /** Which row is read; null: all of a list, or the first. */
  readonly one: RowKey | null;
  readonly paging: Paging;
  /** What stands behind the `?`. */
  readonly query: string;
  readonly access: ReadAccess;
}

/** A read that is parsed and planned: nothing in it can be refused any more. */
export interface PreparedRead {
  readonly plan: ReadPlan;
  /** Names the compiled statements, which queries of one shape share. */
  readonly shapeKey: string;
}

/** Entries as JSON text. */
export interface ReadAnswer {
  readonly entries: readonly string[];
  readonly total: number | null;
}

/** Characters of SQL that compiled shapes may have together, and of the shapes of prepared queries. */
const KEPT_SQL = 10_000_000;
const KEPT_PLANS = 5_000_000;

/** Longer queries are parsed anew each time; in characters. */
const KEPT_QUERY_LENGTH = 2000;

/** The read path of one project and database. */
export class Reader {
  readonly #parts: ReaderParts;
  readonly #compiled = new LruMap<string, CompiledRead>(KEPT_SQL, ({ length }) => length);
  readonly #prepared = new LruMap<string, PreparedRead>(
    KEPT_PLANS,
    ({ shapeKey }) => shapeKey.length,
  );
  readonly #shapers: Readonly<Record<ResponseFormat, Shaper>>;

  constructor(parts: ReaderParts) {
    this.#parts = parts;
    this.#shapers = {
      v5: new Shaper(parts.registry, 'v5'),
      v4: new Shaper(parts.registry, 'v4'),
    };
  }

  /** Parses and plans; the same query of the same caller only once. @throws ValidationError, PaginationError */
  prepare(request: ReadRequest): PreparedRead {
    if (request.query.length > KEPT_QUERY_LENGTH) return this.#prepare(request);
    const { type, one, paging, query, access } = request;
    const key = JSON.stringify([type.uid, one, paging, access.key, query]);
    return this.#prepared.get(key) ?? this.#prepared.keep(key, this.#prepare(request));
  }

  #prepare({ type, one, paging, query, access }: ReadRequest): PreparedRead {
    const { registry, limits, strict, queryString, defaultLocale } = this.#parts;
    const params = parseRead(parseQueryString(query, queryString), {
      paging,
      limits,
      drafts: type.draftAndPublish,
      localized: type.localized,
      strictRoots: strict.roots && type.origin === 'api',
      strictDocuments: strict.documents,
    });
    const plan = planRead({ type, one }, params, { registry, access, defaultLocale });
    return { plan, shapeKey: JSON.stringify(plan.shape) };
  }

  /** Compiles (once a shape), runs and writes. @throws ValidationError for an answer beyond the limit */
  async execute(prepared: PreparedRead, format: ResponseFormat): Promise<ReadAnswer> {
    const { database } = this.#parts;
    const compiled = this.compiled(prepared);
    const reading = runRead(compiled, prepared.plan.values, database.dialect);
    const result = await database.read(reading);
    return { entries: this.#shapers[format].entries(result.root), total: result.total };
  }

  /** The statements of a read. */
  compiled({ plan, shapeKey }: PreparedRead): CompiledRead {
    const { registry, layout, served, database } = this.#parts;
    const target = { registry, layout, served, dialect: database.dialect };
    return (
      this.#compiled.get(shapeKey) ?? this.#compiled.keep(shapeKey, compileRead(plan.shape, target))
    );
  }
}
