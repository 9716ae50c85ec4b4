// Authorization: who sent a request, and whether they may call the route.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { AdminAuthenticator, AdminPrincipal } from '../../auth/admin/admin-authenticator.ts';
import { type Authenticator, bearerToken } from '../../auth/authenticate.ts';
import { assertAllowed, isAllowed, readAccessOf, type Principal } from '../../auth/principal.ts';
import { AppError, forbidden, policyFailed } from '../../base/errors.ts';
import { fullAccess, type ReadAccess } from '../../query/access.ts';
import type { ReadOptions } from '../../storage/database.ts';
import type { PathParams } from './route-request.ts';

/** An authorized caller of the content API. */
export interface ContentCaller {
  /** Null on public routes, which do not read credentials. */
  readonly principal: Principal | null;
  /** Access of the caller to relations. */
  readonly access: ReadAccess;
  /** True if the caller has the `readPermissions` of the route. */
  readonly mayRead: boolean;
}

/** The permissions to read what a route changes. Null if everyone may; undefined for other routes. */
export type ReadPermissions = readonly string[] | null | undefined;

/** Returns the caller of a route. */
export function contentCallerOf(
  { principal, access }: Pick<ContentCaller, 'principal' | 'access'>,
  readPermissions: ReadPermissions,
): ContentCaller {
  const mayRead =
    readPermissions === null ||
    (readPermissions !== undefined && principal !== null && isAllowed(principal, readPermissions));
  return { principal, access, mayRead };
}

/** Authenticates and authorizes callers of a route. */
export interface Authorization<Identity, Caller> {
  /** Identifies the sender. @param header Value of `Authorization` @param options Of reads @throws UnauthorizedError */
  readonly authenticate: (header: string | undefined, options: ReadOptions) => Promise<Identity>;
  /**
   * Returns the caller for the handler. @param params Decoded path parameters
   * @throws ForbiddenError, PolicyError if they may not call the route
   */
  readonly authorize: (identity: Identity, params: PathParams) => Caller;
}

/** Everyone may call; credentials are not read. */
export function openToEveryone({
  readPermissions,
}: ContentRouteAccess): Authorization<null, ContentCaller> {
  const everyone = contentCallerOf({ principal: null, access: fullAccess }, readPermissions);
  return { authenticate: () => Promise.resolve(null), authorize: () => everyone };
}

/** Who may call a route of the content API. */
interface ContentRouteAccess {
  readonly readPermissions?: ReadPermissions;
}

/** Callers of the content API with all of the permissions. */
export function openToPermissions(
  authenticator: Pick<Authenticator, 'authenticate'>,
  {
    permissions,
    readPermissions,
  }: ContentRouteAccess & { readonly permissions: readonly string[] },
): Authorization<Principal, ContentCaller> {
  return {
    authenticate: (header, options) => authenticator.authenticate(header, options),
    authorize: (principal) => {
      assertAllowed(principal, permissions);
      return contentCallerOf({ principal, access: readAccessOf(principal) }, readPermissions);
    },
  };
}

/** The required permission of an administrator: an action without conditions, or actions that the handler checks. */
export type AdminPermission = string | CheckedPermission | null;

/**
 * Actions of which all must be granted, or one. The handler checks the conditions of the grants, when it knows the
 * entry.
 */
export type CheckedPermission = {
  /** Name of the path parameter with the uid of the content-type; null for actions without a type. */
  readonly typeParam: string | null;
} & ({ readonly actions: readonly string[] } | { readonly anyOf: readonly string[] });

/** Administrators with a permission. @param permission Null for any administrator */
export function openToAdmins(
  authenticator: Pick<AdminAuthenticator, 'authenticate'>,
  permission: AdminPermission,
): Authorization<AdminPrincipal, AdminPrincipal> {
  return {
    authenticate: (header) => authenticator.authenticate(header),
    authorize: (admin, params) => {
      assertPermitted(admin, permission, params);
      return admin;
    },
  };
}

/** @throws PolicyError if no row grants an action, ForbiddenError if all rows have unchecked conditions */
function assertPermitted(
  { ability }: AdminPrincipal,
  permission: AdminPermission,
  params: PathParams,
): void {
  if (permission === null) return;
  if (typeof permission === 'string') {
    if (!ability.may(permission)) throw policyFailed();
    const isGranted = ability.grants(permission).some(({ conditions }) => conditions.length === 0);
    if (!isGranted) throw forbidden();
    return;
  }
  const { typeParam } = permission;
  const subject = typeParam === null ? null : (params[typeParam] ?? '');
  const mayDo = (action: string): boolean => ability.may(action, subject);
  const isOpen =
    'actions' in permission ? permission.actions.every(mayDo) : permission.anyOf.some(mayDo);
  if (!isOpen) throw policyFailed();
}

/** Callers with a configured token. @param token Null if none is required */
export function openToBearer(token: string | null): Authorization<null, null> {
  return {
    authenticate: async (header) => {
      if (token === null || isSame(bearerToken(header), token)) return null;
      throw new AppError('UnauthorizedError', 'Missing or invalid credentials');
    },
    authorize: () => null,
  };
}

/** Constant-time comparison. */
function isSame(credential: string | null, token: string): boolean {
  return credential !== null && timingSafeEqual(digest(credential), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
