// Dependencies of the plugin `users-permissions`.
import type { AccountDependencies } from '../../../auth/users/account-dependencies.ts';
import type { UserTokens } from '../../../auth/users/user-tokens.ts';
import type { Roles } from '../../../auth/roles/roles.ts';
import type { PluginActions } from '../plugin-actions.ts';

/** They are resolved when an action or a service needs them, because extensions run first. */
export interface UsersPermissionsDependencies {
  readonly actions: PluginActions;
  readonly accounts: AccountDependencies;
  readonly userTokens: UserTokens;
  readonly roles: Roles;
}
