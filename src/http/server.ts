// In charge of the HTTP server: limits, headers, errors, and the areas of routes on one screen.
import fastify, {
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { AppError } from '../base/errors.ts';
import { MAX_HEADER_BYTES } from '../base/limits.ts';
import type { ContentType } from '../schema/types.ts';
import { bindContentRoutes, type ContentParts, type ContentRoute } from './content-routes.ts';
import { answerBrokenRequest } from './broken-request.ts';
import { toErrorAnswer } from './errors.ts';
import { bindFallback } from './fallback.ts';
import { AnswerHeaders, type HeaderOptions } from './headers.ts';
import { bindLocaleRoutes } from './locale-routes.ts';
import { sendJson } from './respond.ts';
import { bindRootPage } from './root-page.ts';
import { bindUploadRoutes } from './upload-routes.ts';

/** What the server is built of. */
export interface ServerParts extends ContentParts {
  readonly routes: readonly ContentRoute[];
  /** Path that all API routes begin with, such as `/api`. */
  readonly prefix: string;
  readonly file: ContentType;
  readonly locale: ContentType;
  readonly defaultLocale: string;
  readonly headers: HeaderOptions;
  /** Proxies in front are believed about the client's address. */
  readonly trustProxy: boolean;
}

/** An HTTP server, listening or not. */
export type HttpServer = FastifyInstance;

/** Builds the server; it does not listen yet. */
export function createServer(parts: ServerParts): HttpServer {
  const headers = new AnswerHeaders(parts.headers);
  const app = fastify({
    logger: { level: 'warn' },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: parts.trustProxy,
    http: { maxHeaderSize: MAX_HEADER_BYTES },
    routerOptions: {
      caseSensitive: false,
      ignoreTrailingSlash: true,
      maxParamLength: 1000,
      querystringParser: () => ({}),
    },
    frameworkErrors: (error, _request, reply) => void sendError(reply, badPath(error)),
    clientErrorHandler: answerBrokenRequest,
  });
  bindHeaders(app, headers);
  ignoreBodies(app);
  app.setErrorHandler((error, request, reply) => {
    const answer = sendError(reply, error);
    if (reply.statusCode >= 500) request.log.error(error);
    return answer;
  });
  bindFallback(app);
  app.all('/_health', (_request, reply) => reply.code(204).send());
  bindRootPage(app, parts.routes);
  bindContentRoutes(app, parts, parts.routes);
  bindUploadRoutes(app, parts, parts);
  bindLocaleRoutes(app, parts, parts);
  return app;
}

/** Headers come first, so that errors carry them too; a preflight is answered at once. */
function bindHeaders(app: FastifyInstance, headers: AnswerHeaders): void {
  app.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done) => {
    const { origin } = request.headers;
    reply.headers(headers.of(request.headers));
    const isPreflight =
      request.method === 'OPTIONS' &&
      origin !== undefined &&
      'access-control-request-method' in request.headers;
    if (!isPreflight) return done();
    return reply.headers(headers.preflight()).code(204).send();
  });
}

/** Nothing that is served takes a body: whatever comes is read past. */
function ignoreBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    done(null);
  });
}

function sendError(reply: FastifyReply, error: unknown): FastifyReply {
  const { status, body } = toErrorAnswer(error);
  return sendJson(reply, body, status);
}

/** A path that cannot be decoded, or is too long for a document id, names nothing. */
function badPath(error: Error): AppError {
  return new AppError('ValidationError', error.message);
}
