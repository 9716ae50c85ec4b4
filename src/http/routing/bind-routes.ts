// Binds routes to a server: authorizes callers, runs and times the steps of routes, and caches and sends their responses.
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { AdminAuthenticator, AdminPrincipal } from '../../auth/admin/admin-authenticator.ts';
import type { Authenticator } from '../../auth/authenticate.ts';
import type { Principal } from '../../auth/principal.ts';
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
import type { AdminRoute, Route, RouteOf } from './route.ts';
import { pathParams, RouteRequest, type RequestedRoute } from './route-request.ts';
import { stepsOf, type HeaderSink } from './route-steps.ts';
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
      return serve(route, { authorization: openToEveryone(route), principalOf, responseCache });
    case 'permission': {
      const authorization = openToPermissions(authenticator, route);
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
  const { identify, authorize } = entryOf(route, authorization);
  const { run } = stepsOf(route);
  const respond: RouteRunner = async (received, sink) => {
    const startedAt = performance.now();
    const since = responseCache?.now ?? 0;
    const { timings } = received;
    const identity = await identify(received, startedAt);
    const response = responseCache === null ? sink.raw : undefined;
    const request = authorize(received, identity, { startedAt, response });
    const result = await (timings ? timings.handle(() => run(request, sink)) : run(request, sink));
    if (responseCache === null || !result.tables) return result;
    const principal = principalOf(request.caller);
    return responseCache.store(request, result, { principal, since });
  };
  return route.body === 'stream' ? discardingBody(respond) : respond;
}

/** The first steps of a route: who sent a request, and whether they may call the route. */
interface RouteEntry<Identity, Caller> {
  readonly identify: (received: FastifyRequest, startedAt: number) => Promise<Identity>;
  /** @param response The response, if the result of the route is sent as it is */
  readonly authorize: (
    received: FastifyRequest,
    identity: Identity,
    { startedAt, response }: Pick<RequestedRoute<Caller>, 'startedAt' | 'response'>,
  ) => RouteRequest<Caller>;
}

function entryOf<Identity, Caller>(
  { path }: RouteOf<Caller>,
  { authenticate, authorize }: Authorization<Identity, Caller>,
): RouteEntry<Identity, Caller> {
  return {
    identify: (received, startedAt) =>
      withTiming(received.timings, 'auth', () =>
        authenticate(received.raw.headers.authorization, { since: startedAt }),
      ),
    authorize(received, identity, { startedAt, response }) {
      const caller = authorize(identity, pathParams(received));
      return new RouteRequest(received, { caller, path, startedAt, response });
    },
  };
}

/** Authorizes the sender of a request to a route for administrators. */
export type AdminAuthorizer = (received: FastifyRequest) => Promise<RouteRequest<AdminPrincipal>>;

/** Returns the first steps of a route for administrators. */
export function adminAuthorizerOf(
  route: AdminRoute,
  { administrators }: Pick<BindingDependencies, 'administrators'>,
): AdminAuthorizer {
  const { identify, authorize } = entryOf(route, openToAdmins(administrators, route.permission));
  return async (received) => {
    const startedAt = performance.now();
    const admin = await identify(received, startedAt);
    return authorize(received, admin, { startedAt, response: undefined });
  };
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
