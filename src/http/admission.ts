// In charge of letting a caller in: who it is, and whether the route is for it (spec/auth.md sections 1 to 3).
import type { FastifyRequest } from 'fastify';
import type { Authenticator } from '../auth/authenticate.ts';
import { isAllowed, type Principal } from '../auth/principal.ts';
import { AppError } from '../base/errors.ts';

/** Finds the caller. `permissions`: actions that it needs, all of them; null: none, the route is open. */
export async function admit(
  authenticator: Authenticator,
  { headers }: FastifyRequest,
  permissions: readonly string[] | null,
): Promise<Principal> {
  const principal = await authenticator.authenticate(headers.authorization);
  if (permissions?.every((action) => isAllowed(principal, action)) ?? true) return principal;
  throw new AppError('ForbiddenError', 'Forbidden');
}
