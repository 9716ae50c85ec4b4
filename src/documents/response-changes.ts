// Applies the changes that hooks make to the response to a write.
import type { JsonObject } from '../base/json.ts';
import type { EntryObject } from '../query/object-builder.ts';
import type { ContentType } from '../schema/types.ts';
import type { ResponseChanges } from './write-hooks.ts';

/**
 * Applies changes to an entry. Attributes that are not part of the response are ignored.
 * @param entry An object or its JSON text; version 4 has the values in `attributes`
 * @returns null if there are no changes
 */
export function applyChanges(
  entry: unknown,
  changes: ResponseChanges | undefined,
  type: ContentType,
): EntryObject | null {
  if (!changes) return null;
  const object = (typeof entry === 'string' ? JSON.parse(entry) : entry) as JsonObject;
  const isWrapped = 'attributes' in object && !type.attributes.has('attributes');
  const values = isWrapped ? (object['attributes'] as JsonObject) : object;
  const shown = [...changes].filter(([name]) => name in values || !type.attributes.has(name));
  const changed = { ...values, ...Object.fromEntries(shown) };
  return isWrapped ? { ...object, attributes: changed } : changed;
}
