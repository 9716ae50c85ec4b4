// Reads of core actions with the access of the caller. Inside document middlewares, results are JSON text until a
// middleware uses them; then the entries are built from the same rows.
import { AppError } from '../../base/errors.ts';
import { fullAccess, type ReadAccess } from '../../query/access.ts';
import { layered } from '../../query/hidden-parts.ts';
import type { EntryFactory, EntryObject } from '../../query/object-builder.ts';
import { copyParams, paramsKey, type ReadParams } from '../../query/params.ts';
import type { RowsNode } from '../../query/plan.ts';
import type { RowKey } from '../../query/planner.ts';
import type { PreparedRead } from '../../query/prepared-read.ts';
import type { Reader } from '../../query/read.ts';
import type { ReadResult } from '../../query/response-body.ts';
import type { DocumentCall } from '../strapi/strapi.ts';
import type { Params, Row } from '../strapi/code-values.ts';
import { DocumentCalls, toText } from './document-calls.ts';
import { asCodeError } from '../database/code-error.ts';
import { parseCallParams } from './document-params.ts';
import type { DocumentServiceDependencies } from './document-service.ts';
import { lazyEntry, lazyList } from './lazy-result.ts';

/** Document service methods that core routes call. */
export type LazyMethod = 'findMany' | 'findFirst' | 'findOne';

export interface LazyReadDependencies extends DocumentServiceDependencies {
  /** The reader of routes, which omits private attributes. */
  readonly routeReader: Reader;
}

/** A planned read, which can run several times. */
export interface LazyRead {
  readonly uid: string;
  readonly call: LazyMethod;
  /** The parameters of the call, of which each middleware gets a copy. */
  readonly params: Params;
  /** Their `paramsKey`, to detect changes. */
  readonly paramsKey: string;
  readonly read: PreparedRead;
  /** Property names of an entry. */
  readonly keys: readonly string[];
}

/** A document service call that reads. */
export interface CalledRead {
  readonly uid: string;
  readonly call: LazyMethod;
  readonly params: Params;
}

/** A read in progress. */
export interface RunningRead {
  /** Returns the result of the outermost middleware. */
  result(): Promise<unknown>;
  /** Returns the result of the outermost middleware for the `count` call of a list. */
  total(): Promise<unknown>;
}

export class LazyReads {
  readonly #dependencies: LazyReadDependencies;
  readonly #calls = new Map<string, DocumentCalls>();

  constructor(dependencies: LazyReadDependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns the code of the current default locale. */
  async defaultLocale(): Promise<string> {
    await this.#dependencies.locale.follow();
    return this.#dependencies.locale.code;
  }

  /**
   * Plans a read. @param access Of the caller of the route
   * @returns null if code sees other rows than the caller @throws ValidationError
   */
  prepare({ uid, call, params }: CalledRead, access: ReadAccess): LazyRead | null {
    const { registry, models, reader, routeReader } = this.#dependencies;
    const [type, open] = [registry.contentType(uid), models.contentType(uid)];
    const { one, parsed } = this.#parse({ uid, call, params });
    try {
      const shown = routeReader.prepare({ type, one, params: parsed, access });
      const all = reader.prepare({ type: open, one, params: parsed, access: fullAccess });
      const read = layered(all, shown);
      // `await` reads `then` of each result, which would parse the entry.
      const keys = keysOf(all.plan.shape.root);
      if (read === null || keys.includes('then')) return null;
      if (read.plan.pagination?.limit === 0) return null;
      const key = paramsKey(params);
      return key === null ? null : { uid, call, params, paramsKey: key, read, keys };
    } catch (error) {
      if (error instanceof AppError) return null;
      throw error;
    }
  }

  /** Runs a read inside the document middlewares. */
  run({ uid, call, params: given, paramsKey: key, read, keys }: LazyRead): RunningRead {
    const { middlewares, contentType, reader } = this.#dependencies;
    let counted: number | null = null;
    const around = async (
      action: LazyMethod | 'count',
      own: () => Promise<unknown>,
      changed: (params: Params) => Promise<unknown>,
    ): Promise<unknown> => {
      const params = copyParams(given);
      const context: DocumentCall = { uid, contentType: contentType(uid), action, params };
      return middlewares.run(context, async () => {
        if (paramsKey(context.params) === key) return own();
        try {
          return await changed(context.params);
        } catch (error) {
          throw asCodeError(error);
        }
      });
    };
    const calls = this.#callsOf(uid);
    const count = (params: Params): Promise<number> => calls.count(params);
    return {
      result: () =>
        around(
          call,
          async () => {
            const result = await reader.layered(read);
            if (result === null) return calls[call](given);
            const { entries, total } = result;
            counted = total;
            let complete: readonly EntryFactory[] | undefined;
            const entryAt = (index: number): Row => {
              complete ??= result.complete();
              const entry: unknown = complete[index]?.make();
              return entry as Row;
            };
            if (call === 'findMany') return lazyList(entries, entryAt);
            const [entry] = entries;
            return entry === undefined ? null : lazyEntry(entry, keys, entryAt);
          },
          (params) => calls[call](params),
        ),
      total: () => around('count', async () => counted ?? count(given), count),
    };
  }

  /**
   * Plans a read without middlewares. @param access Of the caller of the route
   * @returns null if the caller may not run it @throws ValidationError
   */
  prepareAlone(called: CalledRead, access: ReadAccess): PreparedRead | null {
    const { registry, routeReader } = this.#dependencies;
    const { one, parsed } = this.#parse(called);
    try {
      const type = registry.contentType(called.uid);
      const read = routeReader.prepare({ type, one, params: parsed, access });
      return read.plan.pagination?.limit === 0 ? null : read;
    } catch (error) {
      if (error instanceof AppError) return null;
      throw error;
    }
  }

  /** Runs a read without middlewares. @returns entries in the format of the document service */
  runAlone(read: PreparedRead): Promise<ReadResult<EntryObject>> {
    return this.#dependencies.routeReader.objects(read, { format: 'plain' });
  }

  #parse({ uid, call, params }: CalledRead): { one: RowKey | null; parsed: ReadParams } {
    const { models, reader } = this.#dependencies;
    const { documentId, ...requested } = params;
    const one: RowKey | null =
      call === 'findOne' ? { by: 'documentId', value: toText(documentId) } : null;
    const type = models.contentType(uid);
    const paging = call === 'findMany' ? 'root' : 'none';
    const options = reader.parseOptions({ type, one, paging });
    const parsed = parseCallParams(call, requested, options);
    return { one, parsed: call === 'findMany' ? withCount(parsed) : parsed };
  }

  #callsOf(uid: string): DocumentCalls {
    const { registry } = this.#dependencies;
    const known =
      this.#calls.get(uid) ?? new DocumentCalls(this.#dependencies, registry.contentType(uid));
    this.#calls.set(uid, known);
    return known;
  }
}

/** Adds the total to the result of a list. */
function withCount(params: ReadParams): ReadParams {
  if (!('value' in params.rows)) return params;
  const { pagination, ...rows } = params.rows.value;
  if (pagination === null) return params;
  return {
    ...params,
    rows: { value: { ...rows, pagination: { ...pagination, withCount: true } } },
  };
}

/** Returns the property names of an entry in order. */
function keysOf({ fields, children }: RowsNode): readonly string[] {
  return ['id', 'documentId', ...fields, ...children.map(({ attribute }) => attribute)];
}
