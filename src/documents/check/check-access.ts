// Checks the limits of a write, and that it links only to types that the caller may find (docs/strapi/access.md,
// "Relations").
import { invalidKey, validationError, type AppError } from '../../base/errors.ts';
import { isJsonObject, type JsonValue } from '../../base/json.ts';
import {
  MAX_WRITTEN_COMPONENTS,
  MAX_WRITTEN_PASSWORDS,
  MAX_WRITTEN_TARGETS,
} from '../../base/limits.ts';
import type { ReadAccess } from '../../query/access.ts';
import type { Attribute } from '../../schema/types.ts';
import { pathText, type KeyedObject } from './walk-keys.ts';

/** Checks relations, whatever their values, and the limits of a write. */
export class AccessCheck {
  readonly #access: ReadAccess;
  readonly #limits = new WriteLimits();
  #first: AppError | null = null;

  constructor(access: ReadAccess) {
    this.#access = access;
  }

  /** The error for the first relation to a type that the caller may not find, or value that exceeds a limit. */
  get error(): AppError | null {
    return this.#first;
  }

  visit(attribute: Attribute | undefined, key: string, inside: KeyedObject): void {
    if (!attribute || this.#first) return;
    const value: JsonValue = Reflect.get(inside.object, key);
    if (targetsOf(attribute, value).every((uid) => this.#access.mayFind(uid))) {
      this.#first = this.#limits.add(attribute, value);
    } else {
      const path = pathText({ segment: key, above: inside.step });
      this.#first = invalidKey({ key, path, source: 'body' });
    }
  }
}

/** The target types of an attribute. Media need no permission. */
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

  /** Counts a value. @returns the error if it exceeds a limit */
  add(attribute: Attribute, value: JsonValue): AppError | null {
    switch (attribute.kind) {
      case 'scalar':
        if (attribute.type === 'password' && typeof value === 'string') this.#passwords += 1;
        return tooMany(this.#passwords, { limit: MAX_WRITTEN_PASSWORDS, what: 'passwords' });
      case 'component':
      case 'dynamiczone':
        this.#components += Array.isArray(value) ? value.length : 1;
        return tooMany(this.#components, { limit: MAX_WRITTEN_COMPONENTS, what: 'components' });
      default:
        for (const list of operandsOf(value)) this.#targets += lengthOf(list);
        return tooMany(this.#targets, { limit: MAX_WRITTEN_TARGETS, what: 'related documents' });
    }
  }
}

/** The length of a list, in which nested lists count as their items. */
function lengthOf(list: JsonValue | undefined): number {
  if (!Array.isArray(list)) return 1;
  const items: readonly JsonValue[] = list;
  return items.reduce<number>((sum, item) => sum + (Array.isArray(item) ? item.length : 1), 0);
}

function tooMany(
  count: number,
  { limit, what }: { readonly limit: number; readonly what: string },
): AppError | null {
  if (count <= limit) return null;
  return validationError(
    `Too many ${what} in one request. At most ${limit} can be written at once.`,
  );
}
