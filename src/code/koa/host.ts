// The interface of the server to the koa application.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '../../base/logger.ts';
import type { FileHandler, Headers, HttpResponse } from '../../base/http-message.ts';
import type { ChangedQuery } from '../../query/params.ts';

/** Callbacks for the parts of a request body. */
interface BodyHandlers {
  readonly onFile: FileHandler;
  /** Called with the text of a JSON or form body before it is parsed. */
  readonly onText: (text: string) => void;
}

/** An opaque reference to a built-in route of the server. */
export type HostRoute = object;

/** Parameters, body and query of a request, as koa middlewares may have changed them. */
export interface RequestInput {
  readonly params: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Null if code has not read it. */
  readonly query: ChangedQuery | null;
}

/** Input of a request whose caller is authorized already. */
export interface AuthorizedInput extends RequestInput {
  /** `ctx.state.auth`. */
  readonly auth: unknown;
}

/** A built-in route that implements an action of a built-in plugin. */
export interface HostAction {
  readonly method: string;
  readonly path: string;
  readonly route: HostRoute;
  /** True if the route reads the request body itself. */
  readonly readsBody: boolean;
  /** For example `plugin::users-permissions.user.me`. */
  readonly action: string;
}

/** A request that the server has delegated to the koa application. */
export interface HostRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly log: Pick<Logger, 'error'>;
  /** Logs an error if no caller causes it: each outage at most once a minute. */
  logFailure(error: unknown): void;
  /** Returns the headers of every response: security, CORS and `X-Powered-By`. */
  headers(): Promise<Headers>;
  /** Returns additional headers of a CORS preflight response, or null for other requests. */
  preflight(): Promise<Headers | null>;
  /** Returns the parsed body, or undefined without one. @throws AppError for an invalid body */
  body(handlers: BodyHandlers): Promise<unknown>;
  /** Discards a body that nothing has read, because the request was rejected. */
  discardBody(): Promise<void>;
  /** Runs a built-in route, which authorizes the caller. @throws errors of the route */
  run(route: HostRoute, input: RequestInput): Promise<HttpResponse>;
  /** Authorizes the caller of a built-in route for administrators. The returned function runs its handler. @throws errors of the route */
  authorize(
    route: HostRoute,
    input: RequestInput,
  ): Promise<(changed: RequestInput) => Promise<HttpResponse>>;
  /** Runs a built-in route for an authorized caller of the content API. @throws errors of the route */
  runAuthorized(route: HostRoute, input: AuthorizedInput): Promise<HttpResponse>;
  /** Runs such a route without counting the request. @throws errors of the route */
  runHandler(route: HostRoute, input: AuthorizedInput): Promise<HttpResponse>;
  /** Counts a request against the rate limit of a route. @throws AppError RateLimitError */
  countRequest(route: HostRoute, input: AuthorizedInput): Promise<void>;
  /** Responds to a request without a route: with a static file, or the allowed methods. @throws AppError */
  fallback(methods: readonly string[]): Promise<HttpResponse>;
}
