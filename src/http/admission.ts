// In charge of letting a caller in: who it is, whether the route is for it, and what it sees behind relations
// (spec/auth.md sections 1 to 3).
import type { FastifyRequest } from 'fastify';
import type { Authenticator } from '../auth/authenticate.ts';
import { isAllowed, readAccessOf, type Principal } from '../auth/principal.ts';
import { AppError } from '../base/errors.ts';
import { fullAccess, type ReadAccess } from '../query/access.ts';

/** A caller that was let in. */
export interface Admission {
  /** Null on a route that asks nobody who they are. */
  readonly principal: Principal | null;
  /** What they see behind relations. */
  readonly access: ReadAccess;
}

/**
 * Lets a caller in who has all of the actions `permissions`. A route that is open (`null`) asks nobody who they
 * are: the header is not looked at, and no relation is closed, as with `auth: false` in Strapi.
 * @throws UnauthorizedError, ForbiddenError
 */
export async function admit(
  authenticator: Authenticator,
  { headers, clock }: FastifyRequest,
  permissions: readonly string[] | null,
): Promise<Admission> {
  if (permissions === null) {
    await authenticator.anyone();
    clock?.end('auth');
    return { principal: null, access: fullAccess };
  }
  const principal = await authenticator.authenticate(headers.authorization);
  clock?.end('auth');
  if (permissions.every((action) => isAllowed(principal, action))) {
    return { principal, access: readAccessOf(principal) };
  }
  throw new AppError('ForbiddenError', 'Forbidden');
}
