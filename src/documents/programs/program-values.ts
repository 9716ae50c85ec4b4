// Converts values of programs to JSON values. Values that JSON cannot represent, such as `undefined` in a list or a Map, are
// errors.
import { validationError, type AppError } from '../../base/errors.ts';
import type { JsonValue } from '../../base/json.ts';
import { MAX_JSON_DEPTH } from '../../base/limits.ts';
import type { ParamValue } from '../../query/params.ts';

/** The path of a value: names and indexes, the last one first. */
interface ValuePath {
  readonly name: string;
  readonly above: ValuePath | null;
  readonly depth: number;
  /** True if `undefined` is an error. */
  readonly strict: boolean;
}

/** A JSON value that may contain other leaves. */
type Converted<Leaf> =
  | string
  | number
  | boolean
  | null
  | Leaf
  | readonly Converted<Leaf>[]
  | { readonly [key: string]: Converted<Leaf> };

/** Options of a conversion. */
interface Conversion<Leaf> {
  /** The name of the value in errors. */
  readonly name: string;
  readonly leaf: (value: bigint | Date) => Leaf;
  /** True for parameters: `undefined` is an error inside `filters`. */
  readonly areParams: boolean;
  /** True if null is ignored outside of `filters`. */
  readonly omitsNull?: boolean;
}

/** Inside this key null is a value, and `undefined` is an error. */
const FILTERS = 'filters';

/**
 * Converts a value to JSON: dates become ISO 8601 strings, a bigint its digits, and an object with `toJSON` its result.
 * @param name The name of the value in errors
 * @throws ValidationError with the path of a value that JSON cannot represent
 */
export function toJson(value: unknown, name: string): JsonValue {
  const leaf = (value: bigint | Date): string =>
    typeof value === 'bigint' ? value.toString() : value.toISOString();
  return convert(value, { name, leaf, areParams: false });
}

/** Converts parameters like `toJson`, but keeps dates and bigints. @throws as `toJson` */
export function toParamValue(value: unknown, name: string): ParamValue {
  return convert(value, { name, leaf: (value) => value, areParams: true, omitsNull: true });
}

/** Converts parameters of a request. Null remains: in a query string it is a key without a value. @throws as `toJson` */
export function toQueryValue(value: unknown, name: string): ParamValue {
  return convert(value, { name, leaf: (value) => value, areParams: true });
}

function convert<Leaf>(
  value: unknown,
  { name, leaf, areParams, omitsNull = false }: Conversion<Leaf>,
): Converted<Leaf> {
  const convertAny = (item: unknown, path: ValuePath): Converted<Leaf> => {
    if (path.depth > MAX_JSON_DEPTH) throw invalidValue(path, `${MAX_JSON_DEPTH} levels at most`);
    switch (typeof item) {
      case 'string':
      case 'boolean':
        return item;
      case 'number':
        if (!Number.isFinite(item)) throw invalidValue(path, String(item));
        return item;
      case 'bigint':
        return leaf(item);
      case 'object':
        return item === null ? null : convertObject(item, path);
      default:
        throw invalidValue(path, typeof item);
    }
  };
  const convertObject = (object: object, path: ValuePath): Converted<Leaf> => {
    if (object instanceof Date) {
      if (Number.isNaN(object.getTime())) throw invalidValue(path, 'an invalid Date');
      return leaf(object);
    }
    if ('toJSON' in object && typeof object.toJSON === 'function') {
      const written: unknown = object.toJSON();
      return convertAny(written, { ...path, depth: path.depth + 1 });
    }
    const below = (key: string): ValuePath => ({
      name: key,
      above: path,
      depth: path.depth + 1,
      strict: path.strict || (areParams && key === FILTERS),
    });
    if (Array.isArray(object)) {
      return Array.from(object, (item: unknown, index) => convertAny(item, below(String(index))));
    }
    if (!isPlain(object)) throw invalidValue(path, object.constructor.name);
    const entries = Object.entries(object).flatMap(([key, item]: [string, unknown]) => {
      if (item === undefined && !path.strict) return [];
      if (item === null && omitsNull && !path.strict) return [];
      return [[key, convertAny(item, below(key))] as const];
    });
    return Object.fromEntries(entries);
  };
  return convertAny(value, { name, above: null, depth: 0, strict: false });
}

/** True for plain objects, from any realm. */
function isPlain(object: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(object);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function invalidValue(location: ValuePath, received: string): AppError {
  const names: string[] = [];
  for (let at: ValuePath | null = location; at; at = at.above) names.push(at.name);
  const path = names.toReversed().join('.');
  return validationError(
    `Invalid value at ${path}. Expected a JSON value, a Date or a bigint, received: ${received}`,
    { path },
  );
}
