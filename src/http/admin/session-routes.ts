// Routes for the sessions of administrators: register the first one, sign in, refresh with a cookie, and sign out.
import type { AdminAccounts } from '../../auth/admin/admin-accounts.ts';
import type { AdminPrincipal } from '../../auth/admin/admin-authenticator.ts';
import type { AdminDevice, AdminSessions } from '../../auth/admin/admin-sessions.ts';
import { AppError } from '../../base/errors.ts';
import { isJsonObject } from '../../base/json.ts';
import type { QueryObject } from '../../query/params.ts';
import { textOf } from '../../query/parse/values.ts';
import type { TextQuery } from '../../query/read.ts';
import { cookieOf } from '../response/cookies.ts';
import type { ClientShare } from '../routing/client-share.ts';
import { json, NO_STORE } from '../response/response.ts';
import type { RateLimit } from '../routing/rate-limit.ts';
import type { AdminRoute, PublicRoute, Route } from '../routing/route.ts';
import type { RouteRequest } from '../routing/route-request.ts';
import { deviceNameOf } from '../users/device.ts';
import { REFRESH_COOKIE, type SignInResponses } from './sign-in-response.ts';

interface AdminSessionRouteDependencies {
  readonly accounts: AdminAccounts;
  readonly sessions: AdminSessions;
  readonly rateLimit: RateLimit;
  readonly share: ClientShare;
  readonly responses: SignInResponses;
  readonly parse: (query: TextQuery) => QueryObject;
}

/** The routes under `/admin`. */
export function adminSessionRoutes(dependencies: AdminSessionRouteDependencies): readonly Route[] {
  const { accounts, sessions, responses, share } = dependencies;
  const rateLimit = { limit: dependencies.rateLimit, key: rateLimitKey };

  const register: PublicRoute['handler'] = async (request) => {
    const { checkRegistration } = await import('../../auth/admin/sign-in-forms.ts');
    const { deviceId, rememberMe, ...input } = await checkRegistration(request.body);
    const device = deviceOf(request, { deviceId, rememberMe });
    const signedIn = await accounts.registerFirst(input, device);
    return responses.signedIn(request, signedIn, { roles: true });
  };

  const login: PublicRoute['handler'] = async (request) => {
    const { checkSignIn } = await import('../../auth/admin/sign-in-forms.ts');
    const { deviceId, rememberMe, ...credentials } = await checkSignIn(request.body);
    const device = deviceOf(request, { deviceId, rememberMe });
    const signedIn = await accounts.signIn(credentials, device);
    return responses.signedIn(request, signedIn, { roles: false });
  };

  const refresh: PublicRoute['handler'] = async (request) => {
    const token = cookieOf(request, REFRESH_COOKIE);
    if (token === null) throw new AppError('UnauthorizedError', 'Missing refresh token');
    const tokens = await sessions.refresh(token);
    if (tokens === null) throw new AppError('UnauthorizedError', 'Invalid refresh token');
    return responses.withCookie(request, tokens, { token: tokens.access });
  };

  const logout: AdminRoute['handler'] = async (request) => {
    const { body, caller } = request;
    const isOneDevice =
      isJsonObject(body) && typeof body['deviceId'] === 'string' && body['deviceId'] !== '';
    // An API token would sign its owner out.
    const hasSession = caller.sessionId !== null;
    if (hasSession) await sessions.end(caller.admin.id, isOneDevice ? caller.sessionId : null);
    return responses.withCookie(request, null, {});
  };

  return [
    {
      method: 'POST',
      path: '/admin/register-admin',
      caller: 'public',
      rateLimit,
      handler: share.limit(register),
    },
    {
      method: 'POST',
      path: '/admin/login',
      caller: 'public',
      rateLimit,
      handler: share.limit(login),
    },
    { method: 'POST', path: '/admin/access-token', caller: 'public', handler: refresh },
    { method: 'POST', path: '/admin/logout', caller: 'admin', permission: null, handler: logout },
    ...ownSessionRoutes(dependencies),
  ];
}

/** Routes for the sessions of the caller. */
function ownSessionRoutes({
  sessions,
  parse,
}: Pick<AdminSessionRouteDependencies, 'sessions' | 'parse'>): readonly AdminRoute[] {
  const route = (
    [method, path]: readonly [AdminRoute['method'], string],
    handler: AdminRoute['handler'],
  ): AdminRoute => ({
    method,
    path: `/admin/users/me/sessions${path}`,
    caller: 'admin',
    permission: null,
    policies: [onlySessions],
    handler,
  });
  return [
    route(['GET', ''], async ({ caller: { admin, sessionId } }) =>
      json({ data: await sessions.list(admin.id, sessionId) }, { headers: NO_STORE }),
    ),
    route(['DELETE', ''], async ({ query, caller: { admin, sessionId } }) => {
      const keepCurrent = textOf(parse(query)['keepCurrent']) ?? '';
      await sessions.endOthers(admin.id, ['true', '1'].includes(keepCurrent) ? sessionId : null);
      return json({ data: {} });
    }),
    route(['DELETE', '/:sessionId'], async ({ params: { sessionId = '' }, caller }) => {
      const isEnded = await sessions.endOne(caller.admin.id, sessionId);
      if (!isEnded) throw new AppError('NotFoundError', 'Session not found');
      return json({ data: {} });
    }),
  ];
}

/** Rejects API tokens, which would otherwise sign their owners out. */
function onlySessions({ caller: { sessionId } }: RouteRequest<AdminPrincipal>): AppError | null {
  if (sessionId !== null) return null;
  return new AppError('ForbiddenError', 'API tokens cannot list or end sessions');
}

function deviceOf(
  { headers }: RouteRequest,
  {
    deviceId,
    rememberMe,
  }: {
    readonly deviceId: string | undefined;
    readonly rememberMe: boolean | undefined;
  },
): Partial<AdminDevice> {
  return {
    name: deviceNameOf(headers),
    ...(deviceId === undefined ? {} : { deviceId }),
    ...(rememberMe === undefined ? {} : { rememberMe }),
  };
}

/** Key by route and email address. */
export function rateLimitKey({ body, routePath }: RouteRequest): string {
  const email: unknown = isJsonObject(body) ? body['email'] : undefined;
  const who = typeof email === 'string' ? email.toLowerCase() : '';
  return JSON.stringify([who, routePath]);
}
