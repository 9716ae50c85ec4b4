// Routes of the sessions of end users: refresh, list, sign out. They return 404 if tokens have no sessions.
import type { UserPrincipal } from '../../auth/principal.ts';
import type { UserSessions } from '../../auth/users/user-sessions.ts';
import { AppError, found } from '../../base/errors.ts';
import { isJsonObject } from '../../base/json.ts';
import { json, jsonText, type RouteResponse } from '../response/response.ts';
import type { Route } from '../routing/route.ts';
import {
  accountRoutes,
  forUsers,
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
    handler: (sessions: UserSessions, request: AccountRequest) => Promise<RouteResponse>,
  ): AccountRoute => ({
    method,
    path,
    action,
    rateLimit: null,
    handler: async (request) => handler(found(sessions), request),
  });
  return accountRoutes(dependencies, [
    route(['POST', '/refresh'], 'refresh', (all, request) => refresh(all, cookie, request)),
    route(['POST', '/logout'], 'logout', ofUser(logOut(cookie))),
    route(['GET', '/sessions'], 'getSessions', ofUser(list)),
    route(['DELETE', '/sessions/:sessionId'], 'revokeSession', ofUser(revoke)),
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

/** Handles a request of a user. */
type UserHandler = (
  sessions: UserSessions,
  request: AccountRequest,
  user: UserPrincipal,
) => Promise<RouteResponse>;

/** Rejects callers who are not users. */
function ofUser(
  handler: UserHandler,
): (sessions: UserSessions, request: AccountRequest) => Promise<RouteResponse> {
  return async (sessions, request) =>
    forUsers(missingAuthentication, (own, user) => handler(sessions, own, user))(request);
}

function missingAuthentication(): AppError {
  return new AppError('UnauthorizedError', 'Missing authentication');
}

function logOut(cookie: RefreshCookie): UserHandler {
  return async (sessions, request, { user, sessionId }) => {
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

const list: UserHandler = async (sessions, _request, { user, sessionId }) =>
  json({ data: await sessions.list({ id: user.id, sessionId }) });

const revoke: UserHandler = async (sessions, { params }, { user, sessionId: own }) => {
  const { sessionId = '' } = params;
  if (!(await sessions.end({ id: user.id, sessionId: own }, sessionId))) {
    throw new AppError('NotFoundError', 'Session not found');
  }
  return jsonText('{"data":{}}');
};

function sentToken(body: unknown): string | null {
  const sent = isJsonObject(body) ? body['refreshToken'] : undefined;
  return typeof sent === 'string' && sent !== '' ? sent : null;
}
