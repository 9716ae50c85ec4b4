// In charge of the sign-in providers that an administrator stores: what they may be, and that signing in with a
// password stays as it was where it is not spoken of (docs/strapi/accounts.md, "Settings").
import { validationError } from '../../base/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import { coreStoreValue, storeCoreValue } from '../../storage/core-store.ts';
import type { Writing } from '../../storage/database.ts';
import type { RowStatements } from '../../storage/row-statements.ts';
import { PROVIDER_SETTINGS } from '../providers/find-provider.ts';

const TEXTS = ['key', 'secret', 'callback', 'callbackUrl', 'subdomain'];

/** Name of what signing in with a password is stored as. */
const PASSWORD = 'email';

/** The providers of a body, by name. @throws ValidationError */
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

/** Stores providers in the place of those that are there. */
export function* storeProviders(statements: RowStatements, providers: JsonObject): Writing<void> {
  const stored = yield* coreStoreValue(PROVIDER_SETTINGS);
  const kept = isJsonObject(stored) && Object.hasOwn(stored, PASSWORD) ? stored[PASSWORD] : null;
  // Without it nobody could sign in with a password any more.
  const all = { [PASSWORD]: kept ?? { icon: 'envelope', enabled: true }, ...providers };
  yield* storeCoreValue({ statements }, PROVIDER_SETTINGS, all);
}

function noProviders(): Error {
  return validationError('providers must be an object of objects');
}

/** What a value should be; null where it is that, or nothing looks at it. */
function expectedOf(key: string, value: JsonValue): string | null {
  if (key === 'enabled') return typeof value === 'boolean' ? null : 'true or false';
  if (key === 'scope') return isTexts(value) ? null : 'a list of strings';
  return TEXTS.includes(key) && typeof value !== 'string' ? 'a string' : null;
}

function isTexts(value: JsonValue): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
