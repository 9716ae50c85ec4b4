// Routes of the sessions of end users: refresh, list, sign out. They return 404 if tokens have no sessions.
import type { UserSessions } from '../../auth/users/user-sessions.ts';
import { AppError, assertFound } from '../../base/errors.ts';
import { isJsonObject } from '../../base/json.ts';
import { json, jsonText, type RouteResponse } from '../response/response.ts';
import type { Route } from '../routing/route.ts';
import {
  accountRoutes,
  userOf,
  usersOnly,
  type AccountRequest,
  type AccountRoute,
  type AccountRouteDependencies,
} from './account-route.ts';
import { deviceIdOf } from './device.ts';
import {
  refreshCookieText,
  refreshTokenIn,
  removedCookieText,
  wantsCookie,
  type RefreshCookie,
} from './refresh-cookie.ts';

interface SessionRouteDependencies extends AccountRouteDependencies {
  /** Null if tokens have no sessions. */
  readonly sessions: UserSessions | null;
}

/** The routes under `/auth` of a prefix such as `/api`. */
export function sessionRoutes(dependencies: SessionRouteDependencies): readonly Route[] {
  const { sessions, cookie } = dependencies;
  const route = (
    [method, path]: readonly [AccountRoute['method'], string],
    action: string,
    handler: SessionHandler,
  ): AccountRoute => ({
    method,
    path,
    action,
    rateLimit: null,
    handler: async (request) => handler(assertFound(sessions), request),
  });
  // Without sessions, the response is 404 for all callers.
  const policies = sessions === null ? [] : [usersOnly(missingAuthentication)];
  return accountRoutes(dependencies, [
    route(['POST', '/refresh'], 'refresh', (all, request) => refresh(all, cookie, request)),
    { ...route(['POST', '/logout'], 'logout', logOut(cookie)), policies },
    { ...route(['GET', '/sessions'], 'getSessions', list), policies },
    { ...route(['DELETE', '/sessions/:sessionId'], 'revokeSession', revoke), policies },
  ]);
}

async function refresh(
  sessions: UserSessions,
  cookie: RefreshCookie,
  request: AccountRequest,
): Promise<RouteResponse> {
  const token = refreshTokenIn(cookie, request) ?? sentToken(request.body);
  if (token === null) throw new AppError('BadRequestError', 'Missing refresh token');
  const { jwt, refreshToken } = await sessions.refresh(token);
  const isCookie = refreshToken !== null && wantsCookie(cookie, request);
  if (!isCookie) return json({ jwt, refreshToken });
  return json({ jwt }, { cookies: [refreshCookieText(cookie, refreshToken)] });
}

type SessionHandler = (sessions: UserSessions, request: AccountRequest) => Promise<RouteResponse>;

function missingAuthentication(): AppError {
  return new AppError('UnauthorizedError', 'Missing authentication');
}

function logOut(cookie: RefreshCookie): SessionHandler {
  return async (sessions, request) => {
    const { user, sessionId } = userOf(request);
    const { body } = request;
    await sessions.logOut(
      { id: user.id, sessionId },
      {
        all: isJsonObject(body) && body['scope'] === 'all',
        deviceId: deviceIdOf(body),
        refreshToken: refreshTokenIn(cookie, request) ?? sentToken(body),
      },
    );
    const cookies = wantsCookie(cookie, request) ? [removedCookieText(cookie)] : [];
    return jsonText('{"ok":true}', { cookies });
  };
}

const list: SessionHandler = async (sessions, request) => {
  const { user, sessionId } = userOf(request);
  return json({ data: await sessions.list({ id: user.id, sessionId }) });
};

const revoke: SessionHandler = async (sessions, request) => {
  const { user, sessionId: own } = userOf(request);
  const { sessionId = '' } = request.params;
  if (!(await sessions.end({ id: user.id, sessionId: own }, sessionId))) {
    throw new AppError('NotFoundError', 'Session not found');
  }
  return jsonText('{"data":{}}');
};

function sentToken(body: unknown): string | null {
  const sent = isJsonObject(body) ? body['refreshToken'] : undefined;
  return typeof sent === 'string' && sent !== '' ? sent : null;
}
