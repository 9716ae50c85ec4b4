// Casts values to text, numbers and booleans (docs/strapi/writing.md, "Attribute values"). The functions accept any JSON value;
// the caller checks the type of the result.
import { parseJson } from '../../base/bounded-json.ts';

/** Converts numbers and booleans to text; other values are returned unchanged. */
export function castText(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}

/** Converts a value to a number, or NaN. A list is converted to text, of which the leading number is used. */
export function castNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'string') {
    const text = value.replaceAll(/\s/g, '');
    return text === '' ? NaN : Number(text);
  }
  let first = value;
  while (Array.isArray(first)) first = first[0];
  if (typeof first === 'number') return first;
  return typeof first === 'string' ? Number.parseFloat(first) : NaN;
}

/** Converts `true`, `false`, `1` and `0`, in any case and as the only item of a list; other values are returned unchanged. */
export function castBoolean(value: unknown): unknown {
  if (typeof value === 'boolean') return value;
  let single = value;
  while (Array.isArray(single) && single.length === 1) single = single[0];
  switch (typeof single === 'string' ? single.toLowerCase() : single) {
    case true:
    case 1:
    case '1':
    case 'true':
      return true;
    case false:
    case 0:
    case '0':
    case 'false':
      return false;
    default:
      return value;
  }
}

/** Parses JSON; undefined if the text is not valid JSON. */
export function tryParseJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
