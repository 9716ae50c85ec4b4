// Koa application of a project: global middlewares, then routes, then the fallback of the server.
import type { IncomingMessage } from 'node:http';
import Koa from 'koa';
import type { RequestContext } from '../strapi/request-context.ts';
import type { RequestTest } from '../strapi/server-object.ts';
import type { Strapi } from '../strapi/strapi.ts';
import { addContextMethods } from './context-methods.ts';
import { AppError } from '../../base/errors.ts';
import type { FormFolders } from './form-folders.ts';
import type { HostRequests } from './host-requests.ts';
import type { HttpResponse } from '../../base/http-message.ts';
import type { HostRequest } from './host.ts';
import { restoreBody, setResponse } from './host-response.ts';
import { authorizedInputOf, inputOf } from './host-input.ts';
import type { LoadMiddleware } from './middlewares.ts';
import { globalMiddlewares, type GlobalMiddlewares } from './global-middlewares.ts';
import { clientAddress } from './strapi-middlewares.ts';
import { hasFiles, setHandled, type HostTarget, type RouteTarget } from './route-target.ts';
import { addQueryObject, type ParseQuery } from './query-object.ts';
import { compose, type Middleware, type Router } from './router.ts';
import { errorBody, toRouteError } from './thrown-errors.ts';

/** Proxy settings, and the keys that sign cookies. */
export interface KoaSettings {
  readonly trustsProxy: boolean;
  readonly ipHeader: string;
  readonly maxIpsCount: number;
  readonly keys: readonly string[];
}

export interface ApplicationDependencies {
  readonly strapi: Strapi;
  readonly router: Router<RouteTarget>;
  readonly hostRequests: HostRequests;
  readonly formFolders: FormFolders;
  readonly loadMiddleware: LoadMiddleware;
}

/** Handles requests with the code of a project. */
export interface Application {
  /** Why code of the project runs for every request: names of middlewares; empty if it does not. */
  readonly forAll: readonly string[];
  /** Returns true for a request that strapi::ip rejects. */
  rejects(request: IncomingMessage): boolean;
  /** Returns true for a request that the server must pass to this application. */
  handles(method: string, path: string): boolean;
  handle(hostRequest: HostRequest): Promise<void>;
}

/** Creates a koa application without middlewares whose contexts have the members that Strapi adds. */
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

/** Adds the middleware that runs before all others. */
export function addRequestContext(app: Koa, context: RequestContext): void {
  app.use((ctx, next) =>
    context.run(ctx, async () => {
      await next();
      restoreBody(ctx.response);
    }),
  );
}

/** Adds the middlewares of config/middlewares. @throws Error for middlewares that cannot be found */
export function addMiddlewares(app: Koa, dependencies: ApplicationDependencies): AddedMiddlewares {
  const { strapi, router, loadMiddleware: load, hostRequests, formFolders } = dependencies;
  const globals = globalMiddlewares(strapi.config.get('middlewares'), {
    strapi,
    load,
    formFolders,
    hostRequestOf: hostRequests.of,
    targetOf: (ctx) => router.first(ctx.method, ctx.path),
  });
  for (const middleware of globals.list) app.use(middleware);
  const { forAll, rejects } = globals;
  return { forAll, rejects, count: globals.list.length + 1 };
}

/** What `addMiddlewares` has added. */
export interface AddedMiddlewares extends Pick<GlobalMiddlewares, 'forAll' | 'rejects'> {
  /** Number of middlewares that Quoin has added to koa so far: those of config/middlewares, and the request context. */
  readonly count: number;
}

/** Adds the routes, after all middlewares. */
export function createApplication(
  app: Koa,
  { strapi, router, hostRequests }: ApplicationDependencies,
  added: AddedMiddlewares & { readonly scopes: readonly RequestTest[] },
): Application {
  const hostRequestOf = hostRequests.of;
  const forAll = [...added.forAll, ...extraMiddlewares(app, added.count + added.scopes.length)];
  const handlesAll = forAll.length > 0;
  app.use(routesMiddleware(router, hostRequestOf));
  app.use((ctx) => respond(ctx, () => hostRequestOf(ctx).fallback(router.methodsOf(ctx.path))));
  app.on('error', (error: unknown, ctx?: Koa.Context) => {
    if (isExposed(error)) return;
    const log = ctx ? hostRequestOf(ctx).log : strapi.log;
    log.error(error);
  });
  const handleRequest = app.callback();
  return {
    forAll,
    rejects: (request) => added.rejects?.(clientAddress(request, app)) ?? false,
    handles(method, path) {
      if (handlesAll || added.scopes.some((applies) => applies(method, path))) return true;
      // Requests that match no route are handled here too: the server may match other spellings of a path.
      const first = router.first(method, path);
      return first?.kind !== 'host' || first.usesKoa;
    },
    async handle(hostRequest) {
      hostRequests.add(hostRequest);
      await handleRequest(hostRequest.request, hostRequest.response);
    },
  };
}

/** The name of middlewares for all requests that code has added to koa, if any. @param count Number of the others */
export function extraMiddlewares({ middleware }: Koa, count: number): readonly string[] {
  return middleware.length > count ? ['strapi.server.use()'] : [];
}

function isExposed(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'expose' in error && error.expose === true;
}

/** Runs the first matching route, whose action may continue with the next one. */
function routesMiddleware(
  router: Router<RouteTarget>,
  hostRequestOf: (ctx: Koa.Context) => HostRequest,
): Middleware {
  return (ctx, next) => {
    const matches = router.match(ctx.method, ctx.path);
    const [first] = matches;
    const last = matches.at(-1);
    if (!first || !last) return next();
    if (hasFiles(ctx.request)) setHandled(ctx, first.route);
    Object.assign(ctx, { _matchedRoute: last.path, routerPath: ctx.path, router });
    const steps = matches.map(({ route, params }): Middleware => {
      return async (context, following) => {
        Object.assign(context, { params });
        Object.assign(context.request, { params });
        if (route.kind === 'code') return route.run(context, following);
        const { guard } = route;
        const hostRequest = hostRequestOf(context);
        const { aroundHandler } = guard ?? {};
        const run = async (): Promise<void> => {
          if (aroundHandler) return respondInside(aroundHandler, context, { hostRequest, route });
          return respond(context, () =>
            guard?.authorizes
              ? hostRequest.runAuthorized(route.route, authorizedInputOf(context))
              : hostRequest.run(route.route, inputOf(context)),
          );
        };
        return guard ? guard.run(context, run) : run();
      };
    });
    return compose(steps)(ctx, next);
  };
}

/** Runs a middleware for callers that the route authorizes. */
async function respondInside(
  middleware: Middleware,
  ctx: Koa.Context,
  { hostRequest, route }: { readonly hostRequest: HostRequest; readonly route: HostTarget },
): Promise<void> {
  const handle = await orErrorResponse(ctx, () => hostRequest.authorize(route.route, inputOf(ctx)));
  if (handle) await middleware(ctx, () => respond(ctx, () => handle(inputOf(ctx))));
}

/** Sets the response of the server. */
async function respond(ctx: Koa.Context, run: () => Promise<HttpResponse>): Promise<void> {
  await orErrorResponse(ctx, async () => setResponse(ctx, await run()));
}

/**
 * Returns the result of `work`. Errors 401, 403 and 404 without a custom message become responses, so that
 * middlewares of the project see no exception.
 */
async function orErrorResponse<T>(
  ctx: Koa.Context,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (thrown) {
    const error = toRouteError(thrown);
    if (!(error instanceof AppError)) throw thrown;
    if (error.reason === 'notFound') return undefined;
    if (error.name !== 'UnauthorizedError' && error.name !== 'ForbiddenError') throw thrown;
    const { status, name, message, details } = error;
    ctx.status = status;
    ctx.body = errorBody({ status, name, message, details: details ?? {} });
    return undefined;
  }
}
