// Validates the settings of sign-in providers of users (docs/strapi/accounts.md, "Settings").
import { validationError } from '../../base/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';

const TEXTS = ['key', 'secret', 'callback', 'callbackUrl', 'subdomain'];

/** Returns the providers of a body by name. @throws ValidationError */
export function checkProviders(providers: JsonValue | undefined): JsonObject {
  if (!isJsonObject(providers)) throw noProviders();
  for (const [name, provider] of Object.entries(providers)) {
    if (!isJsonObject(provider)) throw noProviders();
    for (const [key, value] of Object.entries(provider)) {
      const expected = value === null ? null : expectedOf(key, value);
      if (expected !== null) throw validationError(`${name}.${key} must be ${expected}`);
    }
  }
  return providers;
}

function noProviders(): Error {
  return validationError('providers must be an object of objects');
}

/** Returns the expected type of a value, or null if the value is valid or not checked. */
function expectedOf(key: string, value: JsonValue): string | null {
  if (key === 'enabled') return typeof value === 'boolean' ? null : 'true or false';
  if (key === 'scope') return isTexts(value) ? null : 'a list of strings';
  return TEXTS.includes(key) && typeof value !== 'string' ? 'a string' : null;
}

function isTexts(value: JsonValue): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
