// Rows of administrators, which the service `admin::user` writes with the rules of the admin API.
import { randomBytes } from 'node:crypto';
import { SUPER_ADMIN } from '../../auth/admin/grants.ts';
import { removeAdminData } from '../../auth/admin/admin-user-records.ts';
import { limitTokensOf } from '../../auth/api-tokens/owned-tokens.ts';
import { hashPassword } from '../../auth/password-hash.ts';
import { revokeSessions } from '../../auth/sessions.ts';
import { ADMIN_USER } from '../../schema/built-in/uids.ts';
import { ValidationError } from '../packages/strapi-utils/errors.ts';
import { isRecord, omit } from '../packages/strapi-utils/values.ts';
import type { CodeQuery } from '../strapi/database-types.ts';
import { emitEvent } from '../strapi/event-hub.ts';
import type { Fields, Row } from '../strapi/code-values.ts';
import type { Strapi } from '../strapi/strapi.ts';
import { type AdminServiceDependencies, inTransaction } from './dependencies.ts';

const SECRETS = [
  'password',
  'resetPasswordToken',
  'resetPasswordTokenExpiresAt',
  'registrationToken',
  'roles',
];

export const WITH_ROLES: { readonly populate: readonly string[] } = { populate: ['roles'] };

const ACTIVE = { isActive: true, $or: [{ blocked: false }, { blocked: { $null: true } }] };

/** Reads and writes rows of administrators. */
export class AdministratorRows {
  readonly #strapi: Strapi;
  readonly #dependencies: () => AdminServiceDependencies;

  constructor(strapi: Strapi, dependencies: () => AdminServiceDependencies) {
    this.#strapi = strapi;
    this.#dependencies = dependencies;
  }

  query(): CodeQuery {
    return this.#strapi.db.query(ADMIN_USER);
  }

  findOne(id: unknown, populate: unknown = ['roles']): Promise<Row | null> {
    return this.query().findOne({ where: { id }, populate });
  }

  /** Finds an invited administrator. @param token Undefined if the caller has none */
  async findInvited(token: unknown): Promise<Row | null> {
    if (typeof token !== 'string' || token === '') return null;
    return this.query().findOne({ where: { registrationToken: token }, ...WITH_ROLES });
  }

  /** Returns true if the administrator is a super administrator, and only one or the first of them. */
  async isSuperAdmin(id: unknown, which: 'only' | 'first'): Promise<boolean> {
    const superAdmins = await this.query().findMany({
      where: { roles: { code: SUPER_ADMIN } },
      orderBy: { createdAt: 'asc' },
      select: ['id'],
      limit: 2,
    });
    const [first] = superAdmins;
    if (which === 'only' && superAdmins.length !== 1) return false;
    return first !== undefined && String(first.id) === String(id);
  }

  /** Inserts an administrator, who is invited unless the attributes say otherwise. @throws ValidationError */
  async insert(attributes: Fields): Promise<Row> {
    const data = {
      roles: [],
      isActive: false,
      username: null,
      registrationToken: createToken(),
      ...(await withHash(attributes)),
    };
    return this.query().create({ data, ...WITH_ROLES });
  }

  /**
   * Updates the administrator that `find` returns in the transaction. A new password or a deactivation ends their sessions, and
   * new roles limit their tokens. @throws ValidationError for the last super administrator, or for an invalid password
   */
  async update(find: () => Promise<Row | null>, attributes: Fields): Promise<Row | null> {
    const data = await withHash(attributes);
    const isDeactivated = attributes['isActive'] === false;
    const user = await inTransaction(this.#strapi, async () => {
      const admin = await find();
      if (!admin) return null;
      const losesRole = 'roles' in attributes && losesSuperAdmin(admin, attributes);
      if (losesRole || isDeactivated) await this.#assertOthersRemain(admin);
      const row = await this.query().update({ where: { id: admin.id }, data, ...WITH_ROLES });
      if (!row) return null;
      const { database, tables } = this.#dependencies();
      if ('roles' in attributes) await database.transact(limitTokensOf(tables, [row.id]));
      if ('password' in attributes || isDeactivated) {
        await database.transact(revokeSessions(tables, 'admin', String(row.id)));
      }
      return row;
    });
    if (user) this.emit('user.update', user);
    return user;
  }

  /** Removes administrators with their data. @returns those that existed @throws ValidationError for the last super administrator */
  removeAll(ids: readonly unknown[]): Promise<Row[]> {
    return inTransaction(this.#strapi, async () => {
      const rows: Row[] = [];
      for (const id of ids) {
        const row = await this.#remove(id);
        if (row) rows.push(row);
      }
      return rows;
    });
  }

  /** Emits an event about an administrator. */
  emit(event: string, user: Row): void {
    emitEvent(this.#strapi, event, { user: sanitizeUser(user) });
  }

  async #remove(id: unknown): Promise<Row | null> {
    const admin = await this.findOne(id);
    if (!admin) return null;
    await this.#assertOthersRemain(admin);
    const { database, tables } = this.#dependencies();
    await database.transact(removeAdminData(tables, [admin.id]));
    return this.query().delete({ where: { id }, ...WITH_ROLES });
  }

  /**
   * Only an active super administrator can replace another, as in the admin API. @throws ValidationError for the last one
   */
  async #assertOthersRemain(admin: Row): Promise<void> {
    if (!rolesOf(admin).some(({ code }) => code === SUPER_ADMIN)) return;
    const where = { roles: { code: SUPER_ADMIN }, id: { $ne: admin.id } };
    const isActive = admin['isActive'] === true && admin['blocked'] !== true;
    const others = await this.query().count({ where: isActive ? { ...where, ...ACTIVE } : where });
    if (others > 0) return;
    throw new ValidationError('You must have at least one user with super admin role.');
  }
}

/** A token for invitations. */
export function createToken(): string {
  return randomBytes(20).toString('hex');
}

/** An administrator without secrets. */
export function sanitizeUser(user: Fields): Fields {
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
