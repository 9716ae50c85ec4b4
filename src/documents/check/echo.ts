// Converts `data` to the form that error responses contain (docs/strapi/writing.md, "Dynamic zones"): with casts and, for a
// new document, with defaults.
import { isJsonObject, type JsonValue } from '../../base/json.ts';
import { MAX_PATH_STEPS } from '../../base/limits.ts';
import type {
  Attribute,
  ComponentAttribute,
  DynamicZoneAttribute,
  ScalarAttribute,
} from '../../schema/types.ts';
import { checkScalar } from '../values/check-scalar.ts';
import type { CheckContext, SentObject } from './check-context.ts';
import { componentName, toItem } from './component-item.ts';
import { echoRelation, isLinked, showsOne } from './linked-attribute.ts';
import type { FoundDocuments } from './relation-echo.ts';
import { isTyped, typedEcho } from './typed-relation.ts';
import { defaultOf, sentValue, writtenAttributes } from './written-attributes.ts';

/** The context in which `data` is converted. */
export type EchoContext = Pick<CheckContext, 'registry' | 'action' | 'missing' | 'isVisible'> & {
  /** The rows of documents. A document without rows is shown by its id. */
  readonly found: FoundDocuments;
  /** The number of components around this one. */
  readonly depth: number;
};

/** A value as error responses contain it. */
export type Echo = Readonly<Record<string, unknown>>;

/** Converts the attributes of one row. @param keys Other keys to include */
export function echoAttributes(
  context: EchoContext,
  { model, data }: Pick<SentObject, 'model' | 'data'>,
  keys: readonly string[],
): Echo {
  const echo: Record<string, unknown> = {};
  for (const key of keys) {
    const value = sentValue(data, key);
    if (value !== undefined) echo[key] = value;
  }
  for (const attribute of writtenAttributes(model)) {
    const value = sentValue(data, attribute.name);
    // Passwords must not appear in responses or logs.
    if (attribute.kind === 'scalar' && attribute.type === 'password') continue;
    const isVisible = context.isVisible(attribute, data);
    const shown =
      value === undefined
        ? echoOfMissing(context, attribute, isVisible)
        : echoOf(context, attribute, { value, isVisible });
    if (shown !== undefined) echo[attribute.name] = shown;
  }
  return echo;
}

/** Converts the items of a repeatable component or a dynamic zone. */
export function echoList(
  { registry, action, missing, isVisible, found }: Omit<EchoContext, 'depth'>,
  attribute: ComponentAttribute | DynamicZoneAttribute,
  items: readonly JsonValue[],
): readonly unknown[] {
  const context = { registry, action, missing, isVisible, found, depth: 0 };
  return items.map((item) => echoItem(context, attribute, item));
}

function echoOf(
  context: EchoContext,
  attribute: Attribute,
  { value, isVisible }: { readonly value: JsonValue; readonly isVisible: boolean },
): unknown {
  if (!isVisible && !isLinked(attribute)) return value;
  switch (attribute.kind) {
    case 'scalar':
      return scalarEcho(attribute, value);
    case 'component':
    case 'dynamiczone':
      return componentsEcho(context, attribute, value);
    case 'relation':
    case 'media':
      return echoRelation(attribute, value, context.found);
    case 'morph': {
      const echo = echoRelation(attribute, value, context.found);
      return isTyped(attribute) && isJsonObject(value) ? typedEcho(echo) : echo;
    }
    case 'localizations':
      return value;
  }
}

function componentsEcho(
  context: EchoContext,
  attribute: ComponentAttribute | DynamicZoneAttribute,
  value: JsonValue,
): unknown {
  const isList = attribute.kind === 'dynamiczone' || attribute.repeatable;
  if (!isList) return isJsonObject(value) ? echoItem(context, attribute, value) : value;
  if (!Array.isArray(value)) return value;
  const items: readonly JsonValue[] = value;
  return items.map((item) => echoItem(context, attribute, item));
}

function echoItem(
  context: EchoContext,
  attribute: ComponentAttribute | DynamicZoneAttribute,
  item: JsonValue,
): unknown {
  const data = context.depth < MAX_PATH_STEPS ? toItem(item) : null;
  if (!data) return null;
  const inside = { ...context, depth: context.depth + 1 };
  if (attribute.kind === 'component') {
    const model = context.registry.model(attribute.component);
    return echoAttributes(inside, { model, data }, ID_KEYS);
  }
  const name = componentName(data);
  const model = typeof name === 'string' ? context.registry.components.get(name) : undefined;
  if (model) return echoAttributes(inside, { model, data }, ZONE_KEYS);
  return name === undefined ? data : { ...data, __component: name };
}

const ID_KEYS = ['id', 'documentId'] as const;
const ZONE_KEYS = ['__component', ...ID_KEYS] as const;

function scalarEcho(attribute: ScalarAttribute, value: unknown): unknown {
  const rules = { complete: false, draft: true };
  const { echo } = checkScalar({ attribute, label: attribute.name, rules }, value);
  return typeof echo === 'bigint' ? echo.toString() : echo;
}

/** The value of a missing key; undefined if it is not included. */
function echoOfMissing(
  { action, missing }: EchoContext,
  attribute: Attribute,
  isVisible: boolean,
): unknown {
  if (action === 'update' || !isVisible || !attribute.writable) return undefined;
  if (attribute.kind === 'scalar') {
    const value = defaultOf(attribute);
    if (value !== undefined) return scalarEcho(attribute, value);
  } else if (isOptionalList(attribute)) {
    return [];
  }
  return missing === 'null' ? nullOf(attribute) : undefined;
}

function isOptionalList(attribute: Attribute): boolean {
  const isList =
    attribute.kind === 'dynamiczone' || (attribute.kind === 'component' && attribute.repeatable);
  return isList && !attribute.raw['required'];
}

/** The value of an attribute without a stored value. */
function nullOf(attribute: Attribute): unknown {
  return isLinked(attribute) && !showsOne(attribute) ? [] : null;
}
