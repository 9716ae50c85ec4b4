// Binds routes to a server: authorizes callers, checks limits and policies, runs and times handlers, and sends their
// responses.
import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { AdminAuthenticator } from '../../auth/admin/admin-authenticator.ts';
import type { Authenticator } from '../../auth/authenticate.ts';
import type { Principal } from '../../auth/principal.ts';
import { AppError, policyFailed } from '../../base/errors.ts';
import { withTiming } from '../../base/stage-timer.ts';
import {
  openToAdmins,
  openToBearer,
  openToEveryone,
  openToPermissions,
  type Authorization,
  type ContentCaller,
} from './authorize.ts';
import { discardUnreadBody } from '../body/body-bytes.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import { clientOf } from './client-share.ts';
import type {
  AdminRoute,
  Handler,
  PermissionRoute,
  Policy,
  PublicRoute,
  Route,
  RouteOf,
  RouteRateLimit,
} from './route.ts';
import { pathParams, RouteRequest } from './route-request.ts';
import type { RouteResponse } from '../response/response.ts';
import { sendResponse, type Send } from '../response/send-response.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** As in `Route`. */
    readonly body?: 'parsed' | 'stream';
  }
}

export interface BindingDependencies {
  readonly authenticator: Pick<Authenticator, 'authenticate'>;
  readonly administrators: Pick<AdminAuthenticator, 'authenticate'>;
  /** Null if responses are not cached. */
  readonly responseCache: ResponseCache | null;
}

/** Collects headers of a response that is not there yet: Fastify's reply does. */
export interface HeaderSink {
  headers(values: Readonly<Record<string, string>>): unknown;
  /** The response, if the result of the route is sent as it is. */
  readonly raw?: ServerResponse;
}

/** Runs a route for a request. Headers that error responses must have as well are set on the sink. */
export type RouteRunner = (request: FastifyRequest, sink: HeaderSink) => Promise<RouteResponse>;

export interface BoundRouteDependencies extends BindingDependencies {
  /** Sends the responses of routes that add no headers to the reply. Default: `sendResponse` */
  readonly send?: Send;
}

/** Binds routes. As in Strapi, the first route for a method and path wins. */
export function bindRoutes(
  app: FastifyInstance,
  routes: readonly Route[],
  dependencies: BoundRouteDependencies,
): void {
  const { send = sendResponse } = dependencies;
  for (const route of routes) {
    const { path: url, body = 'parsed' } = route;
    const method = methodsOf(route, app).filter(
      (each): each is HTTPMethods => !app.hasRoute({ method: each, url }),
    );
    if (method.length > 0) {
      const run = runnerOf(route, dependencies);
      const sendResult = route.rateLimit || route.headers ? sendResponse : send;
      const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
        sendResult(reply, await run(request, reply));
      app.route({ method, url, config: { body }, handler });
    }
  }
}

/** Node sends the head of a response to HEAD. A second route for it, as Fastify adds by default, would cost memory and time. */
function methodsOf({ method }: Route, app: FastifyInstance): readonly string[] {
  if (method === 'ALL') return app.supportedMethods;
  return method === 'GET' ? ['GET', 'HEAD'] : [method];
}

/** Returns the runner of a route: authorization, limits, policies and handler. */
export function runnerOf(
  route: Route,
  { authenticator, administrators, responseCache }: BindingDependencies,
): RouteRunner {
  switch (route.caller) {
    case 'public':
      return serve(route, { authorization: openToEveryone, principalOf, responseCache });
    case 'permission': {
      const authorization = openToPermissions(authenticator, route.permissions);
      return serve(route, { authorization, principalOf, responseCache });
    }
    case 'admin': {
      const authorization = openToAdmins(administrators, route.permission);
      return serve(route, { authorization, principalOf: noPrincipal, responseCache });
    }
    case 'bearer': {
      const authorization = openToBearer(route.token);
      return serve(route, { authorization, principalOf: noPrincipal, responseCache });
    }
  }
}

/** The parts that depend on the kind of caller. */
interface Serving<Identity, Caller> {
  readonly authorization: Authorization<Identity, Caller>;
  /** Principal for the response cache; null to bypass it. */
  readonly principalOf: (caller: Caller) => Principal | null;
  readonly responseCache: ResponseCache | null;
}

/** All steps of a request to a route. */
function serve<Identity, Caller>(
  route: RouteOf<Caller>,
  { authorization, principalOf, responseCache }: Serving<Identity, Caller>,
): RouteRunner {
  const { authenticate, authorize } = authorization;
  const { path } = route;
  const handle = stepsAfterAuthorization(route);
  const respond: RouteRunner = async (received, sink) => {
    const startedAt = performance.now();
    const since = responseCache?.now ?? 0;
    const { timings } = received;
    const { authorization: header } = received.raw.headers;
    const identity = await withTiming(timings, 'auth', () =>
      authenticate(header, { since: startedAt }),
    );
    const caller = authorize(identity, pathParams(received));
    const raw = responseCache === null ? sink.raw : undefined;
    const request = new RouteRequest(received, { caller, path, startedAt, response: raw });
    const response = await (timings
      ? timings.handle(() => handle(request, sink))
      : handle(request, sink));
    if (responseCache === null || !response.tables) return response;
    const principal = principalOf(caller);
    return responseCache.store(request, response, { principal, since });
  };
  return route.body === 'stream' ? discardingBody(respond) : respond;
}

/** Runs a route for a caller who is authorized already. */
export type AuthorizedRunner = (
  request: FastifyRequest,
  caller: ContentCaller,
  sink: HeaderSink,
) => Promise<RouteResponse>;

/** Returns the runner of a route for authorized callers: limits, policies and handler. The response is not cached. */
export function authorizedRunnerOf(route: PublicRoute | PermissionRoute): AuthorizedRunner {
  const { path } = route;
  const handle = stepsAfterAuthorization(route);
  return async (received, caller, sink) =>
    handle(new RouteRequest(received, { caller, path, startedAt: performance.now() }), sink);
}

/** Authorizes a caller. The returned function runs the handler. */
export type RouteAuthorizer = (
  request: FastifyRequest,
  sink: HeaderSink,
) => Promise<() => Promise<RouteResponse>>;

/** Splits a route for administrators, so that project code can run between its policies and its handler. */
export function authorizerOf(
  route: AdminRoute,
  { administrators }: Pick<BindingDependencies, 'administrators'>,
): RouteAuthorizer {
  const { path, permission, rateLimit, headers, policies = [] } = route;
  const { authenticate, authorize } = openToAdmins(administrators, permission);
  const handle = handlerInMiddlewares(route);
  return async (received, sink) => {
    const startedAt = performance.now();
    const { authorization } = received.raw.headers;
    const identity = await authenticate(authorization, { since: startedAt });
    const caller = authorize(identity, pathParams(received));
    const request = new RouteRequest(received, { caller, path, startedAt });
    if (rateLimit) await countRequest(rateLimit, request, sink);
    if (headers) sink.headers(headers);
    await checkPolicies(policies, request);
    return async () => handle(request);
  };
}

/** The steps of a request whose caller is authorized. */
function stepsAfterAuthorization<Caller>(
  route: RouteOf<Caller>,
): (request: RouteRequest<Caller>, sink: HeaderSink) => ReturnType<Handler<Caller>> {
  const { rateLimit, headers } = route;
  const handle = handlerWithin(route);
  if (!rateLimit && !headers) return handle;
  return async (request, sink) => {
    if (rateLimit) await countRequest(rateLimit, request, sink);
    if (headers) sink.headers(headers);
    return handle(request);
  };
}

/** Wraps the handler with policies and middlewares. */
function handlerWithin<Caller>(route: RouteOf<Caller>): Handler<Caller> {
  const { policies = [] } = route;
  const handle = handlerInMiddlewares(route);
  if (policies.length === 0) return handle;
  return async (request) => {
    await checkPolicies(policies, request);
    return handle(request);
  };
}

function handlerInMiddlewares<Caller>({
  middlewares = [],
  handler,
}: RouteOf<Caller>): Handler<Caller> {
  return middlewares.reduceRight<Handler<Caller>>(
    (next, middleware) => (request) => middleware(request, next),
    handler,
  );
}

/** @throws PolicyError */
async function checkPolicies<Caller>(
  policies: readonly Policy<Caller>[],
  request: RouteRequest<Caller>,
): Promise<void> {
  for (const policy of policies) {
    if (!(await policy(request))) throw policyFailed();
  }
}

/** Counts a request. All further responses have the headers of the limit. @throws RateLimitError */
export async function countRequest<Caller>(
  { limit, key }: RouteRateLimit<Caller>,
  request: RouteRequest<Caller>,
  sink: HeaderSink,
): Promise<void> {
  const { headers, isExceeded } = await limit.count({
    client: clientOf(request.ip),
    key: await key(request),
  });
  sink.headers(headers);
  if (isExceeded) {
    throw new AppError('RateLimitError', 'Too many requests, please try again later.');
  }
}

/** Discards the body of a request that is rejected before its handler reads it. */
function discardingBody(respond: RouteRunner): RouteRunner {
  return async (request, sink) => {
    try {
      return await respond(request, sink);
    } catch (error) {
      await discardUnreadBody(request.raw);
      throw error;
    }
  };
}

function principalOf({ principal }: ContentCaller): Principal | null {
  return principal;
}

function noPrincipal(): null {
  return null;
}
