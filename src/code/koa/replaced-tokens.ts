// Authentication of users by a service `jwt` that project code has replaced, for example to read the token from a cookie.
import type Koa from 'koa';
import { toRowId, type UserClaims } from '../../auth/users/user-tokens.ts';
import { AppError } from '../../base/errors.ts';
import { coreMethodOf } from '../factories/core-methods.ts';
import { toRecord, type RawRecord } from '../../schema/raw.ts';
import type { Service, Strapi } from '../strapi/strapi.ts';
import type { Callable } from '../strapi/code-values.ts';

const JWT = 'plugin::users-permissions.jwt';

/** Functions of the service that authenticate users. */
const FUNCTIONS = ['getToken', 'verify'];

/** True if project code has replaced the functions that authenticate users. It can do so at any time. */
export function replacesTokens(strapi: Strapi): boolean {
  const service = strapi.service(JWT) ?? {};
  return FUNCTIONS.some((name) => {
    const method = service[name];
    return typeof method === 'function' && coreMethodOf(method)?.uid !== JWT;
  });
}

/**
 * Claims of the token in a request: null without a token, undefined for an invalid one. Tokens of refresh mode contain
 * their session, so that a revoked one is rejected. @throws AppError if the id is not one of a user, and during outages
 */
export async function claimsOfToken(
  ctx: Koa.Context,
  strapi: Strapi,
): Promise<UserClaims | null | undefined> {
  const service: Service = strapi.service(JWT) ?? {};
  let token: unknown;
  try {
    token = await Reflect.apply(service['getToken'] as Callable, service, [ctx]);
  } catch (error) {
    if (error instanceof AppError && error.name === 'ServiceUnavailableError') throw error;
    return undefined;
  }
  return token ? claimsOf(toRecord(token)) : null;
}

function claimsOf({ id, sessionId }: RawRecord): UserClaims | undefined {
  if (id === undefined) return undefined;
  const userId = toRowId(id);
  if (userId === null) throw new AppError('UnauthorizedError', 'Invalid credentials');
  return { userId, sessionId: typeof sessionId === 'string' ? sessionId : null };
}
