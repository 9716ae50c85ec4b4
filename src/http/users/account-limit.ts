// Rate limit keys: account requests are counted by IP address and path, and by email address where an email is sent
// or an account created.
import { createHash } from 'node:crypto';
import type { Principal } from '../../auth/principal.ts';
import { isJsonObject } from '../../base/json.ts';
import type { RouteRequest } from '../routing/route-request.ts';

/** Longer keys are stored as a hash. */
const MAX_KEY_LENGTH = 200;

/** Returns the key of a request. @param byEmail If true, each email address is counted separately */
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
