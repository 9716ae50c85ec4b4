// `strapi.service('admin::user')`: rows of administrators.
import { randomBytes } from 'node:crypto';
import { limitTokensOf } from '../../auth/api-tokens/owned-tokens.ts';
import { hashPassword } from '../../auth/password-hash.ts';
import { ADMIN_USER } from '../../schema/built-in/uids.ts';
import { SUPER_ADMIN } from '../../auth/admin/grants.ts';
import { removeAdminData } from '../../auth/admin/remove-admin-data.ts';
import { revokeSessions } from '../../auth/sessions.ts';
import { ValidationError } from '../packages/strapi-utils/errors.ts';
import { isRecord, omit } from '../packages/strapi-utils/values.ts';
import { rowQuery } from '../plugins/row-query.ts';
import type { CodeQuery } from '../strapi/database-types.ts';
import { emitEvent } from '../strapi/event-hub.ts';
import type { Fields, Params, Row, Service, Strapi } from '../strapi/strapi.ts';
import type { AdminServiceDependencies } from './dependencies.ts';
import { inTransaction } from './in-transaction.ts';

const SECRETS = [
  'password',
  'resetPasswordToken',
  'resetPasswordTokenExpiresAt',
  'registrationToken',
  'roles',
];

const WITH_ROLES = { populate: ['roles'] };

const ACTIVE = { isActive: true, $or: [{ blocked: false }, { blocked: { $null: true } }] };

/** Creates the service. */
export function adminUserService(dependencies: () => AdminServiceDependencies) {
  return ({ strapi }: { readonly strapi: Strapi }): Service => {
    const query = (): CodeQuery => strapi.db.query(ADMIN_USER);
    const emit = (event: string, user: Row): void => {
      emitEvent(strapi, event, { user: sanitizeUser(user) });
    };
    const findOne = (id: unknown, populate: unknown = ['roles']): Promise<Row | null> =>
      query().findOne({ where: { id }, populate });

    /**
     * Only an active super administrator can replace another, as in the admin API. @throws ValidationError for the last one
     */
    const assertOthersRemain = async (admin: Row | null): Promise<void> => {
      if (!admin || !rolesOf(admin).some(({ code }) => code === SUPER_ADMIN)) return;
      const where = { roles: { code: SUPER_ADMIN }, id: { $ne: admin.id } };
      const isActive = admin['isActive'] === true && admin['blocked'] !== true;
      const others = await query().count({ where: isActive ? { ...where, ...ACTIVE } : where });
      if (others === 0) {
        throw new ValidationError('You must have at least one user with super admin role.');
      }
    };
    const remove = async (id: unknown): Promise<Row | null> => {
      const admin = await findOne(id);
      if (!admin) return null;
      await assertOthersRemain(admin);
      const { database, tables } = dependencies();
      await database.transact(removeAdminData(tables, [admin.id]));
      return query().delete({ where: { id }, ...WITH_ROLES });
    };
    const deleteByIds = async (ids: readonly unknown[]): Promise<Row[]> => {
      const removed = await inTransaction(strapi, async () => {
        const rows: Row[] = [];
        for (const id of ids) {
          const row = await remove(id);
          if (row) rows.push(row);
        }
        return rows;
      });
      for (const user of removed) emit('user.delete', user);
      return removed;
    };
    return {
      async create(attributes: Fields): Promise<Row> {
        const registrationToken = randomBytes(20).toString('hex');
        const data = { roles: [], isActive: false, username: null, registrationToken };
        const user = await query().create({
          data: { ...data, ...(await withHash(attributes)) },
          ...WITH_ROLES,
        });
        emit('user.create', user);
        return user;
      },
      /**
       * A new password or a deactivation ends the administrator's sessions, and new roles limit their tokens. @throws
       * ValidationError for the last super administrator
       */
      async updateById(id: unknown, attributes: Fields): Promise<Row | null> {
        const data = await withHash(attributes);
        const isDeactivated = attributes['isActive'] === false;
        const user = await inTransaction(strapi, async () => {
          const admin = await findOne(id);
          const losesRole =
            admin !== null && 'roles' in attributes && losesSuperAdmin(admin, attributes);
          if (losesRole || isDeactivated) await assertOthersRemain(admin);
          const row = await query().update({ where: { id }, data, ...WITH_ROLES });
          if (!row) return null;
          const { database, tables } = dependencies();
          if ('roles' in attributes) await database.transact(limitTokensOf(tables, [row.id]));
          if ('password' in attributes || isDeactivated) await endSessions(dependencies(), row);
          return row;
        });
        if (user) emit('user.update', user);
        return user;
      },
      findOne,
      findOneByEmail: (email: string, populate: unknown = []) =>
        query().findOne({ where: { email: { $eqi: email } }, populate }),
      findPage: ({ page, pageSize, ...params }: Params = {}) =>
        query().findPage({ ...WITH_ROLES, ...rowQuery(params), page, pageSize }),
      exists: async (where: Params = {}) => (await query().count({ where })) > 0,
      count: (where: Params = {}) => query().count({ where }),
      countUsersWithoutRole: () => query().count({ where: { roles: { id: { $null: true } } } }),
      deleteById: async (id: unknown): Promise<Row | null> => (await deleteByIds([id]))[0] ?? null,
      deleteByIds,
      sanitizeUser,
    };
  };
}

/** An administrator without secrets. */
function sanitizeUser(user: Fields): Fields {
  const { roles } = user;
  const shown = Array.isArray(roles)
    ? roles.map(({ id, name, description, code }: Fields) => ({ id, name, description, code }))
    : roles;
  return { ...omit(user, SECRETS), roles: shown };
}

async function withHash(attributes: Fields): Promise<Fields> {
  const { password } = attributes;
  if (!('password' in attributes)) return attributes;
  return { ...attributes, password: await hashPassword(String(password), 'administrator') };
}

function rolesOf({ roles }: Row): readonly Row[] {
  return Array.isArray(roles) ? (roles as readonly Row[]) : [];
}

function losesSuperAdmin(admin: Row, { roles }: Fields): boolean {
  const requestedRoles = (Array.isArray(roles) ? roles : [roles]).map((role: unknown) =>
    String(isRecord(role) ? role['id'] : role),
  );
  return rolesOf(admin).some(
    ({ code, id }) => code === SUPER_ADMIN && !requestedRoles.includes(String(id)),
  );
}

async function endSessions(
  { database, tables }: AdminServiceDependencies,
  { id }: Row,
): Promise<void> {
  await database.transact(revokeSessions(tables, 'admin', String(id)));
}
