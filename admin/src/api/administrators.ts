// The signed-in user and their permissions.
import { isJsonObject, objectsOf, stringOr, type JsonObject } from '../base/json.ts';
import type { Client } from './client.ts';
import { send } from './send.ts';

export interface Administrator {
  readonly id: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly email: string;
  /** Role names. */
  readonly roles: readonly string[];
  readonly isSuperAdmin: boolean;
}

/** User calls. */
export interface AdministratorsApi {
  me(): Promise<Administrator>;
  /** Permission rows of all roles of the user. */
  permissions(): Promise<readonly JsonObject[]>;
}

/** Creates the user calls. */
export function createAdministratorsApi({ request }: Client): AdministratorsApi {
  return {
    async me() {
      const { body } = await request('GET', '/admin/users/me');
      return parseAdministrator(isJsonObject(body) ? body['data'] : null);
    },
    async permissions() {
      const { body } = await request('GET', '/admin/users/me/permissions');
      return objectsOf(isJsonObject(body) ? body['data'] : null);
    },
  };
}

/** Parses a user. */
export function parseAdministrator(raw: unknown): Administrator {
  const administrator = isJsonObject(raw) ? raw : {};
  return {
    id: String(administrator['id']),
    firstname: stringOr(administrator['firstname'], ''),
    lastname: stringOr(administrator['lastname'], ''),
    email: stringOr(administrator['email'], ''),
    roles: objectsOf(administrator['roles']).map(({ name }) => stringOr(name, '')),
    isSuperAdmin: objectsOf(administrator['roles']).some(
      ({ code }) => code === 'strapi-super-admin',
    ),
  };
}

/** Returns true if an administrator exists. */
export async function hasAdministrator(): Promise<boolean> {
  const { body } = await send('GET', '/admin/init');
  const data = isJsonObject(body) && isJsonObject(body['data']) ? body['data'] : {};
  return data['hasAdmin'] !== false;
}
