// In charge of reading where a connected target is to stand (docs/strapi/writing.md, "Order and positions"; D12).
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import type { DocumentTarget, Position, TargetInput } from '../input.ts';
import { readTarget, toDocument } from './target.ts';
import { sentValue } from './written-attributes.ts';

/** The position in an element of `connect`: last where there is none; null where it is not one known key with its value. */
export function readPosition(element: JsonValue): Position<TargetInput> | null {
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

/** The documents that the position of a document names where it has no effect, as in `set`: they must be there. */
export function anchorsIn(element: JsonValue): readonly DocumentTarget[] {
  const position = isJsonObject(element) ? sentValue(element, 'position') : undefined;
  if (!isJsonObject(element) || !isJsonObject(position)) return [];
  if (readTarget(element)?.by !== 'documentId') return [];
  return ['before', 'after'].flatMap((at) => {
    const anchor = toAnchor(sentValue(position, at), element);
    return anchor?.by === 'documentId' ? [anchor] : [];
  });
}

/** Beside a row that is named by its id, a number is the id of a row too. Beside a document it is looked for as one. */
function toAnchor(value: JsonValue | undefined, element: JsonObject): TargetInput | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  if (value !== 0 && value !== '' && readTarget(element)?.by === 'id') {
    const anchor = readTarget(value);
    if (anchor?.by === 'id') return anchor;
  }
  return toDocument(String(value), element);
}
