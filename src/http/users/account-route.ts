// In charge of what the routes of accounts have in common: who is let in, how often, and how somebody who signed in is
// answered.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticator } from '../../auth/authenticate.ts';
import type { SignedIn } from '../../auth/users/account-parts.ts';
import { admit, type Admission } from '../admission.ts';
import type { Route } from '../bind-routes.ts';
import type { RateLimit } from '../rate-limit.ts';
import { assertServed, sendJson } from '../respond.ts';
import { limitKey } from './account-limit.ts';
import { keepRefresh, wantsCookie, type RefreshCookie } from './refresh-cookie.ts';

/** What the routes stand on. */
export interface AccountRouteParts {
  readonly authenticator: Authenticator;
  readonly limit: RateLimit;
  readonly cookie: RefreshCookie;
  readonly prefix: string;
  /** Why the routes answer 501 until they are released; null: they are served. */
  readonly blocked: string | null;
}

/** A request of somebody who was let in, and what it is answered with. */
export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly admission: Admission;
}

export interface AccountRoute extends Pick<Route, 'method' | 'path'> {
  /** Action that the caller must have, such as `register`. */
  readonly action: string;
  /** How often it may be asked for: not limited, all together, or each email address apart. */
  readonly limited: 'no' | 'together' | 'by email';
  readonly answer: (exchange: Exchange) => Promise<FastifyReply>;
}

/** The routes as they are bound. */
export function accountRoutes(
  parts: AccountRouteParts,
  routes: readonly AccountRoute[],
): readonly Route[] {
  const { authenticator, limit, prefix, blocked } = parts;
  return routes.map(({ method, path, action, limited, answer }) => ({
    method,
    path: `${prefix}/auth${path}`,
    handler: async (request, reply) => {
      const permission = `plugin::users-permissions.auth.${action}`;
      const admission = await admit(authenticator, request, [permission]);
      assertServed(blocked);
      if (limited !== 'no') {
        const key = limitKey(request, admission.principal, limited === 'by email');
        await limit.count(reply, key);
      }
      reply.header('cache-control', 'no-store');
      return answer({ request, reply, admission });
    },
  }));
}

/**
 * Answers somebody who signed in.
 * @param isLogin Only there the cookie stands instead of the refresh token; elsewhere it comes beside it
 */
export function sendSignedIn(
  { cookie }: Pick<AccountRouteParts, 'cookie'>,
  { request, reply }: Pick<Exchange, 'request' | 'reply'>,
  {
    signedIn: { tokens, user },
    isLogin,
  }: { readonly signedIn: SignedIn; readonly isLogin: boolean },
): FastifyReply {
  if (tokens === null) return sendJson(reply, `{"user":${user}}`);
  const { jwt, refreshToken } = tokens;
  const isKept = refreshToken !== null && wantsCookie(cookie, request);
  if (isKept) keepRefresh(cookie, reply, refreshToken);
  const isShown = refreshToken !== null && !(isKept && isLogin);
  const shown = isShown ? `"refreshToken":${JSON.stringify(refreshToken)},` : '';
  return sendJson(reply, `{"jwt":${JSON.stringify(jwt)},${shown}"user":${user}}`);
}
