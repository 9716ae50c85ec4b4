// Validates and stores sign-in providers. Password sign-in keeps its settings if the body does not contain it
// (docs/strapi/accounts.md, "Settings").
import { validationError } from '../../base/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import { coreStoreValue, storeCoreValue } from '../../storage/core-store.ts';
import type { WriteSteps } from '../../storage/database.ts';
import type { RowStatements } from '../../storage/row-statements.ts';
import { PROVIDER_SETTINGS } from '../providers/find-provider.ts';

const TEXTS = ['key', 'secret', 'callback', 'callbackUrl', 'subdomain'];

/** Name under which password sign-in is stored. */
const PASSWORD = 'email';

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

/** Replaces the stored providers. */
export function* storeProviders(
  statements: RowStatements,
  providers: JsonObject,
): WriteSteps<void> {
  const stored = yield* coreStoreValue(PROVIDER_SETTINGS);
  const kept = isJsonObject(stored) && Object.hasOwn(stored, PASSWORD) ? stored[PASSWORD] : null;
  // Without this entry, nobody could sign in with a password.
  const all = { [PASSWORD]: kept ?? { icon: 'envelope', enabled: true }, ...providers };
  yield* storeCoreValue({ statements }, PROVIDER_SETTINGS, all);
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
