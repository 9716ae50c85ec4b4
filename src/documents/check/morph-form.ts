// In charge of what may be sent for polymorphic relations: which forms are refused as a key, and which change nothing.
// What would change links is not written yet.
import type { JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import type { Registry } from '../../schema/registry.ts';
import type { Attribute, MorphAttribute } from '../../schema/types.ts';

/**
 * True where Strapi refuses the key itself: a morphToOne cannot be sent at all, and of a morphToMany every target
 * must say of which type it is (`__type`).
 */
export function refusedMorph(
  registry: Registry,
  attribute: Attribute | undefined,
  value: JsonValue,
): boolean {
  if (attribute?.kind !== 'morph') return false;
  if (attribute.relation === 'morphToOne') return true;
  if (attribute.relation !== 'morphToMany') return false;
  const lists = listsOf(value);
  return (
    lists.length === 0 || !lists.every((list) => list.every((each) => isTyped(registry, each)))
  );
}

/** True for a value that leaves the links of a row as they are; in a new row there are none to leave. */
export function leavesMorph(
  { relation }: MorphAttribute,
  value: JsonValue,
  isNew: boolean,
): boolean {
  const isEmptyList = Array.isArray(value) && value.length === 0;
  if (relation === 'morphToMany') return isEmptyList;
  if (isJsonObject(value)) return Object.keys(value).length === 0;
  return isNew && (value === null || isEmptyList);
}

function listsOf(value: JsonValue): readonly (readonly JsonValue[])[] {
  if (Array.isArray(value)) return [value];
  if (!isJsonObject(value)) return [];
  return ['set', 'connect', 'disconnect'].flatMap((key) => {
    const list = Object.hasOwn(value, key) ? value[key] : undefined;
    return Array.isArray(list) ? [list] : [];
  });
}

function isTyped(registry: Registry, item: JsonValue): boolean {
  if (!isJsonObject(item) || !Object.hasOwn(item, '__type')) return false;
  const type = item['__type'];
  return typeof type === 'string' && registry.contentTypes.has(type);
}
