// `strapi.service('admin::user')`: rows of administrators.
import { randomBytes } from 'node:crypto';
import { limitTokensOf } from '../../auth/api-tokens/owned-tokens.ts';
import { hashPassword } from '../../auth/password-hash.ts';
import { ADMIN_ROLE, ADMIN_USER } from '../../schema/built-in/uids.ts';
import { SUPER_ADMIN } from '../../auth/admin/grants.ts';
import { toRecord } from '../../schema/raw.ts';
import { removeAdminData } from '../../auth/admin/remove-admin-data.ts';
import { revokeSessions } from '../../auth/sessions.ts';
import { ApplicationError, ValidationError } from '../packages/strapi-utils/errors.ts';
import { isRecord, omit } from '../packages/strapi-utils/values.ts';
import { rowQuery } from '../plugins/row-query.ts';
import type { CodeQuery } from '../strapi/database-types.ts';
import { emitEvent } from '../strapi/event-hub.ts';
import type { Service, Strapi } from '../strapi/strapi.ts';
import type { Fields, Params, Row } from '../strapi/code-values.ts';
import type { AdminServiceDependencies } from './dependencies.ts';
import { checkPassword } from './check-password.ts';
import { inTransaction } from './in-transaction.ts';

const SECRETS = [
  'password',
  'resetPasswordToken',
  'resetPasswordTokenExpiresAt',
  'registrationToken',
  'roles',
];

/** An invited administrator who registers. */
interface RegistrationRequest {
  readonly registrationToken: unknown;
  readonly userInfo: unknown;
}

/** A token for invitations. */
export function createToken(): string {
  return randomBytes(20).toString('hex');
}

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
    const removeAll = (ids: readonly unknown[]): Promise<Row[]> =>
      inTransaction(strapi, async () => {
        const rows: Row[] = [];
        for (const id of ids) {
          const row = await remove(id);
          if (row) rows.push(row);
        }
        return rows;
      });
    const insert = async (attributes: Fields): Promise<Row> => {
      const data = {
        roles: [],
        isActive: false,
        username: null,
        registrationToken: createToken(),
        ...(await withHash(attributes)),
      };
      return query().create({ data, ...WITH_ROLES });
    };
    /** @param token Undefined if the caller has none */
    const findInvited = async (token: unknown): Promise<Row | null> =>
      typeof token === 'string' && token !== ''
        ? query().findOne({ where: { registrationToken: token }, ...WITH_ROLES })
        : null;
    /** True if the administrator is a super administrator, and only one or the first of them. */
    const isSuperAdmin = async (id: unknown, which: 'only' | 'first'): Promise<boolean> => {
      const superAdmins = await query().findMany({
        where: { roles: { code: SUPER_ADMIN } },
        orderBy: { createdAt: 'asc' },
        select: ['id'],
        limit: 2,
      });
      const [first] = superAdmins;
      if (which === 'only' && superAdmins.length !== 1) return false;
      return first !== undefined && String(first.id) === String(id);
    };
    /**
     * Updates the administrator that `find` returns in the transaction. A new password or a deactivation ends their sessions, and
     * new roles limit their tokens. @throws ValidationError for the last super administrator, or for an invalid password
     */
    const update = async (
      find: () => Promise<Row | null>,
      attributes: Fields,
    ): Promise<Row | null> => {
      const data = await withHash(attributes);
      const isDeactivated = attributes['isActive'] === false;
      const user = await inTransaction(strapi, async () => {
        const admin = await find();
        if (!admin) return null;
        const losesRole = 'roles' in attributes && losesSuperAdmin(admin, attributes);
        if (losesRole || isDeactivated) await assertOthersRemain(admin);
        const row = await query().update({ where: { id: admin.id }, data, ...WITH_ROLES });
        if (!row) return null;
        const { database, tables } = dependencies();
        if ('roles' in attributes) await database.transact(limitTokensOf(tables, [row.id]));
        if ('password' in attributes || isDeactivated) await endSessions(dependencies(), row);
        return row;
      });
      if (user) emit('user.update', user);
      return user;
    };
    const updateById = (id: unknown, attributes: Fields): Promise<Row | null> =>
      update(() => findOne(id), attributes);
    return {
      async create(attributes: Fields): Promise<Row> {
        const user = await insert(attributes);
        emit('user.create', user);
        return user;
      },
      /** @throws ApplicationError if there is an administrator already */
      async createFirstAdmin(attributes: Fields): Promise<Row> {
        const user = await inTransaction(strapi, async () => {
          const role = await strapi.db.query(ADMIN_ROLE).findOne({ where: { code: SUPER_ADMIN } });
          if (!role) {
            throw new ApplicationError(
              "Cannot register the first admin because the super admin role doesn't exist.",
            );
          }
          if ((await query().count({})) > 0)
            throw new ApplicationError('You cannot register a new super admin');
          const own = { registrationToken: null, isActive: true, roles: [role.id] };
          return insert({ ...attributes, ...own });
        });
        emit('user.create', user);
        return user;
      },
      /** Describes an invited administrator; undefined if the token is unknown. */
      async findRegistrationInfo(token: unknown): Promise<Fields | undefined> {
        const user = await findInvited(token);
        if (!user) return undefined;
        const { email, firstname, lastname } = user;
        return { email, firstname, lastname };
      },
      /** Activates an invited administrator. @throws ValidationError for an unknown token or a weak password */
      async register({ registrationToken, userInfo }: RegistrationRequest): Promise<Row | null> {
        const find = async (): Promise<Row> => {
          const invited = await findInvited(registrationToken);
          if (invited) return invited;
          throw new ValidationError('Invalid registration info');
        };
        await find();
        const { password, firstname, lastname } = toRecord(userInfo);
        const attributes = { password: await checkPassword(password), firstname, lastname };
        // Found again in the transaction, because another registration may have consumed the token.
        return update(find, { ...attributes, registrationToken: null, isActive: true });
      },
      /** @throws ValidationError for a weak password */
      async resetPasswordByEmail(email: unknown, password: unknown): Promise<void> {
        const user = typeof email === 'string' ? await query().findOne({ where: { email } }) : null;
        if (!user) throw new Error(`User not found for email: ${String(email)}`);
        const checked = await checkPassword(password).catch((error: unknown) => {
          if (!(error instanceof ValidationError)) throw error;
          throw new ValidationError(
            'Invalid password. Expected a minimum of 8 characters with at least one number and one uppercase letter',
          );
        });
        await updateById(user.id, { password: checked });
      },
      isLastSuperAdminUser: (id: unknown) => isSuperAdmin(id, 'only'),
      isFirstSuperAdminUser: (id: unknown) => isSuperAdmin(id, 'first'),
      /** Assigns a role to all administrators that have none. */
      async assignARoleToAll(role: unknown): Promise<void> {
        const without = await query().findMany({
          where: { roles: { id: { $null: true } } },
          select: ['id'],
        });
        for (const { id } of without)
          await query().update({ where: { id }, data: { roles: [role] } });
      },
      updateById,
      findOne,
      findOneByEmail: (email: string, populate: unknown = []) =>
        query().findOne({ where: { email: { $eqi: email } }, populate }),
      findPage: ({ page, pageSize, ...params }: Params = {}) =>
        query().findPage({ ...WITH_ROLES, ...rowQuery(params), page, pageSize }),
      exists: async (where: Params = {}) => (await query().count({ where })) > 0,
      count: (where: Params = {}) => query().count({ where }),
      countUsersWithoutRole: () => query().count({ where: { roles: { id: { $null: true } } } }),
      async deleteById(id: unknown): Promise<Row | null> {
        const [user = null] = await removeAll([id]);
        if (user) emit('user.delete', user);
        return user;
      },
      async deleteByIds(ids: readonly unknown[]): Promise<Row[]> {
        const removed = await removeAll(ids);
        emitEvent(strapi, 'user.delete', { users: removed.map(sanitizeUser) });
        return removed;
      },
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

/** @throws ValidationError for a password that is not a string: the text `undefined` must not become one */
async function withHash(attributes: Fields): Promise<Fields> {
  const { password } = attributes;
  if (!('password' in attributes)) return attributes;
  if (typeof password !== 'string' || password === '') {
    throw new ValidationError('Invalid password. Expected a string');
  }
  return { ...attributes, password: await hashPassword(password, 'administrator') };
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
