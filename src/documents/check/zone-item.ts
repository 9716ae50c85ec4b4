// Parses `__component` of the items of a dynamic zone (docs/strapi/writing.md, "Dynamic zones").
import type { JsonObject, JsonValue } from '../../base/json.ts';
import type { Registry } from '../../schema/registry.ts';
import type { DynamicZoneAttribute } from '../../schema/types.ts';
import type { Finding } from './finding.ts';
import { typeError } from '../../base/type-error.ts';
import { attributeLocation, failed, type CheckResult, type DataLocation } from './check-context.ts';
import { componentName } from './component-item.ts';

/** The component of an item, or the error in its name. */
export function parseZoneItem(
  registry: Registry,
  { components }: DynamicZoneAttribute,
  { item, location }: { readonly item: JsonObject; readonly location: DataLocation },
): { readonly uid: string } | CheckResult {
  const value = componentName(item);
  const at = attributeLocation(location, '__component');
  if (value === undefined) {
    return failed(at, { message: `${at.label} is a required field` }, 3);
  }
  const isKnown = typeof value === 'string' && registry.components.has(value);
  if (isKnown && components.includes(value)) return { uid: value };
  const names = isKnown ? components : namesOf(registry);
  const message = `${at.label} must be one of the following values: ${names.join(', ')}`;
  const unknown = failed(at, { message, value }, 2);
  if (typeof value === 'string') return unknown;
  const wrongType = failed(at, { message: typeError(at.label, 'string', { value }), value });
  const findings: readonly Finding[] = [...wrongType.findings, ...unknown.findings];
  return { ...unknown, findings };
}

/** All components, in the order of the recorded responses. */
function namesOf({ components }: Registry): readonly string[] {
  return [...components.keys()].toSorted().toReversed();
}

/**
 * The error that prevents Strapi from searching a dynamic zone for relations: the first item that is not an object, or that
 * does not name a component. Null if there is none.
 */
export function zoneError(registry: Registry, value: JsonValue): string | null {
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
