// The signed-in person and what they may do.
import { isJsonObject, objectsOf, stringOr, type JsonObject } from '../base/json.ts';
import type { Client } from './client.ts';
import { send } from './send.ts';

/** A person of the project. */
export interface Person {
  readonly id: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly email: string;
  /** Names of the roles. */
  readonly roles: readonly string[];
  readonly isSuperAdmin: boolean;
}

/** Calls about people. */
export interface PeopleApi {
  me(): Promise<Person>;
  /** Rows of the permissions of all own roles. */
  permissions(): Promise<readonly JsonObject[]>;
}

/** Creates the calls. */
export function createPeopleApi({ request }: Client): PeopleApi {
  return {
    async me() {
      const { body } = await request('GET', '/admin/users/me');
      return parsePerson(isJsonObject(body) ? body['data'] : null);
    },
    async permissions() {
      const { body } = await request('GET', '/admin/users/me/permissions');
      return objectsOf(isJsonObject(body) ? body['data'] : null);
    },
  };
}

/** Parses a person. */
export function parsePerson(raw: unknown): Person {
  const person = isJsonObject(raw) ? raw : {};
  return {
    id: String(person['id']),
    firstname: stringOr(person['firstname'], ''),
    lastname: stringOr(person['lastname'], ''),
    email: stringOr(person['email'], ''),
    roles: objectsOf(person['roles']).map(({ name }) => stringOr(name, '')),
    isSuperAdmin: objectsOf(person['roles']).some(({ code }) => code === 'strapi-super-admin'),
  };
}

/** Whether there is an administrator. */
export async function hasAdministrator(): Promise<boolean> {
  const { body } = await send('GET', '/admin/init');
  const data = isJsonObject(body) && isJsonObject(body['data']) ? body['data'] : {};
  return data['hasAdmin'] !== false;
}
