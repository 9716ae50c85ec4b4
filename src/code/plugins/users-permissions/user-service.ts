// Service `user`: reads and writes users, including private attributes.
import { randomBytes } from 'node:crypto';
import { hashPassword, isStoredPassword } from '../../../auth/password-hash.ts';
import { revokeSessions } from '../../../auth/sessions.ts';
import { ORIGIN } from '../../../auth/users/sign-in.ts';
import type { JsonObject, JsonValue } from '../../../base/json.ts';
import { USER } from '../../../schema/built-in/uids.ts';
import { defaultSanitizeOutput } from '../../packages/strapi-utils/sanitize/sanitizers.ts';
import { attributeOf, type Model } from '../../packages/strapi-utils/model.ts';
import type { Service, Strapi } from '../../strapi/strapi.ts';
import type { Params, Row } from '../../strapi/code-values.ts';
import { rowQuery } from '../row-query.ts';
import type { UsersPermissionsDependencies } from '../dependencies.ts';

/** Creates the service. @param running The running instance */
export function userService(
  dependencies: () => UsersPermissionsDependencies,
): (context: { readonly strapi: Strapi }) => Service {
  return ({ strapi }) => {
    const query = (): ReturnType<Strapi['query']> => strapi.db.query(USER);
    const getModel = (uid: string): Model | undefined => modelOf(strapi, uid);
    const sanitizeUser = (user: unknown): Promise<unknown> =>
      defaultSanitizeOutput({ schema: getModel(USER), getModel }, user);
    const service = {
      count: (params: Params = {}): Promise<number> => query().count(rowQuery(params)),
      /** Replaces passwords with their hashes. */
      async ensureHashedPasswords(values: Record<string, unknown>): Promise<unknown> {
        const model = getModel(USER);
        for (const [name, value] of Object.entries(values)) {
          if (attributeOf(model, name)?.type !== 'password') continue;
          values[name] = await hashPassword(String(value), 'user');
        }
        return values;
      },
      /** Creates a user. Only the rules of the type are checked. */
      add: (values: Params): Promise<Row> =>
        strapi.documents(USER).create({ data: values, populate: ['role'] }),
      /** Changes a user. @param id Row id @returns null if it does not exist */
      async edit(id: unknown, values: Params = {}): Promise<Row | null> {
        const found = await query().findOne({ where: { id }, select: ['documentId'] });
        if (!found) return null;
        const { documentId } = found;
        return strapi.documents(USER).update({ documentId, data: values, populate: ['role'] });
      },
      /** A user with all relations. @param id Row id */
      fetch(id: unknown, params: Params = {}): Promise<Row | null> {
        const { where = {}, ...others } = rowQuery(params);
        return query().findOne({ ...others, where: { $and: [{ id }, where] } });
      },
      fetchAuthenticatedUser: (id: unknown): Promise<Row | null> =>
        query().findOne({ where: { id }, populate: ['role'] }),
      fetchAll: (params: Params = {}): Promise<Row[]> => query().findMany(rowQuery(params)),
      /** Removes a user, and ends their sessions. */
      async remove(where: Params): Promise<Row | null> {
        const removed = await query().delete({ where });
        if (removed) {
          const { database, tables } = dependencies().accounts;
          await database.transact(revokeSessions(tables, ORIGIN, String(removed.id)));
        }
        return removed;
      },
      validatePassword: (password: string, hash: string): Promise<boolean> =>
        isStoredPassword(password, hash, 'user'),
      sanitizeUser,
      /** Sends a mail with a new confirmation link. */
      async sendConfirmationEmail(user: Row): Promise<void> {
        const token = randomBytes(20).toString('hex');
        await service.edit(user.id, { confirmationToken: token });
        await dependencies().accounts.mails.confirmAddress({
          email: String(user['email']),
          token,
          user: singleValues(await sanitizeUser(user)),
        });
      },
    };
    return service;
  };
}

/** The values that a template can show. */
function singleValues(user: unknown): JsonObject {
  const values = Object.entries(user ?? {}).map(([name, value]) => [name, singleValue(value)]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

function singleValue(value: unknown): JsonValue | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : null;
    case 'bigint':
      return String(value);
    default:
      if (value === null) return null;
      return isConvertible(value) ? singleValue(value.toJSON()) : undefined;
  }
}

/** A Date, or another object that decides how it is printed as JSON. */
function isConvertible(value: unknown): value is { toJSON(): unknown } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'toJSON' in value &&
    typeof value.toJSON === 'function'
  );
}

/** The model in the format of `@strapi/utils`. */
function modelOf(strapi: Strapi, uid: string): Model | undefined {
  return strapi.getModel(uid);
}
