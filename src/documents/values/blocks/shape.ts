// In charge of how single values, lists and objects of a blocks value are cast and checked (docs/strapi/writing.md,
// "Blocks"). Everything is cast first, then checked.
import { isJsonObject, type JsonObject } from '../../../base/json.ts';
import { MAX_JSON_DEPTH } from '../../../base/limits.ts';
import { readJson } from '../casts.ts';
import { isTooDeep } from '../../../base/json.ts';
import {
  broken,
  faultsOf,
  FINE,
  inTurn,
  longest,
  requiredMessage,
  wrongType,
  type Message,
  type Outcome,
} from './outcome.ts';
import type { Place } from './place.ts';

export interface Shape {
  /** Never throws. What cannot be cast stays as it is, or becomes null. @param depth Lists and objects around it */
  cast(value: unknown, depth: number): unknown;
  /** Checks a value that was cast; undefined: it is missing. */
  check(value: unknown, place: Place): Outcome;
}

/** What is asked of a single value. */
export interface LeafRules {
  readonly typeName: string;
  readonly cast: (value: unknown) => unknown;
  readonly isType: (value: unknown) => boolean;
  /** The only values there may be. */
  readonly among?: readonly unknown[];
  /** Asked of values of the right type, and of a missing one: what is wrong; null: nothing. */
  readonly rule?: (value: unknown) => Message | null;
}

/** A single value. */
export function leaf({ typeName, cast, isType, among, rule }: LeafRules): Shape {
  return {
    cast: (value) => (value === undefined ? value : cast(value)),
    check: (value, place) => {
      if (value !== undefined) {
        const wrong: Outcome[] = [];
        if (!isType(value)) wrong.push(wrongType(typeName, value, place));
        if (among && !among.includes(value)) wrong.push(broken(oneOf(among), value, place));
        if (wrong.length > 0) return { faults: faultsOf(wrong), steps: 1 };
      }
      if (!rule) return FINE[0];
      const said = rule(value);
      return said ? broken(said, value, place) : FINE[1];
    },
  };
}

function oneOf(values: readonly unknown[]): Message {
  return (label) => `${label} must be one of the following values: ${values.join(', ')}`;
}

/** A list that must be there; as JSON text too. @param whenEmpty What is wrong with an empty one; null: nothing */
export function listOf(item: Shape, whenEmpty: string | null): Shape {
  return {
    cast: (value, depth) => {
      const list = castComposed(value, depth);
      if (!Array.isArray(list)) return list === undefined ? list : null;
      const cast = list.map((each) => item.cast(each, depth + 1));
      return cast.some((each, index) => each !== list[index]) ? cast : list;
    },
    check: (value, place) => {
      if (value === undefined) return broken(requiredMessage, value, place);
      if (!Array.isArray(value)) return wrongType('array', value, place);
      if (value.length === 0 && whenEmpty !== null) return broken(() => whenEmpty, value, place);
      const items = value.map((each, index) => item.check(each, place.part(index, value)));
      return { faults: faultsOf(inTurn(items)), steps: 2 + longest(items) };
    },
  };
}

/** An object, as JSON text too. A missing one has none of its keys. Keys that are not in `fields` are kept. */
export function objectOf(fields: Readonly<Record<string, Shape>>): Shape {
  const shapes = Object.entries(fields);
  // The last field is begun first.
  const begun = shapes.toReversed();
  const names = Object.keys(fields);
  return {
    cast: (value, depth) => {
      const object = castComposed(value, depth);
      if (!isJsonObject(object)) return object === undefined ? object : null;
      const changed = new Map<string, unknown>();
      for (const [name, shape] of shapes) {
        const given = own(object, name);
        const cast = shape.cast(given, depth + 1);
        if (cast !== given) changed.set(name, cast);
      }
      return changed.size === 0 ? object : withChanged(object, changed);
    },
    check: (value, place) => {
      if (value !== undefined && !isJsonObject(value)) return wrongType('object', value, place);
      const parts = begun.map(([name, shape]) =>
        shape.check(own(value, name), place.part(name, value)),
      );
      if (parts.every(({ faults }) => faults.length === 0)) {
        return { faults: [], steps: 1 + longest(parts) };
      }
      const named = parts.map((part, index) => ({ ...part, name: begun[index]?.[0] ?? '' }));
      return { faults: faultsOf(byField(inTurn(named), names, place)), steps: 1 + longest(parts) };
    },
  };
}

/** A text as the JSON that it is; null: it is none, or too deep. */
function castComposed(value: unknown, depth: number): unknown {
  if (value === undefined) return value;
  if (depth >= MAX_JSON_DEPTH) return null;
  if (typeof value !== 'string') return value;
  const read = readJson(value);
  return read === undefined || isTooDeep(read) ? null : read;
}

function own(object: JsonObject | undefined, key: string): unknown {
  return object && Object.hasOwn(object, key) ? object[key] : undefined;
}

/** A copy in which values are replaced. `fromEntries` defines its keys: none is special. */
function withChanged(object: JsonObject, changed: ReadonlyMap<string, unknown>): object {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [
      key,
      changed.has(key) ? changed.get(key) : value,
    ]),
  );
}

/**
 * Parts in the order of the fields. Strapi looks for the first field whose name is anywhere in the path, so it is
 * another order where the attribute itself is called like a field: in `context`, all of them contain `text`.
 */
function byField<Part extends Outcome & { readonly name: string }>(
  parts: readonly Part[],
  names: readonly string[],
  place: Place,
): readonly Part[] {
  if (parts.length < 2) return parts;
  const label = place.label();
  const rank = ({ name }: Part): number =>
    names.findIndex((field) => `${label}.${name}`.includes(field));
  return parts.toSorted((one, other) => rank(one) - rank(other));
}
