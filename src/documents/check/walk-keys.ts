// Walks the keys inside a value that is not checked as components: those of relations and media, and of components and
// dynamic zones inside them, including components that are sent as JSON text.
import type { JsonValue } from '../../base/json.ts';
import { FILE } from '../../schema/built-in/uids.ts';
import type { Registry } from '../../schema/registry.ts';
import type { Attribute, Model, ScalarAttribute } from '../../schema/types.ts';
import { toItem } from './component-item.ts';
import { isTyped } from './typed-relation.ts';

/**
 * Called for every key that may name an attribute, before the keys inside its value.
 * @param attribute Undefined for an unknown name
 */
export type VisitKey = (attribute: Attribute | undefined, key: string, inside: KeyedObject) => void;

/** An object of the body. */
export interface KeyedObject {
  readonly object: object;
  readonly step: Step | null;
  /** True for a component that is sent as JSON text, and for objects in it. */
  readonly isText: boolean;
}

/** An attribute whose values contain keys. */
type StructuredAttribute = Exclude<Attribute, ScalarAttribute>;

/** The value of an attribute, and where it is. */
export interface WalkInput {
  readonly value: JsonValue;
  readonly location: Pick<KeyedObject, 'step' | 'isText'>;
}

/** Keys that are allowed in addition to attributes. */
const OF_COMPONENTS: ReadonlySet<string> = new Set(['id', 'documentId']);
const OF_ZONE_ITEMS: ReadonlySet<string> = new Set([...OF_COMPONENTS, '__component']);
const OPERATIONS = ['connect', 'disconnect', 'set', 'options'] as const;
const OF_RELATIONS: ReadonlySet<string> = new Set([...OF_COMPONENTS, ...OPERATIONS]);
const OF_MORPH_ITEMS: ReadonlySet<string> = new Set([...OF_RELATIONS, '__type']);

/** An object of the walk, or a list instead of an object, whose indexes are the keys. */
class WalkedObject implements KeyedObject {
  readonly object: object;
  readonly kind: Kind;
  readonly step: Step | null;
  readonly isText: boolean;
  #keys: readonly string[] | null = null;
  #next = 0;

  constructor(object: object, { kind, step, isText }: Omit<WalkedObject, 'object' | 'nextKey'>) {
    this.object = object;
    this.kind = kind;
    this.step = step;
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

/** A step of a path: an attribute, or the index of an item. Paths are joined only for errors, since most values are valid. */
export interface Step {
  readonly segment: string | number;
  readonly above: Step | null;
}

/** Walks without recursion, since relations may be nested as deeply as the body. @throws errors of `visit` */
export function walkKeys(
  registry: Registry,
  { attribute, value, location }: WalkInput & { readonly attribute: StructuredAttribute },
  visit: VisitKey,
): void {
  const open: WalkedObject[] = [];
  openItems(attribute, value, location);
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
    const step = { segment: key, above: inside.step };
    openItems(attribute, Reflect.get(inside.object, key), { step, isText: inside.isText });
  }

  function openItems(
    attribute: StructuredAttribute,
    value: JsonValue,
    { step, isText }: WalkInput['location'],
  ): void {
    const items = itemsOf(attribute, value);
    const kindOf = kindsIn(registry, attribute);
    const mayBeText = Array.isArray(value) && isComposed(attribute);
    for (let at = items.length - 1; at >= 0; at -= 1) {
      const sent = items[at];
      const isParsed = mayBeText && typeof sent === 'string';
      const item: JsonValue | undefined = isParsed ? toItem(sent) : sent;
      if (typeof item !== 'object' || item === null) continue;
      const kind = kindOf(item);
      if (kind) open.push(new WalkedObject(item, { kind, step, isText: isParsed || isText }));
    }
  }
}

/** Prints the attributes of a path, such as `seo.links`; null at the root. */
export function pathText(path: Step | null): string | null {
  const names: string[] = [];
  for (let at = path; at; at = at.above) {
    if (typeof at.segment === 'string') names.push(at.segment);
  }
  return names.length === 0 ? null : names.toReversed().join('.');
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

/** Keys that are allowed in the items of an attribute in addition to those of its components. */
export function extraKeysOf(kind: 'component' | 'dynamiczone'): ReadonlySet<string> {
  return kind === 'dynamiczone' ? OF_ZONE_ITEMS : OF_COMPONENTS;
}

/** Returns a function that decides the allowed keys of an item; null if they are not checked. */
function kindsIn(
  registry: Registry,
  attribute: StructuredAttribute,
): (item: object) => Kind | null {
  switch (attribute.kind) {
    case 'component':
      return always({
        model: registry.model(attribute.component),
        extra: extraKeysOf(attribute.kind),
      });
    case 'relation':
    case 'localizations':
      return always({ model: registry.model(attribute.target), extra: OF_RELATIONS });
    case 'media':
      return always({ model: registry.model(FILE), extra: OF_RELATIONS });
    case 'dynamiczone':
      return (item) => {
        const model = registry.components.get(textIn(item, '__component'));
        return model ? { model, extra: extraKeysOf(attribute.kind) } : null;
      };
    case 'morph': {
      // An inverse relation has one target type, so its items must not contain `__type`.
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
