// `strapi.service('admin::user')`: administrators.
import { SUPER_ADMIN } from '../../auth/admin/grants.ts';
import { ADMIN_ROLE } from '../../schema/built-in/uids.ts';
import { toRecord } from '../../schema/raw.ts';
import { ApplicationError, ValidationError } from '../packages/strapi-utils/errors.ts';
import { rowQuery } from '../plugins/row-query.ts';
import { emitEvent } from '../strapi/event-hub.ts';
import type { Fields, Params, Row } from '../strapi/code-values.ts';
import type { Service, Strapi } from '../strapi/strapi.ts';
import { AdministratorRows, sanitizeUser, WITH_ROLES } from './administrator-rows.ts';
import { type AdminServiceDependencies, inTransaction } from './dependencies.ts';
import { onDemand } from '../../base/on-demand.ts';

/** An invited administrator who registers. */
interface RegistrationRequest {
  readonly registrationToken: unknown;
  readonly userInfo: unknown;
}

export function adminUserService(dependencies: () => AdminServiceDependencies) {
  return ({ strapi }: { readonly strapi: Strapi }): Service => {
    const rows = new AdministratorRows(strapi, dependencies);
    const updateById = (id: unknown, attributes: Fields): Promise<Row | null> =>
      rows.update(() => rows.findOne(id), attributes);
    return {
      async create(attributes: Fields): Promise<Row> {
        const user = await rows.insert(attributes);
        rows.emit('user.create', user);
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
          if ((await rows.query().count({})) > 0)
            throw new ApplicationError('You cannot register a new super admin');
          const own = { registrationToken: null, isActive: true, roles: [role.id] };
          return rows.insert({ ...attributes, ...own });
        });
        rows.emit('user.create', user);
        return user;
      },
      /** Describes an invited administrator; undefined if the token is unknown. */
      async findRegistrationInfo(token: unknown): Promise<Fields | undefined> {
        const user = await rows.findInvited(token);
        if (!user) return undefined;
        const { email, firstname, lastname } = user;
        return { email, firstname, lastname };
      },
      /** Activates an invited administrator. @throws ValidationError for an unknown token or a weak password */
      async register({ registrationToken, userInfo }: RegistrationRequest): Promise<Row | null> {
        const find = async (): Promise<Row> => {
          const invited = await rows.findInvited(registrationToken);
          if (invited) return invited;
          throw new ValidationError('Invalid registration info');
        };
        await find();
        const { password, firstname, lastname } = toRecord(userInfo);
        const attributes = { password: await checkPassword(password), firstname, lastname };
        // Found again in the transaction, because another registration may have consumed the token.
        return rows.update(find, { ...attributes, registrationToken: null, isActive: true });
      },
      /** @throws ValidationError for a weak password */
      async resetPasswordByEmail(email: unknown, password: unknown): Promise<void> {
        const where = { email };
        const user = typeof email === 'string' ? await rows.query().findOne({ where }) : null;
        if (!user) throw new Error(`User not found for email: ${String(email)}`);
        const checked = await checkPassword(password).catch((error: unknown) => {
          if (!(error instanceof ValidationError)) throw error;
          throw new ValidationError(
            'Invalid password. Expected a minimum of 8 characters with at least one number and one uppercase letter',
          );
        });
        await updateById(user.id, { password: checked });
      },
      isLastSuperAdminUser: (id: unknown) => rows.isSuperAdmin(id, 'only'),
      isFirstSuperAdminUser: (id: unknown) => rows.isSuperAdmin(id, 'first'),
      /** Assigns a role to all administrators that have none. */
      async assignARoleToAll(role: unknown): Promise<void> {
        const without = await rows.query().findMany({
          where: { roles: { id: { $null: true } } },
          select: ['id'],
        });
        for (const { id } of without)
          await rows.query().update({ where: { id }, data: { roles: [role] } });
      },
      updateById,
      findOne: (id: unknown, populate?: unknown) => rows.findOne(id, populate),
      findOneByEmail: (email: string, populate: unknown = []) =>
        rows.query().findOne({ where: { email: { $eqi: email } }, populate }),
      findPage: ({ page, pageSize, ...params }: Params = {}) =>
        rows.query().findPage({ ...WITH_ROLES, ...rowQuery(params), page, pageSize }),
      exists: async (where: Params = {}) => (await rows.query().count({ where })) > 0,
      count: (where: Params = {}) => rows.query().count({ where }),
      countUsersWithoutRole: () =>
        rows.query().count({ where: { roles: { id: { $null: true } } } }),
      async deleteById(id: unknown): Promise<Row | null> {
        const [user = null] = await rows.removeAll([id]);
        if (user) rows.emit('user.delete', user);
        return user;
      },
      async deleteByIds(ids: readonly unknown[]): Promise<Row[]> {
        const removed = await rows.removeAll(ids);
        emitEvent(strapi, 'user.delete', { users: removed.map(sanitizeUser) });
        return removed;
      },
      sanitizeUser,
    };
  };
}

/** The rule that the forms have for passwords. */
const form = onDemand(async () => {
  const [yup, { adminPassword }, { checkForm }] = await Promise.all([
    import('yup'),
    import('../../auth/form-fields.ts'),
    import('../../forms/check-form.ts'),
  ]);
  const shape = yup.object().shape({ password: adminPassword().required() }).required();
  return (password: unknown) => checkForm(shape, { password });
});

/** @throws ValidationError with all violated rules */
async function checkPassword(password: unknown): Promise<string> {
  const check = await form();
  return (await check(password)).password;
}
