// Walks the keys of `data` and of its components, dynamic zones and relations, in the order of the body, including components
// that are sent as JSON text.
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { FILE } from '../../schema/built-in/uids.ts';
import type { Registry } from '../../schema/registry.ts';
import type { Attribute, ContentType, Model, ScalarAttribute } from '../../schema/types.ts';
import { toItem } from './component-item.ts';
import { isTyped } from './typed-relation.ts';

/**
 * Called for every key that may name an attribute, before the keys inside its value.
 * @param attribute Undefined for an unknown name
 */
export type VisitKey = (
  attribute: Attribute | undefined,
  key: string,
  inside: WalkedObject,
) => void;

/** The data to walk. */
export interface WalkInput {
  readonly type: ContentType;
  readonly data: JsonObject;
}

/** Keys that are allowed in addition to attributes. */
const NONE: ReadonlySet<string> = new Set();
const OF_COMPONENTS: ReadonlySet<string> = new Set(['id', 'documentId']);
const OF_ZONE_ITEMS: ReadonlySet<string> = new Set([...OF_COMPONENTS, '__component']);
const OPERATIONS = ['connect', 'disconnect', 'set', 'options'] as const;
const OF_RELATIONS: ReadonlySet<string> = new Set([...OF_COMPONENTS, ...OPERATIONS]);
const OF_MORPH_ITEMS: ReadonlySet<string> = new Set([...OF_RELATIONS, '__type']);

/** An object of the walk, or a list instead of an object, whose indexes are the keys. */
export class WalkedObject {
  readonly object: object;
  readonly kind: Kind;
  readonly path: Path | null;
  /** True for a component that is sent as JSON text, and for objects in it. */
  readonly isText: boolean;
  #keys: readonly string[] | null = null;
  #next = 0;

  constructor(object: object, { kind, path, isText }: Omit<WalkedObject, 'object' | 'nextKey'>) {
    this.object = object;
    this.kind = kind;
    this.path = path;
    this.isText = isText;
  }

  nextKey(): string | undefined {
    this.#keys ??= Object.keys(this.object);
    this.#next += 1;
    return this.#keys[this.#next - 1];
  }
}

/** The allowed keys of an object. */
interface Kind {
  readonly model: Model;
  /** Keys that are allowed in addition to the attributes of the model. */
  readonly extra: ReadonlySet<string>;
}

/** The path of an object, the last attribute first. Paths are joined only for errors. */
interface Path {
  readonly name: string;
  readonly above: Path | null;
}

/** Walks without recursion, since relations may be nested as deeply as the body. @throws errors of `visit` */
export function walkKeys(registry: Registry, { type, data }: WalkInput, visit: VisitKey): void {
  const kind = { model: type, extra: NONE };
  const open = [new WalkedObject(data, { kind, path: null, isText: false })];
  for (let inside = open.at(-1); inside; inside = open.at(-1)) {
    const key = inside.nextKey();
    if (key === undefined) {
      open.pop();
      continue;
    }
    const { extra, model } = inside.kind;
    if (extra.has(key)) continue;
    const attribute = model.attributes.get(key);
    visit(attribute, key, inside);
    if (!attribute || attribute.kind === 'scalar') continue;
    const path = { name: key, above: inside.path };
    const value: JsonValue = Reflect.get(inside.object, key);
    const items = itemsOf(attribute, value);
    const kindOf = kindsIn(registry, attribute);
    const mayBeText = Array.isArray(value) && isComposed(attribute);
    for (let at = items.length - 1; at >= 0; at -= 1) {
      const sent = items[at];
      const isText = mayBeText && typeof sent === 'string';
      const item: JsonValue | undefined = isText ? toItem(sent) : sent;
      if (typeof item !== 'object' || item === null) continue;
      const kind = kindOf(item);
      if (kind) open.push(new WalkedObject(item, { kind, path, isText: isText || inside.isText }));
    }
  }
}

/** Prints a path such as `seo.links`; null at the root. */
export function pathText(path: Path | null): string | null {
  if (!path) return null;
  const names: string[] = [];
  for (let at: Path | null = path; at; at = at.above) names.push(at.name);
  return names.toReversed().join('.');
}

/** True for attributes whose items may be sent as JSON text. */
function isComposed({ kind }: Attribute): boolean {
  return kind === 'component' || kind === 'dynamiczone';
}

/** The items of a list, or the value itself unless the attribute is a dynamic zone. */
function itemsOf({ kind }: Attribute, value: JsonValue): readonly JsonValue[] {
  if (Array.isArray(value)) return value;
  return kind === 'dynamiczone' ? [] : [value];
}

/** Returns a function that decides the allowed keys of an item; null if they are not checked. */
function kindsIn(
  registry: Registry,
  attribute: Exclude<Attribute, ScalarAttribute>,
): (item: object) => Kind | null {
  switch (attribute.kind) {
    case 'component':
      return always({ model: registry.model(attribute.component), extra: OF_COMPONENTS });
    case 'relation':
    case 'localizations':
      return always({ model: registry.model(attribute.target), extra: OF_RELATIONS });
    case 'media':
      return always({ model: registry.model(FILE), extra: OF_RELATIONS });
    case 'dynamiczone':
      return (item) => {
        const model = registry.components.get(textIn(item, '__component'));
        return model ? { model, extra: OF_ZONE_ITEMS } : null;
      };
    case 'morph': {
      // An inverse relation leads to one type, so its items must not contain `__type`.
      const extra = isTyped(attribute) ? OF_MORPH_ITEMS : OF_RELATIONS;
      return (item) => {
        const model = registry.contentTypes.get(textIn(item, '__type'));
        return model ? { model, extra } : null;
      };
    }
  }
}

function always(kind: Kind): () => Kind {
  return () => kind;
}

/** The string in a key of an object, or an empty string. */
function textIn(item: object, key: string): string {
  const value: unknown = Object.hasOwn(item, key) ? Reflect.get(item, key) : undefined;
  return typeof value === 'string' ? value : '';
}
