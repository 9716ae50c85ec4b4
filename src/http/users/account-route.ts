// Common parts of account routes: permissions, rate limits, and the response to a sign-in.
import type { SignInResult } from '../../auth/users/account-dependencies.ts';
import type { ContentCaller } from '../routing/authorize.ts';
import type { RateLimit } from '../routing/rate-limit.ts';
import { json, NO_STORE, type RouteResponse } from '../response/response.ts';
import type { Headers } from '../../base/http-message.ts';
import type { Handler, Policy, Route, RouteRateLimit } from '../routing/route.ts';
import type { RouteRequest } from '../routing/route-request.ts';
import { type RefreshCookie, refreshCookieText, wantsCookie } from './refresh-cookie.ts';
import type { Principal, UserPrincipal } from '../../auth/principal.ts';
import type { AppError } from '../../base/errors.ts';
import { isJsonObject } from '../../base/json.ts';

export interface AccountRouteDependencies {
  readonly limit: RateLimit;
  readonly cookie: RefreshCookie;
  readonly prefix: string;
}

/** A request to an account route. */
export type AccountRequest = RouteRequest<ContentCaller>;

/** Rejects callers who are not users. @param rejection Creates the error for them */
export function usersOnly(rejection: () => AppError): Policy<ContentCaller> {
  return ({ caller: { principal } }) => (principal?.kind === 'user' ? null : rejection());
}

/** Returns the caller of a route with the policy `usersOnly`. */
export function userOf({ caller: { principal } }: AccountRequest): UserPrincipal {
  if (principal?.kind === 'user') return principal;
  throw new Error('The route has no policy for users.');
}

/** All requests of a client, or those with the same email address. */
type RateLimitScope = 'client' | 'client and email';

export interface AccountRoute {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Under `/auth`. */
  readonly path: string;
  /** Action that a caller needs, such as `register`. */
  readonly action: string;
  /** Which requests are counted together; null for no limit. */
  readonly rateLimit: RateLimitScope | null;
  readonly policies?: readonly Policy<ContentCaller>[];
  readonly handler: Handler<ContentCaller>;
}

/** Returns the routes under `/auth`. */
export function accountRoutes(
  { limit, prefix }: AccountRouteDependencies,
  routes: readonly AccountRoute[],
): readonly Route[] {
  const limitOf = (scope: RateLimitScope): RouteRateLimit<ContentCaller> => ({
    limit,
    key: (request) => limitKey(request, request.caller.principal, scope),
  });
  return routes.map(({ method, path, action, rateLimit, policies = [], handler }) => ({
    method,
    path: `${prefix}/auth${path}`,
    caller: 'permission',
    permissions: [`plugin::users-permissions.auth.${action}`],
    rateLimit: rateLimit === null ? undefined : limitOf(rateLimit),
    headers: NO_STORE,
    policies,
    handler,
  }));
}

export interface SignInOptions {
  /** Only logins send the refresh token in a cookie; others always in the body. */
  readonly isLogin: boolean;
  readonly cookie: RefreshCookie;
  readonly headers?: Headers;
  /** Additional values of `Set-Cookie`. */
  readonly cookies?: readonly string[];
}

export function signedInResponse(
  request: RouteRequest,
  { tokens, user }: SignInResult,
  { isLogin, cookie, headers = {}, cookies = [] }: SignInOptions,
): RouteResponse {
  if (tokens === null) return json({ user }, { headers, cookies });
  const { jwt, refreshToken } = tokens;
  const isCookie = isLogin && refreshToken !== null && wantsCookie(cookie, request);
  const isShown = refreshToken !== null && !isCookie;
  const options = {
    headers,
    cookies: isCookie ? [...cookies, refreshCookieText(cookie, refreshToken)] : cookies,
  };
  return json({ jwt, ...(isShown ? { refreshToken } : {}), user }, options);
}

/** Returns the key of a request. */
export function limitKey(
  { routePath, body }: Pick<RouteRequest, 'routePath' | 'body'>,
  principal: Principal | null,
  scope: RateLimitScope,
): string {
  const email = isJsonObject(body) ? body['email'] : undefined;
  const user = principal?.kind === 'user' ? String(principal.user.id) : '';
  const owner =
    scope === 'client and email' && typeof email === 'string' ? email.toLowerCase() : '';
  return JSON.stringify([routePath, user, owner]);
}
