// The interface between the server and the code that handles requests.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { Logger } from '../../base/logger.ts';
import type { Body } from '../../query/body.ts';

/** Headers by lowercase name. */
export type Headers = Readonly<Record<string, string>>;

/** A response of the server. */
export interface HostResponse {
  readonly status: number;
  readonly headers?: Headers;
  readonly cookies?: readonly string[];
  /** `null` for no body. */
  readonly body: Body | Readable | null;
  /** `null` for no `Content-Type`; JSON by default. */
  readonly type?: string | null;
  readonly afterSent?: () => void;
}

/** An uploaded file. The stream must be consumed. */
export interface HostFile {
  readonly field: string;
  readonly name: string;
  readonly type: string | null;
  readonly stream: Readable;
}

/** Receivers of the parts of a body. */
export interface BodyTakers {
  readonly takeFile: (file: HostFile) => Promise<void>;
  /** Receives the text of a body that is parsed. */
  readonly takeText: (text: string) => void;
}

/** A route of the server that runs no project code; opaque here. */
export type HostRoute = object;

/** Parts of a request that code may have changed before a route of the server handles it. */
export interface Given {
  readonly params: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A route of the server that implements an action of a built-in plugin. */
export interface HostAction {
  readonly method: string;
  readonly path: string;
  readonly route: HostRoute;
  /** True if the route reads the body itself. */
  readonly readsBody: boolean;
  /** For example `plugin::users-permissions.user.me`. */
  readonly action: string;
}

/** A request that code handles. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Log of the request. */
  readonly log: Pick<Logger, 'error'>;
  /** Headers of every response: security, CORS and `X-Powered-By`. */
  headers(): Promise<Headers>;
  /** Additional headers of a CORS preflight response; null for other requests. */
  preflight(): Headers | null;
  /** The parsed body; undefined if there is none. @throws AppError for an invalid body */
  body(takers: BodyTakers): Promise<unknown>;
  /** Runs a route of the server. @throws as the route */
  run(route: HostRoute, given: Given): Promise<HostResponse>;
  /** Runs the handler of a route for an authorized caller. @param auth `ctx.state.auth` @throws as the handler */
  act(route: HostRoute, given: Given & { readonly auth: unknown }): Promise<HostResponse>;
  /** Counts a request to a route with a rate limit. @throws AppError RateLimitError */
  count(route: HostRoute, given: Given & { readonly auth: unknown }): Promise<void>;
  /** Handles a request that no route matches: a static file, or 405 with the allowed methods. @throws as the handler */
  fallback(methods: readonly string[]): Promise<HostResponse>;
}
