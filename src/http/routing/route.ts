// Route: what answers one method of a path, as data. `bind-routes` makes a server of them.
import type { AdminPrincipal } from '../../auth/admin/admin-authenticator.ts';
import type { ContentCaller } from './authorize.ts';
import type { RateLimit } from './rate-limit.ts';
import type { Headers, RouteResponse } from '../response/response.ts';
import type { RouteRequest } from './route-request.ts';

/** A route. `caller` says who may call it. */
export type Route = PublicRoute | PermissionRoute | AdminRoute | BearerRoute;

/** Open to everyone: credentials are not read, and relations are not restricted. */
export interface PublicRoute extends RouteOf<ContentCaller> {
  readonly caller: 'public';
}

/** For callers of the content API who have all of the permissions. */
export interface PermissionRoute extends RouteOf<ContentCaller> {
  readonly caller: 'permission';
  /** Such as `api::article.article.find`. */
  readonly permissions: readonly string[];
}

/** For administrators. */
export interface AdminRoute extends RouteOf<AdminPrincipal> {
  readonly caller: 'admin';
  /** Such as `admin::api-tokens.read`; null: any administrator who is signed in. */
  readonly permission: string | null;
}

/** For whoever knows a token of the configuration. */
export interface BearerRoute extends RouteOf<null> {
  readonly caller: 'bearer';
  /** Null: none is required. */
  readonly token: string | null;
}

/** What routes for all kinds of callers have in common, in the order in which it counts. */
export interface RouteOf<Caller> {
  /** `GET` answers HEAD too. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'ALL';
  /** Pattern with the prefix, such as `/api/articles/:id`. */
  readonly path: string;
  /** True: requests never wait for others. Only for fixed paths. */
  readonly urgent?: boolean;
  /** `'stream'`: the handler reads multipart forms itself, so that files need not fit into memory. Default: `'parsed'`. */
  readonly body?: 'parsed' | 'stream';
  /** Why the route answers 501; null or undefined: it is served. */
  readonly blocked?: string | null;
  readonly rateLimit?: RouteRateLimit<Caller> | undefined;
  /** Headers of all responses from here on, those to errors included. */
  readonly headers?: Headers;
  /** Each has to let the request pass. */
  readonly policies?: readonly Policy<Caller>[];
  /** Run around the handler, the first one outermost. */
  readonly middlewares?: readonly Middleware<Caller>[];
  readonly handler: Handler<Caller>;
}

/** How often a route may be called. */
export interface RouteRateLimit<Caller> {
  readonly limit: RateLimit;
  /** Requests with the same key are counted together. */
  readonly key: (request: RouteRequest<Caller>) => string | Promise<string>;
}

/** Answers a request. Errors are thrown. */
export type Handler<Caller> = (
  request: RouteRequest<Caller>,
) => RouteResponse | Promise<RouteResponse>;

/** Returns false to refuse a request: 403 `PolicyError`. */
export type Policy<Caller> = (request: RouteRequest<Caller>) => boolean | Promise<boolean>;

/** Runs around the handler: `next` is what it wraps. */
export type Middleware<Caller> = (
  request: RouteRequest<Caller>,
  next: Handler<Caller>,
) => RouteResponse | Promise<RouteResponse>;
