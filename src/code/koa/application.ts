// The koa application of a project: its global middlewares, then its routes, then the server's fallback.
import Koa from 'koa';
import qs from 'qs';
import type { Strapi } from '../strapi/strapi.ts';
import type { RequestContext } from '../strapi/request-context.ts';
import { addContextMethods } from './context-methods.ts';
import { AppError } from '../../base/errors.ts';
import type { Exchanges } from './exchanges.ts';
import type { Exchange, HostResponse, HostRoute } from './host.ts';
import { releaseText, setResponse } from './host-response.ts';
import type { LoadMiddleware } from './middlewares.ts';
import { globalMiddlewares } from './positions.ts';
import { addQueryObject, queryOf, type ParseQuery } from './query-object.ts';
import { composed, type Middleware, type Router } from './router.ts';
import { errorBody } from './thrown-errors.ts';

/** How a route is answered. */
export type Serving = { readonly kind: 'code'; readonly run: Middleware } | HostServing;

/** By a route of the server. */
export interface HostServing {
  readonly kind: 'host';
  readonly route: HostRoute;
  /** True: it reads the body itself. */
  readonly readsBody: boolean;
  /** True: code may run inside it, and its errors are answered here. */
  readonly viaKoa: boolean;
}

/** What is believed of proxies about clients, and what cookies are signed with. */
export interface KoaSettings {
  readonly trustsProxy: boolean;
  readonly ipHeader: string;
  readonly maxIpsCount: number;
  readonly keys: readonly string[];
}

export interface ApplicationDependencies {
  readonly strapi: Strapi;
  readonly context: RequestContext;
  readonly router: Router<Serving>;
  readonly exchanges: Exchanges;
  readonly loadMiddleware: LoadMiddleware;
  /** Middlewares of plugins, which run after those of the project. */
  readonly added: readonly Middleware[];
}

/** Answers requests with the code of a project. */
export interface Application {
  /** True where every request meets code of the project. */
  readonly takesAll: boolean;
  /** True for a request that only this application answers as it should be. */
  takes(method: string, path: string): boolean;
  handle(exchange: Exchange): Promise<void>;
}

/** A koa application without middlewares, whose contexts have everything that code expects. */
export function createKoa(settings: KoaSettings, parseQuery: ParseQuery): Koa {
  const app = new Koa({
    proxy: settings.trustsProxy,
    proxyIpHeader: settings.ipHeader,
    maxIpsCount: settings.maxIpsCount,
    keys: [...settings.keys],
  });
  addContextMethods(app);
  addQueryObject(app, parseQuery);
  return app;
}

/** Puts it together. @throws Error for middlewares that cannot be found */
export function createApplication(app: Koa, dependencies: ApplicationDependencies): Application {
  const { strapi, router, context, loadMiddleware: load, added, exchanges } = dependencies;
  const exchangeOf = exchanges.of;
  const globals = globalMiddlewares(strapi.config.get('middlewares'), {
    strapi,
    load,
    exchangeOf,
    readsBody: (ctx) => {
      const first = router.first(ctx.method, ctx.path);
      return first?.kind === 'host' && first.readsBody;
    },
  });
  app.use((ctx, next) =>
    context.run(ctx, async () => {
      await next();
      releaseText(ctx.response);
    }),
  );
  for (const middleware of [...globals.list, ...added]) app.use(middleware);
  app.use(routesMiddleware(router, exchangeOf));
  app.use((ctx) => respond(ctx, () => exchangeOf(ctx).fallback(router.methodsOf(ctx.path))));
  app.on('error', (error: unknown, ctx?: Koa.Context) => {
    if (isExposed(error)) return;
    const log = ctx ? exchangeOf(ctx).log : strapi.log;
    log.error(error);
  });
  const answer = app.callback();
  const takesAll = globals.hasOwn || added.length > 0;
  return {
    takesAll,
    takes(method, path) {
      if (takesAll) return true;
      // What is not known to be the server's own alone is never left to it: it may take other spellings of a path.
      const first = router.first(method, path);
      return first?.kind !== 'host' || first.viaKoa;
    },
    async handle(exchange) {
      exchanges.add(exchange);
      await answer(exchange.request, exchange.response);
    },
  };
}

function isExposed(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'expose' in error && error.expose === true;
}

/** Runs the first route that matches; its action may go on to the next one. */
function routesMiddleware(
  router: Router<Serving>,
  exchangeOf: (ctx: Koa.Context) => Exchange,
): Middleware {
  return (ctx, next) => {
    const matches = router.match(ctx.method, ctx.path);
    const last = matches.at(-1);
    if (!last) return next();
    Object.assign(ctx, { _matchedRoute: last.path, routerPath: ctx.path, router });
    const steps = matches.map(({ route, params }): Middleware => {
      return async (context, following) => {
        Object.assign(context, { params });
        if (route.kind === 'code') return route.run(context, following);
        writeQuery(context);
        const { body } = context.request as { readonly body?: unknown };
        return respond(context, () => exchangeOf(context).run(route.route, { params, body }));
      };
    });
    return composed(steps)(ctx, next);
  };
}

/**
 * Puts what the server answers into a context. Who is refused, and what is not there, is a finished answer: middlewares
 * of the project see no exception.
 */
async function respond(ctx: Koa.Context, answer: () => Promise<HostResponse>): Promise<void> {
  try {
    setResponse(ctx, await answer());
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.name === 'NotFoundError') return;
    if (error.name !== 'UnauthorizedError' && error.name !== 'ForbiddenError') throw error;
    const { status, name, message, details } = error;
    ctx.status = status;
    ctx.body = errorBody({ status, name, message, details: details ?? {} });
  }
}

/** What code has changed in the query is seen by a route that reads the query string. */
function writeQuery(ctx: Koa.Context): void {
  const query = queryOf(ctx.request);
  if (query === undefined) return;
  ctx.request.querystring = qs.stringify(query, { strictNullHandling: true });
}
