// In charge of reading a value as text, number or boolean where another type stands for it (docs/strapi/writing.md,
// "Attribute values"). All of them give something for any JSON value; what is not of the type afterwards is refused by
// who asked.
import { parseJson } from '../../base/bounded-json.ts';

/** Numbers and booleans as text; everything else, null too, as it is. */
export function castText(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}

/** A list counts as its text, of which the number at the beginning counts. NaN: there is none. */
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

/** What reads `true`, `false`, `1` or `0` in any case, also as the only item of a list; everything else as it is. */
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

/** What a text says as JSON; undefined: it is none. */
export function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
