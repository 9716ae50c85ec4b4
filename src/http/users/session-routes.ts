// In charge of the routes of sessions: carried on, listed, ended (spec/auth.md section 5, "Sessions"). Where tokens name
// no sessions, nothing is there.
import type { UserPrincipal } from '../../auth/principal.ts';
import type { UserSessions } from '../../auth/users/user-sessions.ts';
import { AppError } from '../../base/errors.ts';
import { isJsonObject } from '../../base/json.ts';
import type { Route } from '../bind-routes.ts';
import { notFound, sendJson } from '../respond.ts';
import {
  accountRoutes,
  type AccountRoute,
  type AccountRouteParts,
  type Exchange,
} from './account-route.ts';
import { deviceIdOf } from './device.ts';
import { forgetRefresh, keepRefresh, keptRefresh, wantsCookie } from './refresh-cookie.ts';

export interface SessionHandlers extends AccountRouteParts {
  /** Null: tokens name no sessions. */
  readonly sessions: UserSessions | null;
}

/** What answers under `/auth` of a prefix such as `/api`. */
export function sessionRoutes(parts: SessionHandlers): readonly Route[] {
  const { sessions } = parts;
  const served = (
    route: Omit<AccountRoute, 'limited' | 'answer'>,
    answer: (sessions: UserSessions, exchange: Exchange) => ReturnType<AccountRoute['answer']>,
  ): AccountRoute => ({
    ...route,
    limited: 'no',
    answer: async (exchange) => {
      if (sessions === null) throw notFound();
      return answer(sessions, exchange);
    },
  });
  return accountRoutes(parts, [
    served({ method: 'POST', path: '/refresh', action: 'refresh' }, (sessions, exchange) =>
      refresh(parts, sessions, exchange),
    ),
    served({ method: 'POST', path: '/logout', action: 'logout' }, (sessions, exchange) =>
      logOut(parts, sessions, exchange),
    ),
    served({ method: 'GET', path: '/sessions', action: 'getSessions' }, list),
    served({ method: 'DELETE', path: '/sessions/:sessionId', action: 'revokeSession' }, end),
  ]);
}

async function refresh(
  { cookie }: SessionHandlers,
  sessions: UserSessions,
  { request, reply }: Exchange,
): ReturnType<AccountRoute['answer']> {
  const given = keptRefresh(cookie, request) ?? sentRefresh(request.body);
  if (given === null) throw new AppError('BadRequestError', 'Missing refresh token');
  const { jwt, refreshToken } = await sessions.refresh(given);
  const isKept = refreshToken !== null && wantsCookie(cookie, request);
  if (isKept) keepRefresh(cookie, reply, refreshToken);
  return sendJson(reply, JSON.stringify(isKept ? { jwt } : { jwt, refreshToken }));
}

async function logOut(
  { cookie }: SessionHandlers,
  sessions: UserSessions,
  { request, reply, admission }: Exchange,
): ReturnType<AccountRoute['answer']> {
  const { user, sessionId } = signedIn(admission.principal);
  const { body } = request;
  await sessions.logOut(
    { id: user.id, sessionId },
    {
      all: isJsonObject(body) && body['scope'] === 'all',
      deviceId: deviceIdOf(body),
      refreshToken: keptRefresh(cookie, request) ?? sentRefresh(body),
    },
  );
  if (wantsCookie(cookie, request)) forgetRefresh(cookie, reply);
  return sendJson(reply, '{"ok":true}');
}

async function list(
  sessions: UserSessions,
  { reply, admission }: Exchange,
): ReturnType<AccountRoute['answer']> {
  const { user, sessionId } = signedIn(admission.principal);
  const data = await sessions.list({ id: user.id, sessionId });
  return sendJson(reply, JSON.stringify({ data }));
}

async function end(
  sessions: UserSessions,
  { request, reply, admission }: Exchange,
): ReturnType<AccountRoute['answer']> {
  const { user, sessionId: own } = signedIn(admission.principal);
  const { sessionId } = request.params as { readonly sessionId: string };
  if (!(await sessions.end({ id: user.id, sessionId: own }, sessionId))) {
    throw new AppError('NotFoundError', 'Session not found');
  }
  return sendJson(reply, '{"data":{}}');
}

/** @throws UnauthorizedError for a caller who is no user */
function signedIn(principal: Exchange['admission']['principal']): UserPrincipal {
  if (principal?.kind === 'user') return principal;
  throw new AppError('UnauthorizedError', 'Missing authentication');
}

function sentRefresh(body: unknown): string | null {
  const sent = isJsonObject(body) ? body['refreshToken'] : undefined;
  return typeof sent === 'string' && sent !== '' ? sent : null;
}
