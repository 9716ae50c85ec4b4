// `strapi.service('admin::api-token')`: tokens of the content API.
import { showToken } from '../../auth/api-tokens/stored-tokens.ts';
import { hashToken } from '../../auth/api-tokens/token-keys.ts';
import { allowAll } from '../../auth/permissions.ts';
import { API_TOKEN } from '../../schema/built-in/uids.ts';
import type { Service, Strapi } from '../strapi/strapi.ts';
import type { Params, Row } from '../strapi/code-values.ts';
import type { AdminServiceDependencies } from './dependencies.ts';

export function apiTokenService(dependencies: () => AdminServiceDependencies) {
  return ({ strapi }: { readonly strapi: Strapi }): Service => {
    const rowOf = (where: Params): Promise<Row | null> =>
      strapi.db.query(API_TOKEN).findOne({ where, select: ['id'] });
    const getBy = async (where: Params = {}): Promise<object | null> => {
      const row = Object.keys(where).length === 0 ? null : await rowOf(where);
      const token = row && (await dependencies().apiTokens.find(row.id));
      return token && showToken(token);
    };
    return {
      /** Creates a token. Its key is only in this result. @throws ValidationError, ApplicationError */
      async create(attributes: Params): Promise<object> {
        const { checkNewToken } = await import('../../auth/api-tokens/token-form.ts');
        const { apiTokens } = dependencies();
        const { token, plain } = await apiTokens.create(await checkNewToken(attributes), allowAll);
        return showToken(token, plain);
      },
      list: async () => (await dependencies().apiTokens.list()).map((token) => showToken(token)),
      getBy,
      getById: (id: unknown) => getBy({ id }),
      getByName: (name: unknown) => getBy({ name }),
      exists: async (where: Params = {}) => (await getBy(where)) !== null,
      count: (where: Params = {}) => strapi.db.query(API_TOKEN).count({ where }),
      async update(id: unknown, attributes: Params): Promise<object> {
        const { checkTokenUpdate } = await import('../../auth/api-tokens/token-form.ts');
        const { apiTokens } = dependencies();
        const update = await checkTokenUpdate(attributes);
        return showToken(await apiTokens.update(Number(id), update, allowAll));
      },
      async regenerate(id: unknown): Promise<object> {
        const { token, plain } = await dependencies().apiTokens.regenerate(Number(id), allowAll);
        return { id: token.id, accessKey: plain };
      },
      async revoke(id: unknown): Promise<object | null> {
        const token = await dependencies().apiTokens.remove(Number(id));
        return token && showToken(token);
      },
      hash: (key: string) => hashToken(key, dependencies().tokenSalt),
      checkSaltIsDefined: () => undefined,
    };
  };
}
