// Core actions that read, while code has document middlewares. Their responses are written from JSON text, unless a
// middleware has used the entries.
import type Koa from 'koa';
import { LruMap } from '../../base/lru-map.ts';
import { planBytes } from '../../query/read.ts';
import { joinTexts } from '../../query/body.ts';
import { documentBody, listBody } from '../../query/response-body.ts';
import { toRecord } from '../../schema/raw.ts';
import type { LazyRead, LazyReads } from '../documents/lazy-reads.ts';
import { unusedTexts } from '../documents/lazy-result.ts';
import { fetchParams } from '../factories/core-service.ts';
import { isCounted, pageOf, paginationOf, type Page } from '../factories/list-page.ts';
import { transformResponse } from '../factories/transform-response.ts';
import { accessOf } from '../koa/authentication.ts';
import { setResponse } from '../koa/host-response.ts';
import { queryOf } from '../koa/query-object.ts';
import type { Middleware } from '../koa/router.ts';
import type { CodeContentRules, ContentTypeModel, Strapi } from '../strapi/strapi.ts';

export interface CoreReadDependencies {
  readonly strapi: Strapi;
  readonly contentAPI: CodeContentRules;
  readonly reads: LazyReads;
}

interface Planned {
  readonly read: LazyRead;
  /** Null for a document. */
  readonly page: Page | null;
  readonly isCounted: boolean;
}

/** Longer queries are planned each time; in characters. */
const MAX_CACHED_QUERY_LENGTH = 2000;

export class CoreReads {
  readonly #dependencies: CoreReadDependencies;
  /** Null if code sees other attributes than the caller. */
  readonly #planned = new LruMap<string, Planned | null>('code_plans', (planned) =>
    planned === null ? 0 : planBytes(planned.read.read),
  );

  constructor(dependencies: CoreReadDependencies) {
    this.#dependencies = dependencies;
  }

  /** The action of a route. @param usual The action of the controller, which reads objects */
  action(type: ContentTypeModel, usual: Middleware): Middleware {
    return async (ctx, next) => {
      const planned = await this.#plan(ctx, type);
      if (planned === null) return usual(ctx, next);
      return this.#respond(ctx, type, planned);
    };
  }

  async #respond(ctx: Koa.Context, type: ContentTypeModel, planned: Planned): Promise<void> {
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

  /** @returns null if the controller must read objects. @throws ValidationError */
  async #plan(ctx: Koa.Context, type: ContentTypeModel): Promise<Planned | null> {
    if (ctx.get('strapi-response-format') !== '') return null;
    const { auth, route } = ctx.state;
    const access = accessOf(auth);
    const locale = await this.#dependencies.reads.defaultLocale();
    const { id: documentId } = toRecord(Reflect.get(ctx, 'params'));
    const { path } = toRecord(route);
    const query = queryOf(ctx.request) ?? ctx.querystring;
    const key = textOf([type.uid, path, documentId, access.key, locale, query]);
    if (key === null) return null;
    const known = this.#planned.get(key);
    if (known !== undefined) return known;
    const { contentAPI, reads, strapi } = this.#dependencies;
    await contentAPI.validate.query(ctx.query, type, { auth, route });
    const clean = await contentAPI.sanitize.query(ctx.query, type, { auth, route });
    const isList = type.kind === 'collectionType' && documentId === undefined;
    const page = isList ? pageOf(toRecord(clean['pagination']), strapi) : null;
    const range = page ? { start: page.start, limit: page.limit } : {};
    const one = documentId === undefined ? {} : { documentId };
    const params = { ...fetchParams(clean), ...range, ...one };
    const call = isList ? 'findMany' : documentId === undefined ? 'findFirst' : 'findOne';
    const read = reads.prepare({ uid: type.uid, call, params }, access);
    const planned = read && { read, page, isCounted: isList && isCounted(params, strapi) };
    if (key.length > MAX_CACHED_QUERY_LENGTH) return planned;
    return this.#planned.set(key, planned);
  }
}

function listOf(texts: readonly string[], page: Page, total: number | null): readonly string[] {
  const { start: offset, limit, isPaged } = page;
  const style = isPaged ? 'page' : 'offset';
  const number = Math.floor(offset / limit) + 1;
  const pagination = { style, offset, limit, page: number, withCount: total !== null } as const;
  return listBody({ entries: texts, total, cursors: null }, pagination);
}

/** JSON; null for a query of code that is none. */
function textOf(value: unknown): string | null {
  try {
    return JSON.stringify(value);
  } catch {
    return null;
  }
}
