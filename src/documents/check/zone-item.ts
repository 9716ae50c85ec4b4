// In charge of what an item of a dynamic zone says it is (`__component`, docs/strapi/writing.md, "Dynamic zones").
import type { JsonObject, JsonValue } from '../../base/json.ts';
import type { Registry } from '../../schema/registry.ts';
import type { DynamicZoneAttribute } from '../../schema/types.ts';
import type { Finding } from '../finding.ts';
import { typeError } from '../values/type-error.ts';
import { attributePlace, failed, type Found, type Place } from './check-context.ts';
import { componentName } from './component-item.ts';

/** The component of an item, or what is wrong with its name. */
export function readZoneItem(
  registry: Registry,
  { components }: DynamicZoneAttribute,
  { item, place }: { readonly item: JsonObject; readonly place: Place },
): { readonly uid: string } | Found {
  const value = componentName(item);
  const at = attributePlace(place, '__component');
  if (value === undefined) {
    return failed(at, { message: `${at.label} is a required field` }, 3);
  }
  const isKnown = typeof value === 'string' && registry.components.has(value);
  if (isKnown && components.includes(value)) return { uid: value };
  const names = isKnown ? components : namesOf(registry);
  const message = `${at.label} must be one of the following values: ${names.join(', ')}`;
  const unknown = failed(at, { message, value }, 2);
  if (typeof value === 'string') return unknown;
  const wrongType = failed(at, { message: typeError(at.label, 'string', value), value });
  const findings: readonly Finding[] = [...wrongType.findings, ...unknown.findings];
  return { ...unknown, findings };
}

/** All components, in the order that the recorded answers have. */
function namesOf({ components }: Registry): readonly string[] {
  return [...components.keys()].toSorted().toReversed();
}

/**
 * What stands in the way of looking for relations in a zone: the first item that is no object, says nothing or names
 * no component. Null: nothing.
 */
export function zoneProblem(registry: Registry, value: JsonValue): string | null {
  if (value === null) return null;
  const items: readonly JsonValue[] = Array.isArray(value) ? value : [value];
  for (const item of items) {
    const isObject = typeof item === 'object' && item !== null && !Array.isArray(item);
    const name = isObject ? componentName(item as JsonObject) : undefined;
    if (item === null) return INVALID;
    if (!name) return UNDEFINED;
    if (typeof name !== 'string' || !registry.components.has(name)) return INVALID;
  }
  return null;
}

const INVALID = 'Invalid relations';
const UNDEFINED =
  'Cannot build relations store from dynamiczone, component identifier is undefined';
