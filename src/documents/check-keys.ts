// In charge of the keys of a write's `data`: which may stand there, and in its components, zones and relations
// (docs/strapi/writing.md, "Keys of data"). Values are not looked at, but for what stands inside them.
import { invalidKey, validationError, type AppError } from '../base/errors.ts';
import type { JsonObject } from '../base/json.ts';
import type { Registry } from '../schema/registry.ts';
import type { ContentType } from '../schema/types.ts';
import { isTyped, typedFormFault } from './check/typed-relation.ts';
import { pathText, walkKeys } from './walk-keys.ts';

/**
 * Checks the keys of `data`: ids, what is not writable, then unknown ones, each in the order of the body.
 * @throws ValidationError for the first key that may not be there
 */
export function checkKeys(registry: Registry, type: ContentType, data: JsonObject): void {
  for (const key of ['id', 'documentId']) {
    if (Object.hasOwn(data, key)) {
      throw validationError(`Invalid key ${key}`, { key, source: 'body' });
    }
  }
  for (const key of Object.keys(data)) {
    const attribute = type.attributes.get(key);
    if (attribute && !attribute.writable && !IGNORED.has(key)) throw refused(key);
  }
  const misformed: AppError[] = [];
  walkKeys(registry, { type, data }, (attribute, key, inside) => {
    if (!attribute) throw invalidKey({ key, path: pathText(inside.path), source: 'body' });
    if (misformed.length > 0 || attribute.kind !== 'morph' || !isTyped(attribute)) return;
    const fault = typedFormFault(registry, key, Reflect.get(inside.object, key));
    if (fault === null) return;
    const path = pathText({ name: key, above: inside.path });
    misformed.push(invalidKey({ key: fault, path, source: 'body' }));
  });
  // Unknown keys come first, wherever they are.
  const [first] = misformed;
  if (first) throw first;
}

/** Accepted with any value, and without effect. */
const IGNORED: ReadonlySet<string> = new Set(['publishedAt', 'locale']);

function refused(key: string): AppError {
  return invalidKey({ key, path: key, source: 'body' });
}
