// In charge of reading what was sent for one component: an object, in lists also as JSON text, and the id in it.
import { parseJson } from '../../base/bounded-json.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import { sentValue } from './written-attributes.ts';

/** An item of a list as an object; null where it is none. */
export function toItem(item: JsonValue): JsonObject | null {
  const value = typeof item === 'string' ? parsed(item) : item;
  return isJsonObject(value) ? value : null;
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}

/** Which row a component is sent for: a new one, the one of an id, or none that there could be. */
export function sentRow(data: JsonObject): number | 'new' | 'unknown' {
  const id = sentValue(data, 'id');
  if (id === undefined) return 'new';
  const isNumber = typeof id === 'number' || (typeof id === 'string' && /^\s*\d+\s*$/.test(id));
  const row = isNumber ? Number(id) : 0;
  return Number.isSafeInteger(row) && row > 0 ? row : 'unknown';
}

/**
 * The name of an item of a zone as text: numbers and booleans are read as such. Undefined where there is none.
 * @returns other lists and objects as they are
 */
export function componentName(item: JsonObject): JsonValue | undefined {
  const name = sentValue(item, '__component');
  return typeof name === 'number' || typeof name === 'boolean' ? String(name) : name;
}
