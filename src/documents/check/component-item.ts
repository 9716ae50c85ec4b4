// Parses the data of one component: an object, which may be JSON text in a list, and the id in it.
import { AppError } from '../../base/errors.ts';
import { parseJson } from '../../base/bounded-json.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import type { ComponentAttribute, DynamicZoneAttribute } from '../../schema/types.ts';
import { sentValue } from './written-attributes.ts';

/** An item of a list as an object; null if it is not an object. */
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

/** The row that a component refers to: a new one, the one with an id, or an impossible one. */
export function sentRow(data: JsonObject): number | 'new' | 'unknown' {
  const id = sentValue(data, 'id');
  if (id === undefined) return 'new';
  const isNumber = typeof id === 'number' || (typeof id === 'string' && /^\s*\d+\s*$/.test(id));
  const row = isNumber ? Number(id) : 0;
  return Number.isSafeInteger(row) && row > 0 ? row : 'unknown';
}

/**
 * The `__component` of an item of a dynamic zone. Numbers and booleans are converted to strings; other values are returned
 * unchanged.
 */
export function componentName(item: JsonObject): JsonValue | undefined {
  const name = sentValue(item, '__component');
  return typeof name === 'number' || typeof name === 'boolean' ? String(name) : name;
}

/** The error for a component id that the attribute does not contain. Dynamic zones have another error name. */
export function notRelated({ kind, name }: ComponentAttribute | DynamicZoneAttribute): AppError {
  const message = `Some of the provided components in ${name} are not related to the entity`;
  return kind === 'component'
    ? new AppError('ApplicationError', message)
    : new AppError('Error', message, { details: null });
}
