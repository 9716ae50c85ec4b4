// Parses the position of a connected target (docs/strapi/writing.md, "Order and positions"; D12).
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import type { DocumentTarget, Position, TargetInput } from '../input.ts';
import { parseTarget, toDocument } from './parse-target.ts';
import { sentValue } from './written-attributes.ts';

/** Parses the position in an element of `connect`. The default is the end; null unless it is one known key with a valid value. */
export function parsePosition(element: JsonValue): Position<TargetInput> | null {
  const position = isJsonObject(element) ? (sentValue(element, 'position') ?? null) : null;
  if (position === null || !isJsonObject(element)) return { at: 'end' };
  if (!isJsonObject(position)) return null;
  const [at, ...others] = Object.keys(position);
  if (others.length > 0) return null;
  if (at === 'start' || at === 'end') return position[at] === true ? { at } : null;
  if (at !== 'before' && at !== 'after') return null;
  const anchor = toAnchor(position[at], element);
  return anchor ? { at, anchor } : null;
}

/** The documents in a position that has no effect, as in `set`: they must exist nevertheless. */
export function anchorsIn(element: JsonValue): readonly DocumentTarget[] {
  const position = isJsonObject(element) ? sentValue(element, 'position') : undefined;
  if (!isJsonObject(element) || !isJsonObject(position)) return [];
  if (parseTarget(element)?.by !== 'documentId') return [];
  return ['before', 'after'].flatMap((at) => {
    const anchor = toAnchor(sentValue(position, at), element);
    return anchor?.by === 'documentId' ? [anchor] : [];
  });
}

/** An anchor. A number is a row id if the target is named by row id, otherwise a documentId. */
function toAnchor(value: JsonValue | undefined, element: JsonObject): TargetInput | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  if (value !== 0 && value !== '' && parseTarget(element)?.by === 'id') {
    const anchor = parseTarget(value);
    if (anchor?.by === 'id') return anchor;
  }
  return toDocument(String(value), element);
}
