// In charge of letting administrators in: who it is, and whether they may do what they ask for (spec/auth.md section 4).
import type { FastifyRequest } from 'fastify';
import type { AdminAuthenticator, AdminPrincipal } from '../../auth/admin/admin-authenticator.ts';
import { AppError } from '../../base/errors.ts';

/**
 * Lets an administrator in. @param action Null: for all who have signed in
 * @throws UnauthorizedError, PolicyError
 */
export async function admitAdmin(
  authenticator: AdminAuthenticator,
  { headers }: FastifyRequest,
  action: string | null,
): Promise<AdminPrincipal> {
  const principal = await authenticator.authenticate(headers.authorization);
  if (action === null || principal.may(action)) return principal;
  throw new AppError('PolicyError', 'Policy Failed');
}
