// Casts and checks the values, lists and objects of blocks (docs/strapi/writing.md, "Blocks"). The whole value is cast before
// it is checked.
import { isJsonObject, type JsonObject } from '../../../base/json.ts';
import { MAX_JSON_DEPTH } from '../../../base/limits.ts';
import { tryParseJson } from '../casts.ts';
import { isTooDeep } from '../../../base/json.ts';
import {
  invalid,
  faultsOf,
  VALID,
  sortBySteps,
  longest,
  requiredMessage,
  wrongType,
  type Message,
  type BlockOutcome,
} from './block-outcome.ts';
import type { BlockLocation } from './block-location.ts';

export interface Shape {
  /** Casts a value. One that cannot be cast is returned unchanged or becomes null. @param depth Lists and objects around it */
  cast(value: unknown, depth: number): unknown;
  /** Checks a value after casting. @param value Undefined if it is missing */
  check(value: unknown, location: BlockLocation): BlockOutcome;
}

/** The rules of a single value. */
export interface LeafRules {
  readonly typeName: string;
  readonly cast: (value: unknown) => unknown;
  readonly isType: (value: unknown) => boolean;
  /** The allowed values. */
  readonly among?: readonly unknown[];
  /** Checks a value of the right type, or a missing one. Returns an error or null. */
  readonly rule?: (value: unknown) => Message | null;
}

/** A single value. */
export function leaf({ typeName, cast, isType, among, rule }: LeafRules): Shape {
  return {
    cast: (value) => (value === undefined ? value : cast(value)),
    check: (value, location) => {
      if (value !== undefined) {
        const wrong: BlockOutcome[] = [];
        if (!isType(value)) wrong.push(wrongType(typeName, value, location));
        if (among && !among.includes(value)) wrong.push(invalid(oneOf(among), value, location));
        if (wrong.length > 0) return { faults: faultsOf(wrong), steps: 1 };
      }
      if (!rule) return VALID[0];
      const outcome = rule(value);
      return outcome ? invalid(outcome, value, location) : VALID[1];
    },
  };
}

function oneOf(values: readonly unknown[]): Message {
  return (label) => `${label} must be one of the following values: ${values.join(', ')}`;
}

/** A required list, which may be JSON text. @param whenEmpty The error for an empty list, or null */
export function listOf(item: Shape, whenEmpty: string | null): Shape {
  return {
    cast: (value, depth) => {
      const list = castComposed(value, depth);
      if (!Array.isArray(list)) return list === undefined ? list : null;
      const cast = list.map((each) => item.cast(each, depth + 1));
      return cast.some((each, index) => each !== list[index]) ? cast : list;
    },
    check: (value, location) => {
      if (value === undefined) return invalid(requiredMessage, value, location);
      if (!Array.isArray(value)) return wrongType('array', value, location);
      if (value.length === 0 && whenEmpty !== null)
        return invalid(() => whenEmpty, value, location);
      const items = value.map((each, index) => item.check(each, location.child(index, value)));
      return { faults: faultsOf(sortBySteps(items)), steps: 2 + longest(items) };
    },
  };
}

/** An object, which may be JSON text. A missing object is checked like an empty one. Keys that are not in `fields` are kept. */
export function objectOf(fields: Readonly<Record<string, Shape>>): Shape {
  const shapes = Object.entries(fields);
  // Strapi starts with the last field.
  const begun = shapes.toReversed();
  const names = Object.keys(fields);
  return {
    cast: (value, depth) => {
      const object = castComposed(value, depth);
      if (!isJsonObject(object)) return object === undefined ? object : null;
      const changed = new Map<string, unknown>();
      for (const [name, shape] of shapes) {
        const field = own(object, name);
        const cast = shape.cast(field, depth + 1);
        if (cast !== field) changed.set(name, cast);
      }
      return changed.size === 0 ? object : withChanged(object, changed);
    },
    check: (value, location) => {
      if (value !== undefined && !isJsonObject(value)) return wrongType('object', value, location);
      const parts = begun.map(([name, shape]) =>
        shape.check(own(value, name), location.child(name, value)),
      );
      if (parts.every(({ faults }) => faults.length === 0)) {
        return { faults: [], steps: 1 + longest(parts) };
      }
      const named = parts.map((part, index) => ({ ...part, name: begun[index]?.[0] ?? '' }));
      return {
        faults: faultsOf(byField(sortBySteps(named), names, location)),
        steps: 1 + longest(parts),
      };
    },
  };
}

/** Parses a string as JSON; null if it is invalid or nested too deeply. */
function castComposed(value: unknown, depth: number): unknown {
  if (value === undefined) return value;
  if (depth >= MAX_JSON_DEPTH) return null;
  if (typeof value !== 'string') return value;
  const read = tryParseJson(value);
  return read === undefined || isTooDeep(read) ? null : read;
}

function own(object: JsonObject | undefined, key: string): unknown {
  return object && Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Copies an object and replaces values. `fromEntries` is safe for any key, such as `__proto__`. */
function withChanged(object: JsonObject, changed: ReadonlyMap<string, unknown>): object {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [
      key,
      changed.has(key) ? changed.get(key) : value,
    ]),
  );
}

/**
 * Sorts parts by field. Strapi uses the first field whose name is part of the path, so the order changes if the name of the
 * attribute contains that of a field: in `context`, all paths contain `text`.
 */
function byField<Part extends BlockOutcome & { readonly name: string }>(
  parts: readonly Part[],
  names: readonly string[],
  location: BlockLocation,
): readonly Part[] {
  if (parts.length < 2) return parts;
  const label = location.label();
  const rank = ({ name }: Part): number =>
    names.findIndex((field) => `${label}.${name}`.includes(field));
  return parts.toSorted((one, other) => rank(one) - rank(other));
}
