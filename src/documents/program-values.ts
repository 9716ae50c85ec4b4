// In charge of the values that a program hands over: what JSON can hold, and what programs have instead of it. What
// would be lost on the way, as `undefined` in a list or a Map, is refused.
import { validationError, type AppError } from '../base/errors.ts';
import type { JsonValue } from '../base/json.ts';
import { MAX_JSON_DEPTH } from '../base/limits.ts';

/** Where a value stands: names and indexes, the last one first. */
interface Place {
  readonly name: string;
  readonly above: Place | null;
  readonly depth: number;
  /** True where a key without a value is a mistake. */
  readonly strict: boolean;
}

/** How a value is read. */
export interface ProgramValueOptions {
  /** What errors call the whole value. */
  readonly name: string;
  /** Below such a key, `undefined` is a mistake; elsewhere in an object it is a key that is not there. */
  readonly strictBelow?: string;
}

/**
 * A value of a program as JSON holds it: dates are ISO 8601 texts, a bigint is its digits, and what has a `toJSON` is
 * what that gives.
 * @throws ValidationError that says where the value stands that JSON cannot hold
 */
export function toJson(value: unknown, { name, strictBelow }: ProgramValueOptions): JsonValue {
  const convert = (given: unknown, place: Place): JsonValue => {
    if (place.depth > MAX_JSON_DEPTH) throw refused(place, `${MAX_JSON_DEPTH} levels at most`);
    switch (typeof given) {
      case 'string':
      case 'boolean':
        return given;
      case 'number':
        if (!Number.isFinite(given)) throw refused(place, String(given));
        return given;
      case 'bigint':
        return given.toString();
      case 'object':
        return given === null ? null : convertObject(given, place);
      default:
        throw refused(place, typeof given);
    }
  };
  const convertObject = (object: object, place: Place): JsonValue => {
    if (object instanceof Date) return textOf(object, place);
    if ('toJSON' in object && typeof object.toJSON === 'function') {
      const written: unknown = object.toJSON();
      return convert(written, { ...place, depth: place.depth + 1 });
    }
    const below = (key: string): Place => ({
      name: key,
      above: place,
      depth: place.depth + 1,
      strict: place.strict || key === strictBelow,
    });
    if (Array.isArray(object)) {
      return Array.from(object, (item: unknown, index) => convert(item, below(String(index))));
    }
    if (!isPlain(object)) throw refused(place, object.constructor.name);
    const entries = Object.entries(object).flatMap(([key, item]: [string, unknown]) => {
      if (item === undefined && !place.strict) return [];
      return [[key, convert(item, below(key))] as const];
    });
    return Object.fromEntries(entries);
  };
  return convert(value, { name, above: null, depth: 0, strict: false });
}

function textOf(date: Date, place: Place): string {
  if (Number.isNaN(date.getTime())) throw refused(place, 'an invalid Date');
  return date.toISOString();
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
