// In charge of whose requests about accounts are counted together: those of one address to one path; where a mail is
// sent, or an account made, those for one email address (spec/auth.md section 5, "Rate limit").
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Principal } from '../../auth/principal.ts';
import { isJsonObject } from '../../base/json.ts';

/** Longer keys are kept as their hash. */
const MAX_KEY_LENGTH = 200;

/** The key that a request is counted by. @param byEmail True: each email address of a body counts apart */
export function limitKey(
  { routeOptions, ip, body }: Pick<FastifyRequest, 'routeOptions' | 'ip' | 'body'>,
  principal: Principal | null,
  byEmail: boolean,
): string {
  const email = isJsonObject(body) ? body['email'] : undefined;
  const user = principal?.kind === 'user' ? String(principal.user.id) : '';
  const whose = byEmail && typeof email === 'string' ? email.toLowerCase() : '';
  const key = JSON.stringify([routeOptions.url, ip, user, whose]);
  return key.length > MAX_KEY_LENGTH ? createHash('sha256').update(key).digest('hex') : key;
}
