// Service `jwt`: tokens of end users.
import type { Context } from 'koa';
import { parseLifespan } from '../../../auth/lifespan.ts';
import type { JsonObject, JsonValue } from '../../../base/json.ts';
import { USER } from '../../../schema/built-in/uids.ts';
import type { Service, Strapi } from '../../strapi/strapi.ts';
import type { UsersPermissionsDependencies } from '../dependencies.ts';

interface JwtOptions {
  readonly expiresIn?: unknown;
  readonly [name: string]: unknown;
}

/** Claims for options of `issue`. */
const CLAIMS = { subject: 'sub', audience: 'aud', issuer: 'iss', jwtid: 'jti' } as const;

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
      issue(payload: JsonObject, options: JwtOptions = {}): string | Promise<string> {
        const { userTokens } = dependencies();
        const { expiresIn } = options;
        if (userTokens.mode === 'refresh') return openSession(payload);
        const claims = { ...payload, ...claimsOf(options) };
        if (expiresIn === undefined) return userTokens.issue(claims);
        const seconds = toLifetime(expiresIn);
        if (seconds !== null) return userTokens.issue(claims, seconds);
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
      async getToken(
        this: { readonly verify: (token: string) => Promise<JsonObject> },
        { request }: Context,
      ): Promise<JsonObject | null> {
        // Code also calls it with an object that has only `header`.
        const { authorization } = request.header ?? request.headers;
        const [scheme = '', token, ...others] = authorization?.split(/\s+/) ?? [];
        if (scheme.toLowerCase() !== 'bearer' || token === undefined || others.length > 0) {
          return null;
        }
        return this.verify(token);
      },
    };
    return service;
  };
}

function claimsOf(options: JwtOptions): JsonObject {
  const claims = Object.entries(CLAIMS).flatMap(([name, claim]): readonly [string, JsonValue][] => {
    const value = options[name];
    if (value === undefined) return [];
    const isList = name === 'audience' && Array.isArray(value);
    return [[claim, isList ? value.map(String) : String(value)]];
  });
  return Object.fromEntries(claims);
}

/** In seconds; negative for a token that has expired already. */
function toLifetime(span: unknown): number | null {
  const isNegative = typeof span === 'number' ? span < 0 : String(span).startsWith('-');
  if (!isNegative) return parseLifespan(span);
  const seconds = parseLifespan(typeof span === 'number' ? -span : String(span).slice(1));
  return seconds === null ? null : -seconds;
}
