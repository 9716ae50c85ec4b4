// Checks the keys, relations and limits of the data of a write, in the order of the body.
import type { AppError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import type { ReadAccess } from '../../query/access.ts';
import type { Registry } from '../../schema/registry.ts';
import type { Attribute, ContentType } from '../../schema/types.ts';
import { AccessCheck } from './check-access.ts';
import { assertRootKeys, KeyCheck } from './check-keys.ts';
import { walkKeys, type KeyedObject, type WalkInput } from './walk-keys.ts';

/** Checks keys, relations and limits, but no values. @throws ValidationError for the first error */
export function checkBody(
  registry: Registry,
  { type, data }: { readonly type: ContentType; readonly data: JsonObject },
  access: ReadAccess,
): void {
  assertRootKeys(type, data);
  const body = new BodyCheck(registry, access);
  for (const [key, value] of Object.entries(data)) {
    const attribute = type.attributes.get(key);
    body.visit(attribute, key, { object: data, step: null, isText: false });
    const step = { segment: key, above: null };
    if (attribute) body.walk(attribute, { value, location: { step, isText: false } });
  }
  if (body.error) throw body.error;
}

/**
 * Reports unknown keys, then malformed relations, and then relations that the caller may not write and exceeded limits, each
 * in the order of the body.
 */
export class BodyCheck {
  readonly #registry: Registry;
  readonly #keys: KeyCheck;
  readonly #access: AccessCheck;

  constructor(registry: Registry, access: ReadAccess) {
    this.#registry = registry;
    this.#keys = new KeyCheck(registry);
    this.#access = new AccessCheck(access);
  }

  /**
   * The error to be reported so far. A malformed relation or an unknown key in the rest of the body precedes one in access or
   * limits.
   */
  get error(): AppError | null {
    return this.#keys.error ?? this.#access.error;
  }

  /**
   * Checks a key that may name an attribute, but not the keys inside its value.
   * @param attribute Undefined for an unknown name
   * @throws ValidationError for an unknown key
   */
  visit(attribute: Attribute | undefined, key: string, inside: KeyedObject): void {
    this.#keys.visit(attribute, key, inside);
    this.#access.visit(attribute, key, inside);
  }

  /** Checks the keys inside a value. @throws ValidationError for an unknown key */
  walk(attribute: Attribute, { value, location }: WalkInput): void {
    if (attribute.kind === 'scalar') return;
    walkKeys(this.#registry, { attribute, value, location }, (found, key, inside) => {
      this.visit(found, key, inside);
    });
  }
}
