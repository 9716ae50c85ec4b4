// Content-types whose entries administrators manage, with the actions and conditions that project code registers.
import { USER } from '../../schema/built-in/uids.ts';
import type { Registry } from '../../schema/registry.ts';
import type { ContentType } from '../../schema/types.ts';
import type { Grant } from './ability.ts';
import type { AdminUser } from './admin-users.ts';
import type { PermissionAction } from './permission-action.ts';

/** A condition that permissions can have. */
export interface PermissionCondition {
  readonly id: string;
  readonly displayName: string;
  readonly category: string;
}

/** A condition of project code. */
export interface CustomCondition extends PermissionCondition {
  /** Returns true for all entries, false for none, or a query for the matching ones. */
  evaluate(admin: AdminUser, grant: Grant): unknown;
}

/** Actions and conditions that project code has registered, by id. */
export interface CustomPermissions {
  readonly conditions: ReadonlyMap<string, CustomCondition>;
  readonly actions: ReadonlyMap<string, PermissionAction>;
}

/** The registrations of a project without code. */
export const NO_CUSTOM_PERMISSIONS: CustomPermissions = {
  conditions: new Map(),
  actions: new Map(),
};

/** Content-types whose entries are managed in the admin panel. */
export interface ManagedTypes {
  readonly registry: Registry;
  /** Uids of types that the admin panel hides. */
  readonly hidden: ReadonlySet<string>;
  /** Actions and conditions that project code registers. */
  readonly custom: CustomPermissions;
}

/** The types of the project that are not hidden, and the users of the users-permissions plugin. */
export function managedTypes({ registry, hidden }: ManagedTypes): readonly ContentType[] {
  return [...registry.contentTypes.values()].filter(
    ({ origin, uid }) => uid === USER || (origin === 'api' && !hidden.has(uid)),
  );
}
