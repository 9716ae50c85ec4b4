// In charge of the words for who asks, and what that lets them do (spec/auth.md sections 3 and 4).
import { fullAccess, type ReadAccess } from '../query/access.ts';
import type { SignedInUser } from './users/signed-in-user.ts';

/** The caller of a request, with the actions that its role or token has. */
export type Principal =
  | { readonly kind: 'public'; readonly actions: ReadonlySet<string> }
  | UserPrincipal
  | { readonly kind: 'token'; readonly type: TokenType; readonly actions: ReadonlySet<string> };

/** A signed-in end user. */
export interface UserPrincipal {
  readonly kind: 'user';
  readonly user: SignedInUser;
  /** Null where tokens name no session. */
  readonly sessionId: string | null;
  readonly actions: ReadonlySet<string>;
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
