// What the routes of accounts share: permissions, rate limits, and the response to someone who signed in.
import type { SignedIn } from '../../auth/users/account-parts.ts';
import type { ContentCaller } from '../routing/authorize.ts';
import type { RateLimit } from '../routing/rate-limit.ts';
import { json, NO_STORE, type Headers, type RouteResponse } from '../response/response.ts';
import type { Handler, Route, RouteRateLimit } from '../routing/route.ts';
import type { RouteRequest } from '../routing/route-request.ts';
import { limitKey } from './account-limit.ts';
import { refreshCookieText, wantsCookie, type RefreshCookie } from './refresh-cookie.ts';

/** What the routes are built on. */
export interface AccountRouteParts {
  readonly limit: RateLimit;
  readonly cookie: RefreshCookie;
  readonly prefix: string;
  /** Why the routes answer 501; null: they are served. */
  readonly blocked: string | null;
}

/** A request to a route of accounts. */
export type AccountRequest = RouteRequest<ContentCaller>;

export interface AccountRoute {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Under `/auth`. */
  readonly path: string;
  /** The action that a caller needs, such as `register`. */
  readonly action: string;
  /** Whether requests are limited: all of an address together, or each email address apart. */
  readonly limited: 'no' | 'together' | 'by email';
  readonly handler: Handler<ContentCaller>;
}

/** The routes under `/auth` of a prefix. */
export function accountRoutes(
  { limit, prefix, blocked }: AccountRouteParts,
  routes: readonly AccountRoute[],
): readonly Route[] {
  const limits: Readonly<
    Record<AccountRoute['limited'], RouteRateLimit<ContentCaller> | undefined>
  > = {
    no: undefined,
    together: { limit, key: (request) => limitKey(request, request.caller.principal, false) },
    'by email': { limit, key: (request) => limitKey(request, request.caller.principal, true) },
  };
  return routes.map(({ method, path, action, limited, handler }) => ({
    method,
    path: `${prefix}/auth${path}`,
    caller: 'permission',
    permissions: [`plugin::users-permissions.auth.${action}`],
    blocked,
    rateLimit: limits[limited],
    headers: NO_STORE,
    handler,
  }));
}

/** How someone who signed in is answered. */
export interface SignInOptions {
  /** Only there the cookie replaces the refresh token in the body. */
  readonly isLogin: boolean;
  readonly cookie: RefreshCookie;
  readonly headers?: Headers;
  /** More values of `Set-Cookie`. */
  readonly cookies?: readonly string[];
}

/** The response to someone who signed in. */
export function signedInResponse(
  request: RouteRequest,
  { tokens, user }: SignedIn,
  { isLogin, cookie, headers = {}, cookies = [] }: SignInOptions,
): RouteResponse {
  if (tokens === null) return json({ user }, { headers, cookies });
  const { jwt, refreshToken } = tokens;
  const isCookie = refreshToken !== null && wantsCookie(cookie, request);
  const isShown = refreshToken !== null && !(isCookie && isLogin);
  const options = {
    headers,
    cookies: isCookie ? [...cookies, refreshCookieText(cookie, refreshToken)] : cookies,
  };
  return json({ jwt, ...(isShown ? { refreshToken } : {}), user }, options);
}
