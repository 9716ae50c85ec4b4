// Route: method, path, caller and handler as data. `bind-routes` binds routes to a server.
import type { AdminPrincipal } from '../../auth/admin/admin-authenticator.ts';
import type { AppError } from '../../base/errors.ts';
import type { AdminPermission, ContentCaller, ReadPermissions } from './authorize.ts';
import type { RateLimit } from './rate-limit.ts';
import type { RouteResponse } from '../response/response.ts';
import type { Headers } from '../../base/http-message.ts';
import type { RouteRequest } from './route-request.ts';

/** A route. `caller` defines who may call it. */
export type Route = PublicRoute | PermissionRoute | AdminRoute | BearerRoute;

/** Open to everyone. Credentials are not read, and relations are not restricted. */
export interface PublicRoute extends RouteOf<ContentCaller> {
  readonly caller: 'public';
  readonly readPermissions?: ReadPermissions;
}

/** For callers of the content API with all of the permissions. */
export interface PermissionRoute extends RouteOf<ContentCaller> {
  readonly caller: 'permission';
  /** For example `api::article.article.find`. */
  readonly permissions: readonly string[];
  readonly readPermissions?: ReadPermissions;
}

/** For administrators. */
export interface AdminRoute extends RouteOf<AdminPrincipal> {
  readonly caller: 'admin';
  /**
   * For example `admin::api-tokens.read`, or actions on the type in the path; null for any administrator. Services check what
   * depends on rows or on the body: the conditions of permissions, and what an administrator may grant.
   */
  readonly permission: AdminPermission;
}

/** For callers with a configured token. */
export interface BearerRoute extends RouteOf<null> {
  readonly caller: 'bearer';
  /** Null if none is required. */
  readonly token: string | null;
}

/** Common properties, in the order in which they apply. */
export interface RouteOf<Caller> {
  /** `GET` handles HEAD as well. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'ALL';
  /** Path pattern with prefix, such as `/api/articles/:id`. */
  readonly path: string;
  /** If true, requests skip the queue. Only for paths without parameters. */
  readonly urgent?: boolean;
  /**
   * With `'stream'` the handler reads multipart forms itself, so that files need not fit into memory. Default:
   * `'parsed'`.
   */
  readonly body?: 'parsed' | 'stream';
  readonly rateLimit?: RouteRateLimit<Caller> | undefined;
  /** Headers of all further responses, including errors. */
  readonly headers?: Headers;
  /** All of them must accept the request. */
  readonly policies?: readonly Policy<Caller>[];
  /** Run around the handler; the first one is outermost. */
  readonly middlewares?: readonly Middleware<Caller>[];
  readonly handler: Handler<Caller>;
}

export interface RouteRateLimit<Caller> {
  readonly limit: RateLimit;
  /** Requests of a client with the same key are counted together. */
  readonly key: (request: RouteRequest<Caller>) => string | Promise<string>;
}

/** Handles a request. Errors are thrown. */
export type Handler<Caller> = (
  request: RouteRequest<Caller>,
) => RouteResponse | Promise<RouteResponse>;

/** Returns the error with which a request is rejected, or null. */
export type Policy<Caller> = (
  request: RouteRequest<Caller>,
) => AppError | null | Promise<AppError | null>;

/** Runs around the handler; `next` runs the rest. */
export type Middleware<Caller> = (
  request: RouteRequest<Caller>,
  next: Handler<Caller>,
) => RouteResponse | Promise<RouteResponse>;
