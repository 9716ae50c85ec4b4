// Authentication of users by a service `jwt` that project code has replaced, for example to read the token from a cookie.
import type Koa from 'koa';
import { coreMethodOf } from '../factories/core-methods.ts';
import { toRecord } from '../../schema/raw.ts';
import type { Callable, Service, Strapi } from '../strapi/strapi.ts';

const JWT = 'plugin::users-permissions.jwt';

/** Functions of the service that authenticate users. */
const FUNCTIONS = ['getToken', 'verify'];

/** True if project code has replaced the functions that authenticate users. It can do so at any time. */
export function replacesTokens(strapi: Strapi): boolean {
  const service = strapi.service(JWT) ?? {};
  return FUNCTIONS.some((name) => {
    const method = service[name];
    return typeof method === 'function' && coreMethodOf(method)?.uid !== JWT;
  });
}

/** The user of a request: the row id, null without a token, or undefined for an invalid one. */
export async function userOfToken(ctx: Koa.Context, strapi: Strapi): Promise<unknown> {
  const service: Service = strapi.service(JWT) ?? {};
  try {
    const token: unknown = await Reflect.apply(service['getToken'] as Callable, service, [ctx]);
    return token ? toRecord(token)['id'] : null;
  } catch {
    return undefined;
  }
}
