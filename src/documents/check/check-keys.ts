// Checks the keys of `data` and of the components, dynamic zones and relations in it (docs/strapi/writing.md,
// "Keys of data").
import { invalidKey, validationError, type AppError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import type { Registry } from '../../schema/registry.ts';
import type { Attribute, ContentType } from '../../schema/types.ts';
import { isTyped, invalidTypedKey } from './typed-relation.ts';
import { pathText, type KeyedObject } from './walk-keys.ts';

/** @throws ValidationError for an id, or else for the first attribute that is not writable */
export function assertRootKeys(type: ContentType, data: JsonObject): void {
  for (const key of ['id', 'documentId']) {
    if (Object.hasOwn(data, key)) {
      throw validationError(`Invalid key ${key}`, { key, source: 'body' });
    }
  }
  for (const key of Object.keys(data)) {
    const attribute = type.attributes.get(key);
    if (attribute && !attribute.writable && !IGNORED.has(key)) throw invalidRootKey(key);
  }
}

/** Keys that are accepted with any value and ignored. */
const IGNORED: ReadonlySet<string> = new Set(['publishedAt', 'locale']);

function invalidRootKey(key: string): AppError {
  return invalidKey({ key, path: key, source: 'body' });
}

/** Checks keys, except those of components that are sent as JSON text. */
export class KeyCheck {
  readonly #registry: Registry;
  #malformed: AppError | null = null;

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  /** The first malformed relation. Unknown keys are reported before it, wherever they are. */
  get error(): AppError | null {
    return this.#malformed;
  }

  /** @throws ValidationError for an unknown key */
  visit(
    attribute: Attribute | undefined,
    key: string,
    { object, step, isText }: KeyedObject,
  ): void {
    if (isText) return;
    if (!attribute) throw invalidKey({ key, path: pathText(step), source: 'body' });
    if (this.#malformed || attribute.kind !== 'morph' || !isTyped(attribute)) return;
    const fault = invalidTypedKey(this.#registry, key, Reflect.get(object, key));
    if (fault === null) return;
    const at = pathText({ segment: key, above: step });
    this.#malformed = invalidKey({ key: fault, path: at, source: 'body' });
  }
}
