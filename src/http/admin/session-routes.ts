// Routes for the sessions of administrators: register the first one, sign in, refresh with a cookie, and sign out.
import { createHash } from 'node:crypto';
import type { AdminAccounts, SignedInAdmin } from '../../auth/admin/admin-accounts.ts';
import type { AdminSessions, AdminTokens } from '../../auth/admin/admin-sessions.ts';
import { showAdmin } from '../../auth/admin/admin-users.ts';
import { AppError } from '../../base/errors.ts';
import { isJsonObject } from '../../base/json.ts';
import { cookieOf, cookieText } from '../response/cookies.ts';
import type { RateLimit } from '../routing/rate-limit.ts';
import { json, NO_STORE, type RouteResponse } from '../response/response.ts';
import type { AdminRoute, PublicRoute, Route } from '../routing/route.ts';
import type { RouteRequest } from '../routing/route-request.ts';

/** Cookie with the refresh token. */
export interface AdminCookie {
  readonly path: string;
  /** Null: secure if the request arrived over TLS. */
  readonly isSecure: boolean | null;
}

interface AdminSessionRouteParts {
  readonly accounts: AdminAccounts;
  readonly sessions: AdminSessions;
  readonly rateLimit: RateLimit;
  readonly cookie: AdminCookie;
}

const COOKIE = 'strapi_admin_refresh';

/** The routes under `/admin`. */
export function adminSessionRoutes(parts: AdminSessionRouteParts): readonly Route[] {
  const { accounts, sessions } = parts;
  const rateLimit = { limit: parts.rateLimit, key: rateLimitKey };

  const register: PublicRoute['handler'] = async (request) => {
    const { checkRegistration } = await import('../../auth/admin/admin-form.ts');
    const { deviceId, rememberMe, ...wish } = await checkRegistration(request.body);
    const signedIn = await accounts.registerFirst(wish, deviceOf({ deviceId, rememberMe }));
    return signedInResponse(request, signedIn, { roles: true });
  };

  const login: PublicRoute['handler'] = async (request) => {
    const { checkSignIn } = await import('../../auth/admin/admin-form.ts');
    const { deviceId, rememberMe, ...credentials } = await checkSignIn(request.body);
    const signedIn = await accounts.signIn(credentials, deviceOf({ deviceId, rememberMe }));
    return signedInResponse(request, signedIn, { roles: false });
  };

  const refresh: PublicRoute['handler'] = async (request) => {
    const token = cookieOf(request, COOKIE);
    if (token === null) throw new AppError('UnauthorizedError', 'Missing refresh token');
    const tokens = await sessions.refresh(token);
    if (tokens === null) throw new AppError('UnauthorizedError', 'Invalid refresh token');
    return data({ token: tokens.access }, setCookie(request, tokens));
  };

  const logout: AdminRoute['handler'] = async (request) => {
    const { body, caller } = request;
    const isOneDevice =
      isJsonObject(body) && typeof body['deviceId'] === 'string' && body['deviceId'] !== '';
    await sessions.end(caller.admin.id, isOneDevice ? caller.sessionId : null);
    return data({}, setCookie(request, null));
  };

  const me: AdminRoute['handler'] = ({ caller }) => data(showAdmin(caller.admin, { roles: true }));

  function signedInResponse(
    request: RouteRequest,
    { admin, tokens }: SignedInAdmin,
    shown: { readonly roles: boolean },
  ): RouteResponse {
    const { access } = tokens;
    const user = showAdmin(admin, shown);
    return data({ token: access, accessToken: access, user }, setCookie(request, tokens));
  }

  /** @param tokens Null to remove the cookie */
  function setCookie(request: RouteRequest, tokens: AdminTokens | null): string {
    const { path, isSecure } = parts.cookie;
    return cookieText({
      name: COOKIE,
      value: tokens?.refresh ?? '',
      path,
      maxAge: maxAgeOf(tokens),
      isSecure: isSecure ?? request.isSecure,
    });
  }

  return [
    {
      method: 'POST',
      path: '/admin/register-admin',
      caller: 'public',
      rateLimit,
      handler: register,
    },
    { method: 'POST', path: '/admin/login', caller: 'public', rateLimit, handler: login },
    { method: 'POST', path: '/admin/access-token', caller: 'public', handler: refresh },
    { method: 'POST', path: '/admin/logout', caller: 'admin', permission: null, handler: logout },
    { method: 'GET', path: '/admin/users/me', caller: 'admin', permission: null, handler: me },
  ];
}

/** Most of these responses contain a token. */
function data(content: object, ...cookies: readonly string[]): RouteResponse {
  return json({ data: content }, { headers: NO_STORE, cookies });
}

/** In seconds; null for a session cookie. */
function maxAgeOf(tokens: AdminTokens | null): number | null {
  if (tokens === null) return 0;
  const { expiresAt } = tokens;
  return expiresAt === null ? null : Math.max(0, Math.floor((expiresAt - Date.now()) / 1000));
}

function deviceOf({
  deviceId,
  rememberMe,
}: {
  readonly deviceId: string | undefined;
  readonly rememberMe: boolean | undefined;
}): { readonly deviceId?: string; readonly rememberMe?: boolean } {
  return {
    ...(deviceId === undefined ? {} : { deviceId }),
    ...(rememberMe === undefined ? {} : { rememberMe }),
  };
}

/** Key by IP address, route and email address; its length is bounded. */
function rateLimitKey({ body, ip, routePath }: RouteRequest): string {
  const email: unknown = isJsonObject(body) ? body['email'] : undefined;
  const who = typeof email === 'string' ? email.toLowerCase() : '';
  return `${createHash('sha256').update(who).digest('base64')} ${routePath} ${ip}`;
}
