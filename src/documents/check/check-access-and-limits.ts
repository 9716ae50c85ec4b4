// Checks the limits of a write, and that it links only to types that the caller may find (docs/strapi/access.md,
// "Relations").
import { invalidKey, validationError } from '../../base/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import {
  MAX_WRITTEN_COMPONENTS,
  MAX_WRITTEN_PASSWORDS,
  MAX_WRITTEN_TARGETS,
} from '../../base/limits.ts';
import type { ReadAccess } from '../../query/access.ts';
import type { Registry } from '../../schema/registry.ts';
import type { Attribute, ContentType } from '../../schema/types.ts';
import { pathText, walkKeys } from './walk-keys.ts';

/**
 * Checks the data of a write. `checkKeys` has checked its keys.
 * @throws ValidationError for the first relation to a type that the caller may not find, whatever its value, and for a write
 * that exceeds a limit
 */
export function checkAccessAndLimits(
  registry: Registry,
  { type, data }: { readonly type: ContentType; readonly data: JsonObject },
  access: ReadAccess,
): void {
  const limits = new WriteLimits();
  walkKeys(registry, { type, data, texts: true }, (attribute, key, { object, path }) => {
    if (!attribute) return;
    const value: JsonValue = Reflect.get(object, key);
    if (!targetsOf(attribute, value).every((uid) => access.mayFind(uid))) {
      throw invalidKey({ key, path: pathText({ name: key, above: path }), source: 'body' });
    }
    limits.add(attribute, value);
  });
}

/** The content-types that an attribute leads to. Media need no permission. */
function targetsOf(attribute: Attribute, value: JsonValue): readonly string[] {
  switch (attribute.kind) {
    case 'relation':
    case 'localizations':
      return [attribute.target];
    case 'morph':
      return attribute.target === undefined ? namedTypes(value) : [attribute.target];
    default:
      return [];
  }
}

/** The types in `__type` of the items of a value and of their positions. */
function namedTypes(value: JsonValue): readonly string[] {
  return operandsOf(value)
    .flat()
    .filter(isJsonObject)
    .flatMap((element) => [element, element['position']])
    .flatMap((named) => {
      const type = isJsonObject(named) ? named['__type'] : undefined;
      return typeof type === 'string' ? [type] : [];
    });
}

/** The values of `set`, `connect` and `disconnect`, or the value itself if it is not an object. */
function operandsOf(value: JsonValue): readonly (JsonValue | undefined)[] {
  return isJsonObject(value) ? [value['set'], value['connect'], value['disconnect']] : [value];
}

/** Counts the components, related documents and passwords of a write. */
class WriteLimits {
  #components = 0;
  #targets = 0;
  #passwords = 0;

  /** Counts a value. @throws ValidationError past a limit */
  add(attribute: Attribute, value: JsonValue): void {
    switch (attribute.kind) {
      case 'scalar':
        if (attribute.type === 'password' && typeof value === 'string') this.#passwords += 1;
        assertFew(this.#passwords, { limit: MAX_WRITTEN_PASSWORDS, what: 'passwords' });
        return;
      case 'component':
      case 'dynamiczone':
        this.#components += Array.isArray(value) ? value.length : 1;
        assertFew(this.#components, { limit: MAX_WRITTEN_COMPONENTS, what: 'components' });
        return;
      default:
        for (const list of operandsOf(value)) this.#targets += lengthOf(list);
        assertFew(this.#targets, { limit: MAX_WRITTEN_TARGETS, what: 'related documents' });
    }
  }
}

/** The length of a list, in which nested lists count as their items. */
function lengthOf(list: JsonValue | undefined): number {
  if (!Array.isArray(list)) return 1;
  const items: readonly JsonValue[] = list;
  return items.reduce<number>((sum, item) => sum + (Array.isArray(item) ? item.length : 1), 0);
}

function assertFew(
  count: number,
  { limit, what }: { readonly limit: number; readonly what: string },
): void {
  if (count <= limit) return;
  throw validationError(
    `Too many ${what} in one request. At most ${limit} can be written at once.`,
  );
}
