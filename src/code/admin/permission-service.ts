// `strapi.service('admin::permission')`: rows of administrators' permissions.
import { limitTokensOfRole } from '../../auth/api-tokens/owned-tokens.ts';
import { ADMIN_PERMISSION } from '../../schema/built-in/uids.ts';
import { isRecord } from '../packages/strapi-utils/values.ts';
import type { CodeQuery } from '../strapi/database-types.ts';
import { emitEvent } from '../strapi/event-hub.ts';
import type { Strapi } from '../strapi/strapi.ts';
import type { Fields, Params, Row } from '../strapi/code-values.ts';
import { type AdminServiceDependencies, inTransaction } from './dependencies.ts';

/** The columns of a permission that are returned. */
const SHOWN = [
  'id',
  'documentId',
  'action',
  'actionParameters',
  'subject',
  'properties',
  'conditions',
  'role',
  'apiToken',
] as const;

/** The service without its providers. */
export interface AdminPermissionService extends Fields {
  findMany(params?: Params): Promise<Fields[]>;
  findUserPermissions(user: { readonly id: unknown }): Promise<Fields[]>;
  createMany(permissions: readonly Fields[]): Promise<Fields[]>;
  update(where: Params, data: Fields): Promise<Fields | null>;
  deleteByIds(ids: readonly unknown[]): Promise<void>;
  deleteByRolesIds(roles: readonly unknown[]): Promise<void>;
}

export function adminPermissionService(dependencies: () => AdminServiceDependencies) {
  return ({ strapi }: { readonly strapi: Strapi }): AdminPermissionService => {
    const query = (): CodeQuery => strapi.db.query(ADMIN_PERMISSION);
    const emit = emitPermissions.bind(null, strapi);
    const findMany = async (params: Params = {}): Promise<Fields[]> =>
      (await query().findMany(params)).map(toPermission);
    /** Changes permissions in one transaction, then removes from tokens what their owners lost. */
    const change = <T>(where: Params, work: () => Promise<T>): Promise<T> =>
      inTransaction(strapi, async () => {
        const before = await query().findMany({ where, populate: ['role'] });
        const result = await work();
        const { database, tables } = dependencies();
        for (const role of new Set(before.flatMap(roleOf))) {
          await database.transact(limitTokensOfRole(tables, role));
        }
        return result;
      });
    const deleteByIds = async (ids: readonly unknown[]): Promise<void> => {
      const removed = await change({ id: { $in: ids } }, async () => {
        const rows: (Row | null)[] = [];
        for (const id of ids) rows.push(await query().delete({ where: { id } }));
        return rows;
      });
      emit('delete', removed);
    };
    return {
      findMany,
      findUserPermissions: ({ id }) => findMany({ where: { role: { users: { id } } } }),
      async createMany(permissions) {
        const created = await inTransaction(strapi, async () => {
          const rows: Fields[] = [];
          for (const data of permissions) rows.push(toPermission(await query().create({ data })));
          return rows;
        });
        emit('create', created);
        return created;
      },
      async update(where, data) {
        const row = await change(where, () => query().update({ where, data }));
        const permission = row && toPermission(row);
        emit('update', permission);
        return permission;
      },
      deleteByIds,
      async deleteByRolesIds(roles) {
        const rows = await query().findMany({ select: ['id'], where: { role: { id: roles } } });
        if (rows.length > 0) await deleteByIds(rows.map(({ id }) => id));
      },
    };
  };
}

/** Emits a permission event. */
export function emitPermissions(strapi: Strapi, event: string, permissions: unknown): void {
  emitEvent(strapi, `permission.${event}`, { permissions });
}

/** Deletes permissions without an event, inside a transaction. @returns their rows */
export async function removePermissions(strapi: Strapi, where: Params): Promise<Row[]> {
  const query = strapi.db.query(ADMIN_PERMISSION);
  const removed: Row[] = [];
  for (const { id } of await query.findMany({ select: ['id'], where })) {
    const row = await query.delete({ where: { id } });
    if (row) removed.push(row);
  }
  return removed;
}

/** The role id of a permission, if it has one. */
function roleOf({ role }: Row): number[] {
  return isRecord(role) && typeof role['id'] === 'number' ? [role['id']] : [];
}

function toPermission(row: Row): Fields {
  return Object.fromEntries(SHOWN.flatMap((name) => (name in row ? [[name, row[name]]] : [])));
}
