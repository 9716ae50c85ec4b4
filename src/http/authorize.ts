// Authorization: who sent a request, and whether they may call the route.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { AdminAuthenticator, AdminPrincipal } from '../auth/admin/admin-authenticator.ts';
import type { Authenticator } from '../auth/authenticate.ts';
import { bearerWord } from '../auth/bearer.ts';
import { isAllowed, readAccessOf, type Principal } from '../auth/principal.ts';
import { AppError } from '../base/errors.ts';
import { fullAccess, type ReadAccess } from '../query/access.ts';

/** An authorized caller of the content API. */
export interface ContentCaller {
  /** Null on public routes, which do not read credentials. */
  readonly principal: Principal | null;
  /** What the caller may read of relations. */
  readonly access: ReadAccess;
}

/** Who sent a request, and whether they may call a route. */
export interface Authorization<Caller> {
  /** @param header The value of `Authorization`. @throws UnauthorizedError */
  readonly authenticate: (header: string | undefined) => Promise<Caller>;
  /** @throws ForbiddenError, PolicyError */
  readonly authorize: (caller: Caller) => void;
}

const EVERYONE: ContentCaller = { principal: null, access: fullAccess };

/** Everyone may call, and nobody's credentials are read. */
export const openToEveryone: Authorization<ContentCaller> = {
  authenticate: async () => EVERYONE,
  authorize: () => undefined,
};

/** Callers of the content API who have all of the permissions. */
export function openToPermissions(
  authenticator: Pick<Authenticator, 'authenticate'>,
  permissions: readonly string[],
): Authorization<ContentCaller> {
  return {
    authenticate: async (header) => {
      const principal = await authenticator.authenticate(header);
      return { principal, access: readAccessOf(principal) };
    },
    authorize: ({ principal }) => {
      const has = (permission: string): boolean =>
        principal !== null && isAllowed(principal, permission);
      if (!permissions.every(has)) throw new AppError('ForbiddenError', 'Forbidden');
    },
  };
}

/** Administrators with the permission. @param permission Null: all administrators */
export function openToAdmins(
  authenticator: Pick<AdminAuthenticator, 'authenticate'>,
  permission: string | null,
): Authorization<AdminPrincipal> {
  return {
    authenticate: (header) => authenticator.authenticate(header),
    authorize: ({ may }) => {
      if (permission !== null && !may(permission)) {
        throw new AppError('PolicyError', 'Policy Failed');
      }
    },
  };
}

/** Those who know a token of the configuration. @param token Null: none is required */
export function openToBearer(token: string | null): Authorization<null> {
  return {
    authenticate: async (header) => {
      if (token === null || isSame(bearerWord(header), token)) return null;
      throw new AppError('UnauthorizedError', 'Missing or invalid credentials');
    },
    authorize: () => undefined,
  };
}

/** Compares in a time that reveals nothing about the token. */
function isSame(credential: string | null, token: string): boolean {
  return credential !== null && timingSafeEqual(digest(credential), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
