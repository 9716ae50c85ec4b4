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

/** How a request is handled: by project code or by a route of the server. */
export type Serving = { readonly kind: 'code'; readonly run: Middleware } | HostServing;

/** A request that a route of the server handles. */
export interface HostServing {
  readonly kind: 'host';
  readonly route: HostRoute;
  /** True if the route reads the body itself. */
  readonly readsBody: boolean;
  /** True if the route may run project code; koa then handles its errors. */
  readonly viaKoa: boolean;
}

/** Proxy settings and the keys that sign cookies. */
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
  /** Middlewares added by plugins. They run after those of the project. */
  readonly added: readonly Middleware[];
}

/** Handles requests with project code. */
export interface Application {
  /** True if project code handles every request. */
  readonly takesAll: boolean;
  /** Returns true if the server must pass the request to this application. */
  takes(method: string, path: string): boolean;
  handle(exchange: Exchange): Promise<void>;
}

/** Creates a koa application without middlewares, with the context members that Strapi adds. */
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

/** Builds the application. @throws Error if a middleware does not exist */
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
      // The server handles a request directly only if no route of project code can match its path, in any spelling.
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

/** Runs the first route that matches; its action can call `next` to continue with the next match. */
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
 * Sets the response of the server. 401, 403 and 404 are responses, not exceptions, so middlewares of the project do not
 * catch them.
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

/** Writes a changed `ctx.query` back to the query string, for routes that read it from there. */
function writeQuery(ctx: Koa.Context): void {
  const query = queryOf(ctx.request);
  if (query === undefined) return;
  ctx.request.querystring = qs.stringify(query, { strictNullHandling: true });
}
