// What the plugin `users-permissions` is built on.
import type { AccountParts } from '../../../auth/users/account-parts.ts';
import type { UserTokens } from '../../../auth/users/user-tokens.ts';
import type { Roles } from '../../../auth/roles/roles.ts';
import type { PluginActions } from '../plugin-actions.ts';

/** What the plugin is built on. It is asked for when an action or a service needs it: extensions come first. */
export interface UsersPermissionsParts {
  readonly actions: PluginActions;
  readonly accounts: AccountParts;
  readonly userTokens: UserTokens;
  readonly roles: Roles;
}
