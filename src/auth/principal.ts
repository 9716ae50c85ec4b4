// Callers and their permissions (docs/strapi/access.md, "Permissions" and "API tokens").
import { forbidden } from '../base/errors.ts';
import type { Caller } from '../documents/content-events.ts';
import { fullAccess, type ReadAccess } from '../query/access.ts';
import type { SignedInUser } from './users/signed-in-user.ts';

/** The caller of a request with the actions of its role or token. */
export type Principal = PublicPrincipal | UserPrincipal | TokenPrincipal;

interface AnyPrincipal {
  readonly actions: ReadonlySet<string>;
  /**
   * Until this time, in milliseconds since 1970, the same credentials belong to the same caller if the database does
   * not change.
   */
  readonly until: number;
}

interface PublicPrincipal extends AnyPrincipal {
  readonly kind: 'public';
}

interface TokenPrincipal extends AnyPrincipal {
  readonly kind: 'token';
  /** Row id of the token. */
  readonly id: number;
  readonly type: TokenType;
}

/** A signed-in end user. */
export interface UserPrincipal extends AnyPrincipal {
  readonly kind: 'user';
  readonly user: SignedInUser;
  /** Null if tokens contain no session. */
  readonly sessionId: string | null;
}

/** The caller in the events of a write. @param principal Null if the route does not authenticate */
export function callerOf(principal: Principal | null): Caller {
  switch (principal?.kind) {
    case 'user':
      return { kind: 'user', id: principal.user.id };
    case 'token':
      return { kind: 'token', id: principal.id };
    default:
      return { kind: 'public' };
  }
}

/** A `custom` token may perform the actions granted to it. */
export type TokenType = 'full-access' | 'read-only' | 'custom';

/** Authorizes a caller of the content API for all of the actions. @throws ForbiddenError */
export function assertAllowed(principal: Principal, actions: readonly string[]): void {
  if (!isAllowed(principal, actions)) throw forbidden();
}

/** Returns true if the caller may perform all of the actions, such as `api::article.article.find`. */
export function isAllowed(principal: Principal, actions: readonly string[]): boolean {
  return actions.every((action) => isGranted(principal, action));
}

function isGranted(principal: Principal, action: string): boolean {
  if (principal.kind === 'token' && principal.type === 'full-access') return true;
  if (principal.kind === 'token' && principal.type === 'read-only') {
    return /\.(?:find|findOne)$/.test(action);
  }
  return principal.actions.has(action);
}

const accessOfActions = new WeakMap<ReadonlySet<string>, ReadAccess>();

/** Types that the caller may read through relations: those whose `find` is granted. */
export function readAccessOf(principal: Principal): ReadAccess {
  if (principal.kind === 'token' && principal.type !== 'custom') return fullAccess;
  const { actions } = principal;
  const cached = accessOfActions.get(actions);
  if (cached) return cached;
  const found = [...actions].filter((action) => action.endsWith('.find')).sort();
  const access: ReadAccess = {
    key: found.join(' '),
    mayFind: (uid) => actions.has(`${uid}.find`),
  };
  accessOfActions.set(actions, access);
  return access;
}

const audienceOfActions = new WeakMap<ReadonlySet<string>, string>();

/** Identifies the permissions of a caller: callers with the same audience get the same responses. */
export function audienceOf(principal: Principal): string {
  if (principal.kind === 'token' && principal.type !== 'custom') return principal.type;
  const { actions } = principal;
  const cached = audienceOfActions.get(actions);
  if (cached !== undefined) return cached;
  const audience = `may ${[...actions].sort().join(' ')}`;
  audienceOfActions.set(actions, audience);
  return audience;
}
