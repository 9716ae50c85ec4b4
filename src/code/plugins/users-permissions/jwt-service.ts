// Service `jwt`: tokens of end users.
import type { Context } from 'koa';
import { toSeconds } from '../../../auth/lifespan.ts';
import type { JsonObject } from '../../../base/json.ts';
import { USER } from '../../../schema/built-in/uids.ts';
import type { Service, Strapi } from '../../strapi/strapi.ts';
import type { UsersPermissionsDependencies } from './dependencies.ts';

interface JwtOptions {
  readonly expiresIn?: unknown;
}

/** Creates the service. @param running The running instance */
export function jwtService(
  dependencies: () => UsersPermissionsDependencies,
): (context: { readonly strapi: Strapi }) => Service {
  const openSession = async (payload: JsonObject): Promise<string> => {
    const userId = Number(payload['id'] ?? payload['userId'] ?? NaN);
    if (!Number.isSafeInteger(userId)) throw new Error('Cannot issue token: missing user id');
    const { jwt } = await dependencies().accounts.signIns.open(userId, { id: null, name: null });
    return jwt;
  };
  return ({ strapi }) => {
    const service = {
      /** A token; in refresh mode a promise, because a session is created. */
      issue(payload: JsonObject, { expiresIn }: JwtOptions = {}): string | Promise<string> {
        const { userTokens } = dependencies();
        if (userTokens.mode === 'refresh') return openSession(payload);
        if (expiresIn === undefined) return userTokens.issue({ ...payload });
        const seconds = toSeconds(expiresIn);
        if (seconds !== null) return userTokens.issue({ ...payload }, seconds);
        throw new Error('expiresIn must be a number of seconds, or a string such as "30d".');
      },
      /** The payload of a token. @throws Error for an invalid token */
      async verify(token: string): Promise<JsonObject> {
        const { userTokens } = dependencies();
        if (userTokens.mode !== 'refresh') {
          const payload = await userTokens.payload(String(token));
          if (payload === null) throw new Error('Invalid token.');
          return payload;
        }
        const claims = await userTokens.verify(String(token));
        const user =
          claims && (await strapi.db.query(USER).findOne({ where: { id: claims.userId } }));
        if (!claims || !user) throw new Error('Invalid token.');
        return { id: user.id, sessionId: claims.sessionId };
      },
      /** The payload of the token in a request; null if there is none. */
      async getToken(ctx: Context): Promise<JsonObject | null> {
        const [scheme = '', token, ...others] =
          ctx.request.headers.authorization?.split(/\s+/) ?? [];
        if (scheme.toLowerCase() !== 'bearer' || token === undefined || others.length > 0) {
          return null;
        }
        return service.verify(token);
      },
    };
    return service;
  };
}
