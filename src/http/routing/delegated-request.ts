// Requests that project code handles instead of the routes: they are passed on before their bodies are read.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AdminPrincipal } from '../../auth/admin/admin-authenticator.ts';
import type { Logger } from '../../base/logger.ts';
import {
  mayHaveBody,
  readBody,
  type BodyLimits,
  type BodyHandlers,
} from '../body/request-bodies.ts';
import { discardUnreadBody } from '../body/body-bytes.ts';
import { fallbackResponse } from './fallback.ts';
import { pathOf } from './request-path.ts';
import { errorResponse } from '../response/errors.ts';
import type { ResponseHeaders } from '../response/headers.ts';
import type { RouteResponse } from '../response/response.ts';
import type { Headers } from '../../base/http-message.ts';
import { contentCallerOf, type ContentCaller } from './authorize.ts';
import {
  adminAuthorizerOf,
  runnerOf,
  type AdminAuthorizer,
  type BindingDependencies,
  type RouteRunner,
} from './bind-routes.ts';
import type { AdminRoute, PermissionRoute, PublicRoute, Route } from './route.ts';
import { RouteRequest, setChangedQuery } from './route-request.ts';
import type { ChangedQuery } from '../../query/params.ts';
import { stepsOf, type HeaderSink, type RouteSteps } from './route-steps.ts';
import type { StaticFiles } from '../site/static-files.ts';

/** Handles requests in place of the built-in routes. */
export interface RequestDelegate {
  /** Returns true if the delegate handles a request. @param path Not percent-decoded */
  handles(method: string, path: string): boolean;
  /** Returns true for a request that must be passed to the delegate because of its sender, whatever its route. */
  rejects(request: IncomingMessage): boolean;
  /** Handles a request, and writes the response to Node's `ServerResponse`. */
  handle(request: DelegatedRequest): Promise<void>;
  /** Converts an error that hooks of project code threw in a built-in route to one of the server, if it has a status. */
  convertError(error: unknown): unknown;
}

export interface DelegateDependencies extends BindingDependencies {
  readonly headers: ResponseHeaders;
  readonly bodies: BodyLimits;
  readonly files: StaticFiles;
  readonly logFailure: FailureLogger;
}

/** Logs an error if no caller causes it: each outage at most once a minute. */
export type FailureLogger = (error: unknown, request: FastifyRequest) => void;

/** Passes on all delegated requests before any other hook runs. */
export function bindDelegate(
  app: FastifyInstance,
  delegate: RequestDelegate,
  dependencies: DelegateDependencies,
): void {
  // A stored response would be served again without project code.
  const uncached = { ...dependencies, responseCache: null };
  const requestDependencies = {
    ...dependencies,
    runnerOf: oncePerRoute((route: Route) => runnerOf(route, uncached)),
    stepsOf: oncePerRoute((route: ContentRoute) => stepsOf(route)),
    adminRouteOf: oncePerRoute((route: AdminRoute) => ({
      authorize: adminAuthorizerOf(route, dependencies),
      steps: stepsOf(route),
    })),
  };
  app.addHook('onRequest', async (request, reply) => {
    const path = pathOf(request.raw.url ?? '/');
    if (!delegate.rejects(request.raw) && !delegate.handles(request.method, path)) return;
    reply.hijack();
    try {
      await delegate.handle(new DelegatedRequest(request, reply.raw, requestDependencies));
    } catch (error) {
      request.log.error(error);
      sendInternalError(reply.raw);
    }
  });
}

function sendInternalError(response: ServerResponse): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { status, body } = errorResponse(null);
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(body);
}

interface RequestDependencies extends DelegateDependencies {
  readonly runnerOf: (route: Route) => RouteRunner;
  readonly stepsOf: (route: ContentRoute) => RouteSteps<ContentCaller>;
  readonly adminRouteOf: (route: AdminRoute) => {
    readonly authorize: AdminAuthorizer;
    readonly steps: RouteSteps<AdminPrincipal>;
  };
}

type ContentRoute = PublicRoute | PermissionRoute;

/** Parts of a request that project code may have replaced. */
export interface RequestOverrides {
  readonly params: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Null if project code has not read the query. */
  readonly query: ChangedQuery | null;
}

export interface AuthorizedOverrides extends RequestOverrides {
  readonly caller: Pick<ContentCaller, 'principal' | 'access'>;
}

/** Creates a value for a route when it is first needed. */
function oncePerRoute<Key extends Route, Value>(create: (route: Key) => Value) {
  const values = new WeakMap<Key, Value>();
  return (route: Key): Value => {
    const value = values.get(route) ?? create(route);
    values.set(route, value);
    return value;
  };
}

/** A delegated request, and the functions of the server that its delegate can call. */
export class DelegatedRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly #received: FastifyRequest;
  #headers: Promise<Headers> | null = null;
  readonly #dependencies: RequestDependencies;

  constructor(
    received: FastifyRequest,
    response: ServerResponse,
    dependencies: RequestDependencies,
  ) {
    this.request = received.raw;
    this.response = response;
    this.#received = received;
    this.#dependencies = dependencies;
  }

  get log(): Logger {
    return this.#received.log;
  }

  /** Logs an error if no caller causes it: each outage at most once a minute. */
  logFailure(error: unknown): void {
    this.#dependencies.logFailure(error, this.#received);
  }

  /** The headers that every response has; an origin function of the project runs once per request. */
  headers(): Promise<Headers> {
    this.#headers ??= this.#dependencies.headers.of(this.#received);
    return this.#headers;
  }

  /** Additional headers of a preflight response to an allowed origin; null for other requests. */
  async preflight(): Promise<Headers | null> {
    return this.#dependencies.headers.preflightOf(this.#received, await this.headers());
  }

  /** Returns the parsed body, or undefined without one. @throws errors of `readBody` */
  async body(handlers: BodyHandlers): Promise<unknown> {
    if (!mayHaveBody(this.request.method ?? '')) return undefined;
    return readBody(this.request, this.#dependencies.bodies, handlers);
  }

  /** Discards a body that nothing has read, because the request was rejected. */
  async discardBody(): Promise<void> {
    await discardUnreadBody(this.request);
  }

  /** Runs a route with other parameters or another body. @throws errors of the route */
  async run(route: Route, overrides: RequestOverrides): Promise<RouteResponse> {
    this.#override(overrides);
    return this.#dependencies.runnerOf(route)(this.#received, this.#sink);
  }

  /** Authorizes the caller of a route for administrators. The returned function runs the handler. @throws errors of the route */
  async authorize(
    route: Route,
    overrides: RequestOverrides,
  ): Promise<(changed: RequestOverrides) => Promise<RouteResponse>> {
    if (route.caller !== 'admin') throw new Error(`${route.path} is not for administrators.`);
    this.#override(overrides);
    const { authorize, steps } = this.#dependencies.adminRouteOf(route);
    const request = await authorize(this.#received);
    await steps.limit(request, this.#sink);
    await steps.accept(request, this.#sink);
    return async (changed) => {
      this.#override(changed);
      return steps.handle(request);
    };
  }

  /** Runs a route for a caller who is authorized already. @throws errors of the route */
  async runAuthorized(route: Route, overrides: AuthorizedOverrides): Promise<RouteResponse> {
    const { request, steps } = this.#authorized(route, overrides);
    return steps.run(request, this.#sink);
  }

  /** Runs a route without counting the request: `countRequest` does that. @throws errors of the route */
  async runHandler(route: Route, overrides: AuthorizedOverrides): Promise<RouteResponse> {
    const { request, steps } = this.#authorized(route, overrides);
    await steps.accept(request, this.#sink);
    return steps.handle(request);
  }

  /** Counts a request against the rate limit of a route. @throws RateLimitError */
  async countRequest(route: Route, overrides: AuthorizedOverrides): Promise<void> {
    if (!route.rateLimit) return;
    const { request, steps } = this.#authorized(route, overrides);
    await steps.limit(request, this.#sink);
  }

  /** @throws Error for a route of administrators, whose callers only the server authorizes */
  #authorized(
    route: Route,
    overrides: AuthorizedOverrides,
  ): {
    readonly request: RouteRequest<ContentCaller>;
    readonly steps: RouteSteps<ContentCaller>;
  } {
    if (route.caller !== 'permission' && route.caller !== 'public') {
      throw new Error(`${route.path} is not for callers of the content API.`);
    }
    this.#override(overrides);
    const { path, readPermissions } = route;
    const caller = contentCallerOf(overrides.caller, readPermissions);
    const startedAt = performance.now();
    const request = new RouteRequest(this.#received, { caller, path, startedAt });
    return { request, steps: this.#dependencies.stepsOf(route) };
  }

  #override({ params, body, query }: RequestOverrides): void {
    Object.assign(this.#received, { params, body });
    if (query) setChangedQuery(this.#received, query);
  }

  get #sink(): HeaderSink {
    const { response } = this;
    return {
      headers(values) {
        for (const [name, value] of Object.entries(values)) response.setHeader(name, value);
      },
    };
  }

  /** Responds to a request without a route. @param methods Methods of the path @throws errors of `StaticFiles` */
  fallback(methods: readonly string[]): Promise<RouteResponse> {
    return fallbackResponse(this.request, this.#dependencies.files, () => methods);
  }
}
