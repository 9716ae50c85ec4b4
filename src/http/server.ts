// HTTP server: limits, headers, errors and routes.
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import fastify, {
  LogController,
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { QueueLimits } from '../base/bounded-queue.ts';
import { AppError, OverloadedError, notFound } from '../base/errors.ts';
import type { ModelChanges } from '../model/model-changes.ts';
import { isUnavailable } from '../storage/errors.ts';
import { AllowedMethods } from './routing/allowed-methods.ts';
import { bindRoutes, type BindingDependencies } from './routing/bind-routes.ts';
import { rejectMalformedRequest, trackResponses } from './connections/malformed-request.ts';
import { closeUpgradedSockets, drainConnections } from './connections/drain-connections.ts';
import { errorResponse, isServerError, mayBeOutdated } from './response/errors.ts';
import { bindFallback } from './routing/fallback.ts';
import type { ResponseHeaders } from './response/headers.ts';
import { createListener, type ListenerDependencies } from './connections/listener.ts';
import type { Metrics } from './metrics/metrics.ts';
import { isOutage, OutageLog } from './response/outage-log.ts';
import { Rejection } from './connections/rejection.ts';
import { bindBodies, type BodyLimits } from './body/request-bodies.ts';
import { RequestQueue } from './connections/request-queue.ts';
import { noContent } from './response/response.ts';
import { escapeMalformed } from './routing/request-path.ts';
import type { Route } from './routing/route.ts';
import { printingSender, sendResponse } from './response/send-response.ts';
import { bindResponseTime, bindTimings, type TimedRequests } from './routing/stage-timings.ts';
import { StaticFiles, type StaticFilesOptions } from './site/static-files.ts';
import {
  bindDelegate,
  type FailureLogger,
  type RequestDelegate,
} from './routing/delegated-request.ts';

/** Trusted proxies for the client's IP address: `server.proxy`. */
export interface ProxySettings {
  readonly trust: boolean;
  /** Header with a list of addresses, the client's first. */
  readonly ipHeader: string;
  /** Number of trusted entries from its end; 0 trusts all. */
  readonly maxIpsCount: number;
}

/** How much the server accepts before it rejects requests. */
export interface OverloadSettings {
  /** Limits of the request queue. */
  readonly queue: QueueLimits;
  /** Maximum number of open connections. */
  readonly connections: number;
}

export interface ServerDependencies extends BindingDependencies {
  readonly routes: readonly Route[];
  readonly headers: ResponseHeaders;
  readonly bodies: BodyLimits;
  /** Folder of static files. */
  readonly files: StaticFilesOptions;
  readonly proxy: ProxySettings;
  readonly timeouts: ListenerDependencies['timeouts'];
  /** The requests whose stages are measured, for `Server-Timing`; null for none. */
  readonly timing: TimedRequests | null;
  /** If true, responses have `X-Response-Time`. */
  readonly responseTime: boolean;
  readonly overload: OverloadSettings;
  /** Null if metrics are disabled. */
  readonly metrics: Metrics | null;
  /** Changes of the content model, which can fail a request. Absent: there are none. */
  readonly changes?: Pick<ModelChanges, 'catchUp' | 'resend'>;
  /** Handles requests in place of the routes, unless it is null or undefined. */
  readonly delegate?: RequestDelegate | null;
}

const FORWARDED_FOR = 'x-forwarded-for';

/** Characters of an id in a path; longer ones are not found. */
const MAX_ID_LENGTH = 1000;

/** An HTTP server, which may listen. */
export type HttpServer = FastifyInstance;

/** Builds a server that does not listen yet. */
export function createServer(dependencies: ServerDependencies): HttpServer {
  const { headers, overload, routes } = dependencies;
  const outages = new OutageLog();
  const rejection = new Rejection(headers);
  const requests = new RequestQueue({
    limits: overload.queue,
    urgent: new Set(routes.flatMap(({ urgent, path }) => (urgent ? [path] : []))),
    reject(request, response) {
      outages.log(new OverloadedError(), app.log);
      rejection.send(request, response);
    },
  });
  let isClosing = false;
  const app = fastify({
    ...WITHOUT_SCHEMAS,
    serverFactory: (handler) => {
      const handle: RequestListener = (request, response) => {
        handler(request, response);
        handled(request, response);
      };
      const listener = trackResponses(requests.before(handle));
      const { responseCache, timeouts } = dependencies;
      const skipsCache = (request: IncomingMessage): boolean =>
        isClosing || dependencies.delegate?.rejects(request) === true;
      return createListener(listener, { responseCache, timeouts, skipsCache });
    },
    // Routes for GET handle HEAD (`routing/bind-routes`).
    exposeHeadRoutes: false,
    logger: { level: 'warn' },
    // A logger per request would be expensive; log lines contain the request id instead.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies(dependencies.proxy),
    // Requests that arrive while the server closes are handled, and their connections closed.
    return503OnClosing: false,
    routerOptions: {
      caseSensitive: false,
      ignoreTrailingSlash: true,
      maxParamLength: MAX_ID_LENGTH,
      querystringParser: () => ({}),
    },
    frameworkErrors: (error, request, reply) => {
      const isTooLong = error.code === 'FST_ERR_MAX_PARAM_LENGTH';
      const handling =
        isTooLong || escaped.has(request.raw)
          ? rejectPath(request, reply, isTooLong ? notFound() : undecodable())
          : routeEscaped(request.raw, reply.raw);
      handling.catch((failure: unknown) => {
        request.log.error(failure);
        request.raw.destroy();
      });
    },
    clientErrorHandler: rejectMalformedRequest,
  });
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  if (dependencies.timing) bindTimings(app, dependencies.timing);
  if (dependencies.responseTime) bindResponseTime(app);
  app.server.maxConnections = overload.connections;
  app.server.on('connection', requests.accepted);
  dependencies.metrics?.bind(app, requests);
  bindProxy(app, dependencies.proxy);
  const handled = drainConnections(app, () => requests.pending);
  closeUpgradedSockets(app);
  const files = new StaticFiles(dependencies.files);
  const logFailure: FailureLogger = (error, request) => {
    if (isOutage(error) && !isUnavailable(error, 'canceled')) outages.log(error, request.log);
    else if (isServerError(error)) request.log.error({ err: error, reqId: request.id });
  };
  if (dependencies.delegate) {
    bindDelegate(app, dependencies.delegate, { ...dependencies, files, logFailure });
  }
  bindHeaders(app, headers);
  bindBodies(app, dependencies.bodies);
  /** Requests whose paths could not be decoded. */
  const escaped = new WeakSet<IncomingMessage>();
  /** Routes a request whose path cannot be decoded: parameters are used as they were sent. */
  const routeEscaped = async (raw: IncomingMessage, response: ServerResponse): Promise<void> => {
    raw.url = escapeMalformed(raw.url ?? '/');
    escaped.add(raw);
    app.routing(raw, response);
  };
  const rejectPath = async (
    request: FastifyRequest,
    reply: FastifyReply,
    error: AppError,
  ): Promise<void> => {
    reply.headers(await headers.of(request));
    sendResponse(reply, errorResponse(error));
    dependencies.metrics?.count(request, reply);
  };
  const sendError = (thrown: unknown, request: FastifyRequest, reply: FastifyReply): unknown => {
    const isUndecodable = escaped.has(request.raw) && isNotFoundRead(thrown, request);
    const error = isUndecodable ? undecodable() : thrown;
    logFailure(error, request);
    return sendResponse(reply, errorResponse(error));
  };
  const { changes, delegate } = dependencies;
  app.setErrorHandler(async (thrown, request, reply) => {
    const error = delegate ? delegate.convertError(thrown) : thrown;
    if (!changes || !mayBeOutdated(error)) return sendError(error, request, reply);
    const { retry } = await import('./response/outdated-model.ts');
    const fail = (): unknown => sendError(error, request, reply);
    return retry(changes, { request, reply, fail });
  });
  bindFallback(app, {
    files,
    allowed: new AllowedMethods(routes),
  });
  // Timings are added by Fastify when it sends a response.
  const isTimed = dependencies.timing !== null || dependencies.responseTime;
  const send = isTimed ? sendResponse : printingSender(headers, () => isClosing);
  bindRoutes(app, routes, { ...dependencies, send });
  return app;
}

/** Options of servers whose routes have no schemas, so that Fastify's compilers of schemas are not loaded. */
export const WITHOUT_SCHEMAS: Pick<FastifyHttpOptions<Server>, 'schemaController'> = {
  schemaController: {
    compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler },
  },
};

function noCompiler(): never {
  throw new Error('A route has a schema of the framework.');
}

/** Number of trusted addresses, counted from the end of the list. */
function trustedProxies({ trust, maxIpsCount }: ProxySettings): boolean | TrustProxy {
  return trust && maxIpsCount > 0 ? (_address, hop) => hop < maxIpsCount : trust;
}

type TrustProxy = (address: string, hop: number) => boolean;

/** Fastify supports a single header for addresses. */
function bindProxy(app: FastifyInstance, { trust, ipHeader }: ProxySettings): void {
  const name = ipHeader.toLowerCase();
  if (!trust || name === FORWARDED_FOR) return;
  app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    headers[FORWARDED_FOR] = headers[name];
    done();
  });
}

/** Sets headers first, so that errors have them as well; preflight requests end here. */
function bindHeaders(app: FastifyInstance, headers: ResponseHeaders): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.headers.origin === undefined) {
      reply.headers(headers.always);
      done();
      return undefined;
    }
    return respondToOrigin(headers, request, reply);
  });
}

/** Sets the headers for an origin. @returns the reply to a preflight request of an allowed origin */
async function respondToOrigin(
  headers: ResponseHeaders,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const own = await headers.of(request);
  reply.headers(own);
  const preflight = headers.preflightOf(request, own);
  return preflight ? sendResponse(reply, { ...noContent(), headers: preflight }) : undefined;
}

function isNotFoundRead(error: unknown, { method }: FastifyRequest): boolean {
  if (!(error instanceof AppError) || error.reason !== 'notFound') return false;
  return method === 'GET' || method === 'HEAD';
}

function undecodable(): AppError {
  return new AppError('BadRequestError', 'failed to decode', { details: null });
}
