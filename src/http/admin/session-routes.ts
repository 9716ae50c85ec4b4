// In charge of how administrators come and go: the first one registers, all sign in, carry on with a cookie, and sign
// out (spec/auth.md section 4, "Admin sign-in").
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AdminAccounts, SignedInAdmin } from '../../auth/admin/admin-accounts.ts';
import type { AdminAuthenticator } from '../../auth/admin/admin-authenticator.ts';
import type { AdminSessions, AdminTokens } from '../../auth/admin/admin-sessions.ts';
import { showAdmin } from '../../auth/admin/show-admin.ts';
import { AppError } from '../../base/errors.ts';
import { isJsonObject } from '../../base/json.ts';
import type { Route } from '../bind-routes.ts';
import { cookieOf, cookieText } from '../cookies.ts';
import type { RateLimit } from '../rate-limit.ts';
import { sendJson } from '../respond.ts';
import { admitAdmin } from './admit-admin.ts';

/** The cookie that carries a session on. */
export interface AdminCookie {
  readonly path: string;
  /** Null: wherever the request came over TLS. */
  readonly isSecure: boolean | null;
}

export interface AdminSessionRouteParts {
  readonly accounts: AdminAccounts;
  readonly sessions: AdminSessions;
  readonly authenticator: AdminAuthenticator;
  readonly rateLimit: RateLimit;
  readonly cookie: AdminCookie;
}

const COOKIE = 'strapi_admin_refresh';

/** What answers under `/admin`. */
export function adminSessionRoutes(parts: AdminSessionRouteParts): readonly Route[] {
  const { accounts, sessions, authenticator, rateLimit } = parts;

  const register: Route['handler'] = async (request, reply) => {
    await rateLimit.count(reply, keyOf(request));
    const { checkRegistration } = await import('../../auth/admin/admin-form.ts');
    const { deviceId, rememberMe, ...wish } = await checkRegistration(request.body);
    const signedIn = await accounts.registerFirst(wish, deviceOf({ deviceId, rememberMe }));
    return answer({ request, reply }, signedIn, { roles: true });
  };

  const login: Route['handler'] = async (request, reply) => {
    await rateLimit.count(reply, keyOf(request));
    const { checkSignIn } = await import('../../auth/admin/admin-form.ts');
    const { deviceId, rememberMe, ...credentials } = await checkSignIn(request.body);
    const signedIn = await accounts.signIn(credentials, deviceOf({ deviceId, rememberMe }));
    return answer({ request, reply }, signedIn, { roles: false });
  };

  const carryOn: Route['handler'] = async (request, reply) => {
    const word = cookieOf(request, COOKIE);
    if (word === null) throw new AppError('UnauthorizedError', 'Missing refresh token');
    const tokens = await sessions.carryOn(word);
    if (tokens === null) throw new AppError('UnauthorizedError', 'Invalid refresh token');
    setCookie({ request, reply }, tokens);
    return sendData(reply, { token: tokens.access });
  };

  const logout: Route['handler'] = async (request, reply) => {
    const { admin, sessionId } = await admitAdmin(authenticator, request, null);
    const { body } = request;
    const isOneDevice =
      isJsonObject(body) && typeof body['deviceId'] === 'string' && body['deviceId'] !== '';
    await sessions.end(admin.id, isOneDevice ? sessionId : null);
    setCookie({ request, reply }, null);
    return sendData(reply, {});
  };

  const me: Route['handler'] = async (request, reply) => {
    const { admin } = await admitAdmin(authenticator, request, null);
    return sendData(reply, showAdmin(admin, { roles: true }));
  };

  function answer(
    exchange: Exchange,
    { admin, tokens }: SignedInAdmin,
    shown: { readonly roles: boolean },
  ): FastifyReply {
    setCookie(exchange, tokens);
    const { access } = tokens;
    const user = showAdmin(admin, shown);
    return sendData(exchange.reply, { token: access, accessToken: access, user });
  }

  /** @param tokens Null: the cookie is removed */
  function setCookie({ request, reply }: Exchange, tokens: AdminTokens | null): void {
    const { path, isSecure } = parts.cookie;
    const text = cookieText({
      name: COOKIE,
      value: tokens?.refresh ?? '',
      path,
      maxAge: maxAgeOf(tokens),
      isSecure: isSecure ?? request.protocol === 'https',
    });
    reply.header('set-cookie', text);
  }

  return [
    { method: 'POST', path: '/admin/register-admin', handler: register },
    { method: 'POST', path: '/admin/login', handler: login },
    { method: 'POST', path: '/admin/access-token', handler: carryOn },
    { method: 'POST', path: '/admin/logout', handler: logout },
    { method: 'GET', path: '/admin/users/me', handler: me },
  ];
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

function sendData(reply: FastifyReply, data: object): FastifyReply {
  // Most of these answers carry a token.
  return sendJson(reply.header('cache-control', 'no-store'), JSON.stringify({ data }));
}

/** In seconds; null: with the browser's session. */
function maxAgeOf(tokens: AdminTokens | null): number | null {
  if (tokens === null) return 0;
  const { keptUntil } = tokens;
  return keptUntil === null ? null : Math.max(0, Math.floor((keptUntil - Date.now()) / 1000));
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

/** Whoever tries, at what, for whom. Addresses of any length are told apart in as much room. */
function keyOf({ body, ip, routeOptions }: FastifyRequest): string {
  const email: unknown = isJsonObject(body) ? body['email'] : undefined;
  const who = typeof email === 'string' ? email.toLowerCase() : '';
  return `${createHash('sha256').update(who).digest('base64')} ${routeOptions.url} ${ip}`;
}
