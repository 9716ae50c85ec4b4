// Reads values of a program: what JSON can hold, and what programs have instead of it. What would be lost on the way, as
// `undefined` in a list or a Map, is refused.
import { validationError, type AppError } from '../base/errors.ts';
import type { JsonValue } from '../base/json.ts';
import { MAX_JSON_DEPTH } from '../base/limits.ts';
import type { ParamValue } from '../query/params.ts';

/** Where a value stands: names and indexes, the last one first. */
interface Place {
  readonly name: string;
  readonly above: Place | null;
  readonly depth: number;
  /** True where a key without a value is a mistake. */
  readonly strict: boolean;
}

/** A value that is made of what JSON can hold, and of other leaves. */
type Converted<Leaf> =
  | string
  | number
  | boolean
  | null
  | Leaf
  | readonly Converted<Leaf>[]
  | { readonly [key: string]: Converted<Leaf> };

/** How a value is read. */
interface Conversion<Leaf> {
  /** What errors call the whole value. */
  readonly name: string;
  readonly leaf: (value: bigint | Date) => Leaf;
  /** True where a key without a value is a mistake below `filters`, and null is no value elsewhere. */
  readonly areParams: boolean;
}

/** Below it null is a value, and `undefined` a mistake. */
const FILTERS = 'filters';

/**
 * A value of a program as JSON holds it: dates are ISO 8601 texts, a bigint is its digits, and what has a `toJSON` is
 * what that returns.
 * @param name What errors call the value
 * @throws ValidationError that says where the value is that JSON cannot hold
 */
export function toJson(value: unknown, name: string): JsonValue {
  const leaf = (given: bigint | Date): string =>
    typeof given === 'bigint' ? given.toString() : given.toISOString();
  return convert(value, { name, leaf, areParams: false });
}

/** Parameters of a program: as `toJson`, but dates and bigints stay what they are. @throws as `toJson` */
export function toParamValue(value: unknown, name: string): ParamValue {
  return convert(value, { name, leaf: (given) => given, areParams: true });
}

function convert<Leaf>(
  value: unknown,
  { name, leaf, areParams }: Conversion<Leaf>,
): Converted<Leaf> {
  const convertAny = (given: unknown, place: Place): Converted<Leaf> => {
    if (place.depth > MAX_JSON_DEPTH) throw refused(place, `${MAX_JSON_DEPTH} levels at most`);
    switch (typeof given) {
      case 'string':
      case 'boolean':
        return given;
      case 'number':
        if (!Number.isFinite(given)) throw refused(place, String(given));
        return given;
      case 'bigint':
        return leaf(given);
      case 'object':
        return given === null ? null : convertObject(given, place);
      default:
        throw refused(place, typeof given);
    }
  };
  const convertObject = (object: object, place: Place): Converted<Leaf> => {
    if (object instanceof Date) {
      if (Number.isNaN(object.getTime())) throw refused(place, 'an invalid Date');
      return leaf(object);
    }
    if ('toJSON' in object && typeof object.toJSON === 'function') {
      const written: unknown = object.toJSON();
      return convertAny(written, { ...place, depth: place.depth + 1 });
    }
    const below = (key: string): Place => ({
      name: key,
      above: place,
      depth: place.depth + 1,
      strict: place.strict || (areParams && key === FILTERS),
    });
    if (Array.isArray(object)) {
      return Array.from(object, (item: unknown, index) => convertAny(item, below(String(index))));
    }
    if (!isPlain(object)) throw refused(place, object.constructor.name);
    const entries = Object.entries(object).flatMap(([key, item]: [string, unknown]) => {
      if (item === undefined && !place.strict) return [];
      if (item === null && areParams && !place.strict) return [];
      return [[key, convertAny(item, below(key))] as const];
    });
    return Object.fromEntries(entries);
  };
  return convertAny(value, { name, above: null, depth: 0, strict: false });
}

/** True for `{}` and the like, of whichever realm. */
function isPlain(object: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(object);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function refused(place: Place, received: string): AppError {
  const names: string[] = [];
  for (let at: Place | null = place; at; at = at.above) names.push(at.name);
  const path = names.toReversed().join('.');
  return validationError(
    `Invalid value at ${path}. Expected a JSON value, a Date or a bigint, received: ${received}`,
    { path },
  );
}
