// Permissions of administrators' roles: read, replaced and queried (docs/strapi/administration.md, "Roles and
// permissions").
import { AppError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import type { Database } from '../../storage/database.ts';
import type { WriteSteps } from '../../storage/session.ts';
import type { DefaultLocale } from '../../storage/settings/default-locale.ts';
import { limitTokensOfRole } from '../api-tokens/owned-tokens.ts';
import type { Tables } from '../../documents/rows/built-in-rows.ts';
import { GrantedAbility, type Ability } from './ability.ts';
import { grantOf, grantsOfRoles, SUPER_ADMIN } from './grants.ts';
import type { AdminPrincipal } from './admin-authenticator.ts';
import { assertMayGrant, mayGrant } from './ceiling.ts';
import type { QueriedPermission } from './admin-role-forms.ts';
import { existingRole } from './admin-role-records.ts';
import type { AdminUser } from './admin-users.ts';
import { conditionsOf } from './row-conditions.ts';
import { fieldsOf } from './default-role-permissions.ts';
import type { ManagedTypes } from './managed-types.ts';
import { isSuperAdmin } from './last-super-admin.ts';
import { permissionAction, subjectsOf } from './permission-actions.ts';
import { checkPermissions } from './permission-form.ts';
import { readPermissions, roleOwner, type StoredPermission } from './permission-rows.ts';
import { permissionSections, type SectionLocale } from './permission-sections.ts';
import { applyPermissions, comparePermissions } from './replace-permissions.ts';

interface AdminPermissionDependencies {
  readonly database: Database;
  readonly tables: Tables;
  readonly types: ManagedTypes;
  readonly locale: DefaultLocale;
  readonly locales: () => Promise<readonly SectionLocale[]>;
}

/** Reads, replaces and queries permissions. */
export class AdminPermissions {
  readonly #dependencies: AdminPermissionDependencies;

  constructor(dependencies: AdminPermissionDependencies) {
    this.#dependencies = dependencies;
  }

  /** All permissions that can be granted, grouped for a form. */
  async all(): Promise<JsonObject> {
    const { types, locales } = this.#dependencies;
    const sections = permissionSections(types, await locales());
    const conditions = conditionsOf(types).map(({ id, displayName, category }) => ({
      id,
      displayName,
      category,
    }));
    return { conditions, sections };
  }

  /** Permissions of all roles of an administrator. */
  ofUser({ roles }: AdminUser): Promise<readonly StoredPermission[]> {
    const { database, tables } = this.#dependencies;
    return database.read(
      readPermissions(
        tables,
        roles.map(({ id }) => id),
      ),
    );
  }

  /** Permissions of a role. @param id Row id @throws NotFoundError */
  async ofRole(id: number | null): Promise<readonly StoredPermission[]> {
    const { database, tables } = this.#dependencies;
    const role = await database.read(existingRole(tables, id));
    return database.read(readPermissions(tables, [role.id]));
  }

  /**
   * Replaces the permissions of a role; equal ones keep their row.
   * @param id Row id @param by Of the caller @returns those that were added
   * @throws NotFoundError, ApplicationError for the role of super admins, ValidationError, ForbiddenError for a permission
   * that neither the role nor the caller has
   */
  async replace(
    id: number | null,
    body: unknown,
    by: Ability,
  ): Promise<readonly StoredPermission[]> {
    const { database, tables, types, locale } = this.#dependencies;
    assertEditable(await database.read(existingRole(tables, id)));
    await locale.follow();
    const selected = checkPermissions(body, { types, defaultLocale: locale.code });
    return database.transact(
      (function* (): WriteSteps<readonly StoredPermission[]> {
        const role = yield* existingRole(tables, id);
        assertEditable(role);
        const changes = yield* comparePermissions(tables, role.id, { selected });
        if (!by.isUnlimited) {
          const granted = new GrantedAbility(yield* grantsOfRoles(tables, [role.id]));
          const requested = changes.missing
            .map(grantOf)
            .filter((grant) => !mayGrant(granted, grant, types.registry));
          assertMayGrant(by, requested, types.registry);
        }
        const added = yield* applyPermissions(tables, roleOwner(role.id), changes);
        yield* limitTokensOfRole(tables, role.id);
        return added;
      })(),
    );
  }

  /** Returns for each permission whether the caller has it, regardless of its conditions. */
  check(
    { admin, ability, sessionId }: AdminPrincipal,
    permissions: readonly QueriedPermission[],
  ): readonly boolean[] {
    const isFull = sessionId !== null && isSuperAdmin(admin);
    const { types } = this.#dependencies;
    const namesOf = cachedNames(types);
    return permissions.map(({ action: id, subject, field }) => {
      const action = permissionAction(id, types);
      if (!action) return false;
      // As in Strapi, permissions for an action without a subject hold for every subject.
      if (action.section !== 'contentTypes') return isFull || ability.may(id);
      if (!subjectsOf(action, types).includes(subject ?? '')) return false;
      const grants = ability.grants(id, subject);
      if (field === undefined) return isFull || grants.length > 0;
      if (!namesOf(subject ?? '').has(field)) return false;
      return isFull || grants.some(({ fields }) => fields?.includes(field) ?? true);
    });
  }
}

/** Returns a function for the attributes that permissions on a type can name: dotted paths of those without parts. */
function cachedNames({ registry }: ManagedTypes): (uid: string) => ReadonlySet<string> {
  const known = new Map<string, ReadonlySet<string>>();
  return (uid) => {
    const type = registry.contentTypes.get(uid);
    const names = known.get(uid) ?? new Set(type ? fieldsOf(registry, type) : []);
    known.set(uid, names);
    return names;
  };
}

/** @throws ApplicationError */
function assertEditable({ code }: { readonly code: string }): void {
  if (code !== SUPER_ADMIN) return;
  throw new AppError('ApplicationError', "Super admin permissions can't be edited.");
}
