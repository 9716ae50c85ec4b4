// Content locales.
import { isJsonObject, objectsOf, stringOr } from '../base/json.ts';
import type { Client } from './client.ts';

/** A locale of the project. */
export interface ContentLocale {
  readonly code: string;
  readonly name: string;
  readonly isDefault: boolean;
}

/** Returns all locales, starting with the default. */
export async function listLocales({ request }: Client): Promise<readonly ContentLocale[]> {
  const { body } = await request('GET', '/i18n/locales');
  return parseLocales(isJsonObject(body) ? body['data'] : body);
}

export function parseLocales(raw: unknown): readonly ContentLocale[] {
  return objectsOf(raw)
    .map(({ code, name, isDefault }) => ({
      code: stringOr(code, ''),
      name: stringOr(name, stringOr(code, '')),
      isDefault: isDefault === true,
    }))
    .toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault));
}
