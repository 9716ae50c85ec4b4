// Reads of core actions with the access of the caller, for `super` calls and for routes inside document middlewares. The
// responses of such routes are written from JSON text unless a middleware has used the entries.
import type Koa from 'koa';
import { LruMap } from '../../base/lru-map.ts';
import type { ReadAccess } from '../../query/access.ts';
import { joinTexts } from '../../query/body.ts';
import { documentBody, listBody } from '../../query/response-body.ts';
import { toRecord } from '../../schema/raw.ts';
import type { CalledRead, LazyRead, LazyReads } from '../documents/lazy-reads.ts';
import { unusedTexts } from '../documents/lazy-result.ts';
import { paramsKey } from '../../query/params.ts';
import type { ActionResult, CallerReads, ReadAction } from '../factories/caller-reads.ts';
import { fetchParams } from '../factories/core-service.ts';
import { isCounted, pageOf, paginationOf, type Page } from '../factories/list-page.ts';
import { transformResponse } from '../factories/transform-response.ts';
import { accessOf } from '../koa/authentication.ts';
import { setResponse } from '../koa/host-response.ts';
import { queryOf } from '../koa/query-object.ts';
import type { Middleware } from '../koa/router.ts';
import { planBytes, type PreparedRead } from '../../query/prepared-read.ts';
import type { Observers } from '../strapi/observers.ts';
import type { CodeContentRules, ContentTypeModel, Strapi } from '../strapi/strapi.ts';

export interface CoreReadDependencies {
  readonly strapi: Strapi;
  readonly contentAPI: CodeContentRules;
  readonly reads: LazyReads;
  readonly observers: Observers;
}

interface Planned<Read> {
  readonly read: Read;
  /** `null` for a single document. */
  readonly page: Page | null;
  readonly isCounted: boolean;
}

/** Planned reads by key; null if the access of the caller is narrower than that of code, or if the read fails. */
type Plans<Read> = LruMap<string, Planned<Read> | null>;

/** A read of a content-type that a request describes. */
interface CoreReadRequest {
  readonly ctx: Koa.Context;
  readonly type: ContentTypeModel;
  readonly call: CalledRead['call'];
  readonly documentId: unknown;
}

/** Longer queries are not cached; in characters. */
const MAX_CACHED_QUERY_LENGTH = 2000;

export class CoreReads implements CallerReads {
  readonly #dependencies: CoreReadDependencies;
  readonly #lazy: Plans<LazyRead> = new LruMap('code_plans', (planned) =>
    planned === null ? 0 : planBytes(planned.read.read),
  );
  readonly #alone: Plans<PreparedRead> = new LruMap('code_plans', (planned) =>
    planned === null ? 0 : planBytes(planned.read),
  );

  constructor(dependencies: CoreReadDependencies) {
    this.#dependencies = dependencies;
  }

  /** Creates the action of a route. @param fallback The controller action, which reads objects */
  action(type: ContentTypeModel, fallback: Middleware): Middleware {
    const { reads } = this.#dependencies;
    return async (ctx, next) => {
      const documentId = documentIdOf(ctx);
      const isList = type.kind === 'collectionType' && documentId === undefined;
      const call = isList ? 'findMany' : documentId === undefined ? 'findFirst' : 'findOne';
      const planned = await this.#plan(this.#lazy, { ctx, type, call, documentId }, (called) =>
        reads.prepare(called, callerOf(ctx)),
      );
      if (planned === null) return fallback(ctx, next);
      return this.#respond(ctx, type, planned);
    };
  }

  /** Reads for a `super` call, whose result consists of objects that the project may change. */
  async result(
    ctx: Koa.Context,
    type: ContentTypeModel,
    action: ReadAction,
  ): Promise<ActionResult | null> {
    const { observers, reads } = this.#dependencies;
    if (observers.seesReads(type.uid) || observers.seesCalls()) return null;
    const isList = type.kind === 'collectionType' && action === 'find';
    const call = isList ? 'findMany' : action === 'find' ? 'findFirst' : 'findOne';
    const documentId = action === 'findOne' ? documentIdOf(ctx) : undefined;
    const planned = await this.#plan(this.#alone, { ctx, type, call, documentId }, (called) =>
      reads.prepareAlone(called, callerOf(ctx)),
    );
    if (planned === null) return null;
    const { read, page, isCounted: hasTotal } = planned;
    const { entries, total } = await reads.runAlone(read);
    if (page === null) return { response: transformResponse(entries[0] ?? null, {}, null) ?? null };
    const meta = { pagination: paginationOf(page, hasTotal ? total : null) };
    return { response: { data: entries, meta } };
  }

  async #respond(
    ctx: Koa.Context,
    type: ContentTypeModel,
    planned: Planned<LazyRead>,
  ): Promise<void> {
    const { contentAPI, reads } = this.#dependencies;
    const { page } = planned;
    const running = reads.run(planned.read);
    const result = await running.result();
    const counted: unknown = planned.isCounted ? await running.total() : null;
    const total = typeof counted === 'number' ? counted : null;
    const texts = unusedTexts(result);
    const body = texts && (page ? listOf(texts, page, total) : documentBody(texts));
    if (body) return setResponse(ctx, { status: 200, body: joinTexts(body) });
    const { auth, route } = ctx.state;
    const entries = await contentAPI.sanitize.output(result, type, { auth, route });
    const meta = page ? { pagination: paginationOf(page, total) } : {};
    const response = transformResponse(entries, meta, null);
    if (response) ctx.body = response;
  }

  /** @returns null if the controller must read objects @throws ValidationError */
  async #plan<Read>(
    plans: Plans<Read>,
    { ctx, type, call, documentId }: CoreReadRequest,
    prepare: (called: CalledRead) => Read | null,
  ): Promise<Planned<Read> | null> {
    if (ctx.get('strapi-response-format') !== '') return null;
    const { auth, route } = ctx.state;
    const locale = await this.#dependencies.reads.defaultLocale();
    const { path } = toRecord(route);
    const query = queryOf(ctx.request) ?? ctx.querystring;
    const keyParts = [type.uid, path, call, documentId ?? null, callerOf(ctx).key, locale];
    const key = paramsKey([...keyParts, query]);
    if (key === null) return null;
    const cached = plans.get(key);
    if (cached !== undefined) return cached;
    const { contentAPI, strapi } = this.#dependencies;
    await contentAPI.validate.query(ctx.query, type, { auth, route });
    const clean = await contentAPI.sanitize.query(ctx.query, type, { auth, route });
    const isList = call === 'findMany';
    const page = isList ? pageOf(toRecord(clean['pagination']), strapi) : null;
    const range = page ? { start: page.start, limit: page.limit } : {};
    const one = documentId === undefined ? {} : { documentId };
    const params = { ...fetchParams(clean), ...range, ...one };
    const read = prepare({ uid: type.uid, call, params });
    const planned = read && { read, page, isCounted: isList && isCounted(params, strapi) };
    if (key.length > MAX_CACHED_QUERY_LENGTH) return planned;
    return plans.set(key, planned);
  }
}

function callerOf(ctx: Koa.Context): ReadAccess {
  return accessOf(ctx.state['auth']);
}

function documentIdOf(ctx: Koa.Context): unknown {
  return toRecord(Reflect.get(ctx, 'params'))['id'];
}

function listOf(texts: readonly string[], page: Page, total: number | null): readonly string[] {
  const { start: offset, limit, isPaged } = page;
  const style = isPaged ? 'page' : 'offset';
  const number = Math.floor(offset / limit) + 1;
  const pagination = { style, offset, limit, page: number, withCount: total !== null } as const;
  return listBody({ entries: texts, total, cursors: null }, pagination);
}
