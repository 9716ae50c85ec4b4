// Keys of rate limits: requests about accounts are counted by address and path, and where an email is sent or an account
// made, by email address too.
import { createHash } from 'node:crypto';
import type { Principal } from '../../auth/principal.ts';
import { isJsonObject } from '../../base/json.ts';
import type { RouteRequest } from '../routing/route-request.ts';

/** Longer keys are kept as their hash. */
const MAX_KEY_LENGTH = 200;

/** The key that a request is counted by. @param byEmail True: each email address of a body counts apart */
export function limitKey(
  { routePath, ip, body }: Pick<RouteRequest, 'routePath' | 'ip' | 'body'>,
  principal: Principal | null,
  byEmail: boolean,
): string {
  const email = isJsonObject(body) ? body['email'] : undefined;
  const user = principal?.kind === 'user' ? String(principal.user.id) : '';
  const owner = byEmail && typeof email === 'string' ? email.toLowerCase() : '';
  const key = JSON.stringify([routePath, ip, user, owner]);
  return key.length > MAX_KEY_LENGTH ? createHash('sha256').update(key).digest('hex') : key;
}
