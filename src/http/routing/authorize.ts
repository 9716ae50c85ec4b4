// Authorization: who sent a request, and whether they may call the route.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { AdminAuthenticator, AdminPrincipal } from '../../auth/admin/admin-authenticator.ts';
import type { Authenticator } from '../../auth/authenticate.ts';
import { bearerWord } from '../../auth/bearer.ts';
import { isAllowed, readAccessOf, type Principal } from '../../auth/principal.ts';
import { AppError } from '../../base/errors.ts';
import { fullAccess, type ReadAccess } from '../../query/access.ts';

/** An authorized caller of the content API. */
export interface ContentCaller {
  /** Null on public routes, which do not read credentials. */
  readonly principal: Principal | null;
  /** What the caller may read of relations. */
  readonly access: ReadAccess;
}

/** Who sent a request, and whether they may call a route. */
export interface Authorization<Identity, Caller> {
  /** Who sent it. @param header The value of `Authorization`. @throws UnauthorizedError */
  readonly authenticate: (header: string | undefined) => Promise<Identity>;
  /** The caller that a handler sees. @throws ForbiddenError, PolicyError if they may not call the route */
  readonly authorize: (identity: Identity) => Caller;
}

const EVERYONE: ContentCaller = { principal: null, access: fullAccess };

/** Everyone may call, and nobody's credentials are read. */
export const openToEveryone: Authorization<null, ContentCaller> = {
  authenticate: () => Promise.resolve(null),
  authorize: () => EVERYONE,
};

/** Callers of the content API who have all of the permissions. */
export function openToPermissions(
  authenticator: Pick<Authenticator, 'authenticate'>,
  permissions: readonly string[],
): Authorization<Principal, ContentCaller> {
  return {
    authenticate: (header) => authenticator.authenticate(header),
    authorize: (principal) => {
      const isOpen = permissions.every((permission) => isAllowed(principal, permission));
      if (!isOpen) throw new AppError('ForbiddenError', 'Forbidden');
      return { principal, access: readAccessOf(principal) };
    },
  };
}

/** Administrators with the permission. @param permission Null: all administrators */
export function openToAdmins(
  authenticator: Pick<AdminAuthenticator, 'authenticate'>,
  permission: string | null,
): Authorization<AdminPrincipal, AdminPrincipal> {
  return {
    authenticate: (header) => authenticator.authenticate(header),
    authorize: (admin) => {
      if (permission === null || admin.may(permission)) return admin;
      throw new AppError('PolicyError', 'Policy Failed');
    },
  };
}

/** Those who know a token of the configuration. @param token Null: none is required */
export function openToBearer(token: string | null): Authorization<null, null> {
  return {
    authenticate: async (header) => {
      if (token === null || isSame(bearerWord(header), token)) return null;
      throw new AppError('UnauthorizedError', 'Missing or invalid credentials');
    },
    authorize: () => null,
  };
}

/** Compares in a time that reveals nothing about the token. */
function isSame(credential: string | null, token: string): boolean {
  return credential !== null && timingSafeEqual(digest(credential), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
