// In charge of the words for who asks, and what that lets them do (docs/strapi/access.md, "Permissions" and
// "API tokens").
import type { Caller } from '../documents/content-events.ts';
import { fullAccess, type ReadAccess } from '../query/access.ts';
import type { SignedInUser } from './users/signed-in-user.ts';

/** The caller of a request, with the actions that its role or token has. */
export type Principal = PublicPrincipal | UserPrincipal | TokenPrincipal;

interface AnyPrincipal {
  readonly actions: ReadonlySet<string>;
  /** While nothing changes in the database, the same word means the same caller before this time: milliseconds since 1970. */
  readonly until: number;
}

interface PublicPrincipal extends AnyPrincipal {
  readonly kind: 'public';
}

interface TokenPrincipal extends AnyPrincipal {
  readonly kind: 'token';
  /** Of the token's row. */
  readonly id: number;
  readonly type: TokenType;
}

/** A signed-in end user. */
export interface UserPrincipal extends AnyPrincipal {
  readonly kind: 'user';
  readonly user: SignedInUser;
  /** Null where tokens name no session. */
  readonly sessionId: string | null;
}

/** Who a caller is, for those who follow what is written. @param principal Null: a route asks nobody who they are */
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

/** `custom` may do what its list of actions says. */
export type TokenType = 'full-access' | 'read-only' | 'custom';

/** True where the caller may do an action such as `api::article.article.find`. */
export function isAllowed(principal: Principal, action: string): boolean {
  if (principal.kind === 'token' && principal.type === 'full-access') return true;
  if (principal.kind === 'token' && principal.type === 'read-only') {
    return /\.(?:find|findOne)$/.test(action);
  }
  return principal.actions.has(action);
}

const accessOfActions = new WeakMap<ReadonlySet<string>, ReadAccess>();

/** What the caller sees behind relations: types whose `find` it has. */
export function readAccessOf(principal: Principal): ReadAccess {
  if (principal.kind === 'token' && principal.type !== 'custom') return fullAccess;
  const { actions } = principal;
  const kept = accessOfActions.get(actions);
  if (kept) return kept;
  const found = [...actions].filter((action) => action.endsWith('.find')).sort();
  const access: ReadAccess = {
    key: found.join(' '),
    mayFind: (uid) => actions.has(`${uid}.find`),
  };
  accessOfActions.set(actions, access);
  return access;
}

const audienceOfActions = new WeakMap<ReadonlySet<string>, string>();

/** Names what a caller may do: callers of one name are let in alike, and see the same. */
export function audienceOf(principal: Principal): string {
  if (principal.kind === 'token' && principal.type !== 'custom') return principal.type;
  const { actions } = principal;
  const kept = audienceOfActions.get(actions);
  if (kept !== undefined) return kept;
  const audience = `may ${[...actions].sort().join(' ')}`;
  audienceOfActions.set(actions, audience);
  return audience;
}
