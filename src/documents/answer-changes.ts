// Changes that hooks make to the answer of a write.
import type { JsonObject } from '../base/json.ts';
import type { EntryObject } from '../query/object-builder.ts';
import type { ContentType } from '../schema/types.ts';
import type { AnswerChanges } from './write-hooks.ts';

/**
 * An entry with changes of hooks. Attributes that the answer does not show stay out of it.
 * @param entry An object, or its JSON text, in which version 4 has the values in `attributes`
 * @returns null if nothing changes
 */
export function withChanges(
  entry: unknown,
  changes: AnswerChanges | undefined,
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
