// Applies the changes that hooks make to the response to a write.
import { isJsonObject } from '../base/json.ts';
import type { EntryObject } from '../query/object-builder.ts';
import type { ContentType } from '../schema/types.ts';
import type { ResponseChanges } from './write-hooks.ts';

/**
 * Applies changes to an entry. Attributes that are not part of the response are ignored.
 * @param entry Version 4 has the values in `attributes`
 */
export function applyChanges(
  entry: EntryObject,
  changes: ResponseChanges | undefined,
  type: ContentType,
): EntryObject {
  if (!changes) return entry;
  const wrapped = type.attributes.has('attributes') ? null : entry['attributes'];
  const values = isJsonObject(wrapped) ? wrapped : entry;
  const shown = [...changes].filter(([name]) => name in values || !type.attributes.has(name));
  const changed = { ...values, ...Object.fromEntries(shown) };
  return values === entry ? changed : { ...entry, attributes: changed };
}
