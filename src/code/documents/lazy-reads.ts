// Reads of core actions, with the access of the caller. Inside document middlewares, results remain JSON text until a
// middleware uses them; values that only code can see are serialized then.
import { AppError } from '../../base/errors.ts';
import { fullAccess, type ReadAccess } from '../../query/access.ts';
import { layered } from '../../query/hidden-parts.ts';
import type { ReadParams } from '../../query/params.ts';
import type { RowsNode } from '../../query/plan.ts';
import type { RowKey } from '../../query/planner.ts';
import type { PreparedRead } from '../../query/prepared-read.ts';
import type { Reader } from '../../query/read.ts';
import type { ReadResult } from '../../query/response-body.ts';
import type { DocumentCall, Params, Row } from '../strapi/strapi.ts';
import { DocumentCalls, toText } from './document-calls.ts';
import { asCodeError, parseCallParams } from './document-params.ts';
import type { DocumentServiceDependencies } from './document-service.ts';
import { lazyEntry, lazyList } from './lazy-result.ts';

/** The document calls of core routes. */
export type ReadCall = 'findMany' | 'findFirst' | 'findOne';

/** Dependencies of lazy reads. */
export interface LazyReadDependencies extends DocumentServiceDependencies {
  /** The reader of routes, which hides private attributes. */
  readonly routeReader: Reader;
}

/** A planned read. It can run several times. */
export interface LazyRead {
  readonly uid: string;
  readonly call: ReadCall;
  /** The parameters of the call as JSON. */
  readonly params: string;
  readonly read: PreparedRead;
  /** Property names of an entry. */
  readonly keys: readonly string[];
}

/** A document call that reads. */
export interface CalledRead {
  readonly uid: string;
  readonly call: ReadCall;
  readonly params: Params;
}

/** A running read. */
export interface RunningRead {
  /** The result of the outermost middleware. */
  result(): Promise<unknown>;
  /** The count that the outermost middleware returns. */
  total(): Promise<unknown>;
}

/** Creates reads for core routes. */
export class LazyReads {
  readonly #dependencies: LazyReadDependencies;
  readonly #calls = new Map<string, DocumentCalls>();

  constructor(dependencies: LazyReadDependencies) {
    this.#dependencies = dependencies;
  }

  /** Refreshes the default locale. @returns its code */
  async defaultLocale(): Promise<string> {
    await this.#dependencies.locale.follow();
    return this.#dependencies.locale.code;
  }

  /**
   * Plans a read. @param params As for a document call @param access Of the caller @returns null if code would see other
   * rows than the caller @throws ValidationError
   */
  prepare({ uid, call, params }: CalledRead, access: ReadAccess): LazyRead | null {
    const { registry, models, reader, routeReader } = this.#dependencies;
    const [type, open] = [registry.contentType(uid), models.contentType(uid)];
    const { one, parsed } = this.#parse({ uid, call, params });
    try {
      const shown = routeReader.prepare({ type, one, params: parsed, access });
      const all = reader.prepare({ type: open, one, params: parsed, access: fullAccess });
      const read = layered(all, shown);
      // `await` reads `then` of every result, which must not parse the entry.
      const keys = keysOf(all.plan.shape.root);
      if (read === null || keys.includes('then')) return null;
      if (read.plan.pagination?.limit === 0) return null;
      return { uid, call, params: JSON.stringify(params), read, keys };
    } catch (error) {
      if (error instanceof AppError) return null;
      throw error;
    }
  }

  /** Runs a read inside the document middlewares. */
  run({ uid, call, params: text, read, keys }: LazyRead): RunningRead {
    const { middlewares, contentType, reader } = this.#dependencies;
    let counted: number | null = null;
    const around = async (
      action: ReadCall | 'count',
      own: () => Promise<unknown>,
      changed: (params: Params) => Promise<unknown>,
    ): Promise<unknown> => {
      const params = JSON.parse(text) as Params;
      const context: DocumentCall = { uid, contentType: contentType(uid), action, params };
      return middlewares.run(context, async () => {
        if (textOf(context.params) === text) return own();
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
            if (result === null) return calls[call](JSON.parse(text) as Params);
            const { entries, total } = result;
            counted = total;
            let complete: readonly string[] | undefined;
            const entryAt = (index: number): Row => {
              complete ??= result.complete();
              return JSON.parse(complete[index] ?? 'null') as Row;
            };
            if (call === 'findMany') return lazyList(entries, entryAt);
            const [entry] = entries;
            return entry === undefined ? null : lazyEntry(entry, keys, entryAt);
          },
          (params) => calls[call](params),
        ),
      total: () => around('count', async () => counted ?? count(JSON.parse(text) as Params), count),
    };
  }

  /**
   * Plans a read without middlewares. @param access Of the caller @returns null if the caller may not send it @throws
   * ValidationError
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

  /** Runs a read without middlewares. @returns its entries for code, as JSON */
  runAlone(read: PreparedRead): Promise<ReadResult> {
    return this.#dependencies.routeReader.execute(read, 'plain');
  }

  #parse({ uid, call, params }: CalledRead): { one: RowKey | null; parsed: ReadParams } {
    const { models, reader } = this.#dependencies;
    const { documentId, ...requested } = params;
    const one: RowKey | null =
      call === 'findOne' ? { by: 'documentId', value: toText(documentId) } : null;
    const type = models.contentType(uid);
    const options = reader.parseOptions({ type, one, paging: one ? 'none' : 'root' });
    const limited = call === 'findFirst' ? { ...requested, limit: 1 } : requested;
    const parsed = parseCallParams(call === 'findOne' ? call : 'findMany', limited, options);
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

/** A list with its total. */
function withCount(params: ReadParams): ReadParams {
  if (!('value' in params.rows)) return params;
  const { pagination, ...rows } = params.rows.value;
  if (pagination === null) return params;
  return {
    ...params,
    rows: { value: { ...rows, pagination: { ...pagination, withCount: true } } },
  };
}

/** Property names of an entry, in order. */
function keysOf({ fields, children }: RowsNode): readonly string[] {
  return ['id', 'documentId', ...fields, ...children.map(({ attribute }) => attribute)];
}

/** Parameters as JSON; null if JSON cannot represent them. */
function textOf(params: unknown): string | null {
  try {
    return JSON.stringify(params);
  } catch {
    return null;
  }
}
