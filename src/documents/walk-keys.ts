// In charge of walking through the keys of a write's `data`, down into its components, zones and relations, in the
// order of the body. Values are not looked at, but for what stands inside them.
import type { JsonObject, JsonValue } from '../base/json.ts';
import { FILE } from '../schema/built-in/uids.ts';
import type { Registry } from '../schema/registry.ts';
import type { Attribute, ContentType, Model, ScalarAttribute } from '../schema/types.ts';
import { toItem } from './check/component-item.ts';
import { isTyped } from './check/typed-relation.ts';

/**
 * Gets every key that may name an attribute, before those inside its value.
 * @param attribute Undefined: the model has none of that name
 */
export type VisitKey = (attribute: Attribute | undefined, key: string, inside: Inside) => void;

/** What is walked through. */
export interface Walked {
  readonly type: ContentType;
  readonly data: JsonObject;
  /** True: also through components that are sent as JSON text. */
  readonly texts?: boolean;
}

/** Keys beside the attributes of a model. */
const NONE: ReadonlySet<string> = new Set();
const OF_COMPONENTS: ReadonlySet<string> = new Set(['id', 'documentId']);
const OF_ZONE_ITEMS: ReadonlySet<string> = new Set([...OF_COMPONENTS, '__component']);
const OPERATIONS = ['connect', 'disconnect', 'set', 'options'] as const;
const OF_RELATIONS: ReadonlySet<string> = new Set([...OF_COMPONENTS, ...OPERATIONS]);
const OF_MORPH_ITEMS: ReadonlySet<string> = new Set([...OF_RELATIONS, '__type']);

/** An object that is walked through, or a list that stands where one belongs: its indexes are keys then. */
export class Inside {
  readonly object: object;
  readonly kind: Kind;
  readonly path: Path | null;
  #keys: readonly string[] | null = null;
  #next = 0;

  constructor(object: object, kind: Kind, path: Path | null) {
    this.object = object;
    this.kind = kind;
    this.path = path;
  }

  nextKey(): string | undefined {
    this.#keys ??= Object.keys(this.object);
    this.#next += 1;
    return this.#keys[this.#next - 1];
  }
}

/** What the keys of an object may be. */
interface Kind {
  readonly model: Model;
  /** Beside the attributes of the model. */
  readonly extra: ReadonlySet<string>;
}

/** The attributes on the way to an object, the last one first: joined only where it is told. */
interface Path {
  readonly name: string;
  readonly above: Path | null;
}

/** Walks without recursion: relations lead to relations as deep as the body goes. @throws whatever `visit` throws */
export function walkKeys(
  registry: Registry,
  { type, data, texts = false }: Walked,
  visit: VisitKey,
): void {
  const open = [new Inside(data, { model: type, extra: NONE }, null)];
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
    const items = itemsOf(attribute, Reflect.get(inside.object, key), texts);
    const kindOf = kindsIn(registry, attribute);
    for (let at = items.length - 1; at >= 0; at -= 1) {
      const item: JsonValue | undefined = items[at];
      const kind = typeof item === 'object' && item !== null ? kindOf(item) : null;
      if (kind) open.push(new Inside(item as object, kind, path));
    }
  }
}

/** The names of attributes as an answer tells them: `seo.links`; null at the top. */
export function pathText(path: Path | null): string | null {
  if (!path) return null;
  const names: string[] = [];
  for (let at: Path | null = path; at; at = at.above) names.push(at.name);
  return names.toReversed().join('.');
}

/** What stands under an attribute: the items of a list, or the value alone where it is no zone. */
function itemsOf({ kind }: Attribute, value: JsonValue, texts: boolean): readonly JsonValue[] {
  if (!Array.isArray(value)) return kind === 'dynamiczone' ? [] : [value];
  const items: readonly JsonValue[] = value;
  const isComposed = kind === 'component' || kind === 'dynamiczone';
  return texts && isComposed
    ? items.map((item) => (typeof item === 'string' ? toItem(item) : item))
    : items;
}

/** Of which kind an object under an attribute is; null: the schema does not know its keys. */
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
      // The other side leads to one type: its items may not name theirs.
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

/** The text under a key of an object; empty where there is none. */
function textIn(item: object, key: string): string {
  const value: unknown = Object.hasOwn(item, key) ? Reflect.get(item, key) : undefined;
  return typeof value === 'string' ? value : '';
}
