// `strapi.service('admin::role')`: rows of administrators' roles.
import { SUPER_ADMIN } from '../../auth/admin/grants.ts';
import { ADMIN_ROLE, ADMIN_USER } from '../../schema/built-in/uids.ts';
import { ApplicationError } from '../packages/strapi-utils/errors.ts';
import { omit } from '../packages/strapi-utils/values.ts';
import { rowQuery } from '../plugins/row-query.ts';
import type { CodeQuery } from '../strapi/database-types.ts';
import { emitEvent } from '../strapi/event-hub.ts';
import type { Service, Strapi } from '../strapi/strapi.ts';
import type { Fields, Params, Row } from '../strapi/code-values.ts';
import { toWords } from '../packages/strapi-utils/words.ts';
import { emitPermissions, removePermissions } from './permission-service.ts';
import { type AdminServiceDependencies, inTransaction } from './dependencies.ts';

export function adminRoleService(dependencies: () => AdminServiceDependencies) {
  return ({ strapi }: { readonly strapi: Strapi }): Service => {
    const query = (): CodeQuery => strapi.db.query(ADMIN_ROLE);
    const emit = (event: string, role: Fields): void => {
      emitEvent(strapi, event, { role: omit(role, ['users', 'permissions']) });
    };
    const exists = async (where: Params = {}): Promise<boolean> =>
      (await query().count({ where })) > 0;
    const findOne = (where: Params = {}, populate?: unknown): Promise<Row | null> =>
      query().findOne({ where, populate });
    const getUsersCount = (role: unknown): Promise<number> =>
      strapi.db.query(ADMIN_USER).count({ where: { roles: { id: role } } });
    const withCount = async (role: Row | null): Promise<Row | null> => {
      if (role) role['usersCount'] = await getUsersCount(role.id);
      return role;
    };
    const assertFree = async (name: unknown, others: Params = {}): Promise<void> => {
      if (!(await exists({ name, ...others }))) return;
      const shown = `\`${String(name)}\``;
      throw new ApplicationError(
        `The name must be unique and a role with name ${shown} already exists.`,
      );
    };
    const assertDeletable = async (ids: readonly unknown[]): Promise<void> => {
      const superAdmin = await findOne({ code: SUPER_ADMIN });
      if (superAdmin && ids.map(String).includes(String(superAdmin.id))) {
        throw new ApplicationError('You cannot delete the super admin role');
      }
      for (const id of ids) {
        if ((await getUsersCount(id)) === 0) continue;
        throw new ApplicationError('Some roles are still assigned to some users');
      }
    };
    return {
      async create(attributes: Fields): Promise<Row> {
        const { name } = attributes;
        const code = attributes['code'] || codeOf(String(name));
        const role = await inTransaction(strapi, async () => {
          await assertFree(name);
          return query().create({ data: { ...attributes, code } });
        });
        emit('role.create', role);
        return role;
      },
      findOne,
      findOneWithUsersCount: async (where: Params = {}, populate?: unknown) =>
        withCount(await findOne(where, populate)),
      find: (where: Params = {}, populate?: unknown) => query().findMany({ where, populate }),
      async findAllWithUsersCount(params: Params = {}): Promise<Row[]> {
        const roles = await query().findMany(rowQuery(params));
        for (const role of roles) await withCount(role);
        return roles;
      },
      async update(where: Params, attributes: Fields): Promise<Row | null> {
        const data = omit(attributes, ['code']);
        const role = await inTransaction(strapi, async () => {
          if ('id' in where && 'name' in data)
            await assertFree(data['name'], { id: { $ne: where['id'] } });
          return query().update({ where, data });
        });
        if (role) emit('role.update', role);
        return role;
      },
      exists,
      count: (params: Params = {}) => query().count(params),
      /** @throws ApplicationError for the super administrator role, and for roles that are assigned */
      async deleteByIds(ids: readonly unknown[] = []): Promise<Row[]> {
        const { removed, permissions } = await inTransaction(strapi, async () => {
          await assertDeletable(ids);
          const permissions = await removePermissions(strapi, { role: { id: ids } });
          const removed: Row[] = [];
          for (const id of ids) {
            const role = await query().delete({ where: { id } });
            if (role) removed.push(role);
          }
          return { removed, permissions };
        });
        if (permissions.length > 0) emitPermissions(strapi, 'delete', permissions);
        for (const role of removed) emit('role.delete', role);
        return removed;
      },
      getUsersCount,
      getSuperAdmin: () => findOne({ code: SUPER_ADMIN }),
      getSuperAdminWithUsersCount: async () => withCount(await findOne({ code: SUPER_ADMIN })),
      /** Replaces the permissions of a role. @returns the added ones */
      assignPermissions: (role: unknown, permissions: readonly Fields[] = []) =>
        dependencies().assignPermissions(Number(role), permissions),
      hasSuperAdminRole: ({ roles }: { readonly roles?: readonly Row[] }) =>
        (roles ?? []).some(({ code }) => code === SUPER_ADMIN),
    };
  };
}

/** The creation time makes the code unique. */
function codeOf(name: string): string {
  const words = toWords(name).map((word) => word.toLowerCase());
  return [...words, Date.now().toString(36)].join('-');
}
