// In charge of letting a caller in: who it is, whether the route is for it, and what it sees behind relations
// (spec/auth.md sections 1 to 3).
import type { FastifyRequest } from 'fastify';
import type { Authenticator } from '../auth/authenticate.ts';
import { isAllowed, readAccessOf } from '../auth/principal.ts';
import { AppError } from '../base/errors.ts';
import { fullAccess, type ReadAccess } from '../query/access.ts';

/**
 * Lets a caller in who has all of the actions `permissions`. A route that is open (`null`) asks nobody who they
 * are: the header is not looked at, and no relation is closed, as with `auth: false` in Strapi.
 * @throws UnauthorizedError, ForbiddenError
 */
export async function admit(
  authenticator: Authenticator,
  { headers }: FastifyRequest,
  permissions: readonly string[] | null,
): Promise<ReadAccess> {
  if (permissions === null) return fullAccess;
  const principal = await authenticator.authenticate(headers.authorization);
  if (permissions.every((action) => isAllowed(principal, action))) return readAccessOf(principal);
  throw new AppError('ForbiddenError', 'Forbidden');
}
