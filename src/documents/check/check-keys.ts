// Checks the keys of `data` and of the components, dynamic zones and relations in it (docs/strapi/writing.md,
// "Keys of data").
import { invalidKey, validationError, type AppError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import type { Registry } from '../../schema/registry.ts';
import type { ContentType } from '../../schema/types.ts';
import { isTyped, invalidTypedKey } from './typed-relation.ts';
import { pathText, walkKeys } from './walk-keys.ts';

/**
 * Checks for ids, then for attributes that are not writable, then for unknown keys, each in the order of the body.
 * @throws ValidationError for the first invalid key
 */
export function checkKeys(registry: Registry, type: ContentType, data: JsonObject): void {
  for (const key of ['id', 'documentId']) {
    if (Object.hasOwn(data, key)) {
      throw validationError(`Invalid key ${key}`, { key, source: 'body' });
    }
  }
  for (const key of Object.keys(data)) {
    const attribute = type.attributes.get(key);
    if (attribute && !attribute.writable && !IGNORED.has(key)) throw invalidRootKey(key);
  }
  const malformed: AppError[] = [];
  walkKeys(registry, { type, data }, (attribute, key, inside) => {
    if (!attribute) throw invalidKey({ key, path: pathText(inside.path), source: 'body' });
    if (malformed.length > 0 || attribute.kind !== 'morph' || !isTyped(attribute)) return;
    const fault = invalidTypedKey(registry, key, Reflect.get(inside.object, key));
    if (fault === null) return;
    const path = pathText({ name: key, above: inside.path });
    malformed.push(invalidKey({ key: fault, path, source: 'body' }));
  });
  // Unknown keys are reported first, wherever they are.
  const [first] = malformed;
  if (first) throw first;
}

/** Keys that are accepted with any value and ignored. */
const IGNORED: ReadonlySet<string> = new Set(['publishedAt', 'locale']);

function invalidRootKey(key: string): AppError {
  return invalidKey({ key, path: key, source: 'body' });
}
