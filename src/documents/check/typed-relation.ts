// Parses the values of relations to several types: targets with a `__type`, in a list or in `set`, `connect` and
// `disconnect`.
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import type { Registry } from '../../schema/registry.ts';
import type { MorphAttribute } from '../../schema/types.ts';
import {
  parseRelation,
  type NamedTarget,
  type ParsedRelation,
  type TargetList,
} from './parse-relation.ts';
import { sentValue } from './written-attributes.ts';

/** True for an attribute with several target types, rather than for its inverse. */
export function isTyped({ relation }: MorphAttribute): boolean {
  return relation === 'morphToOne' || relation === 'morphToMany';
}

const OPERATIONS = ['set', 'connect', 'disconnect', 'options'] as const;

/** True for a value that Strapi accepts as a list of typed targets. It reports others as an invalid key. */
export function isTypedForm(registry: Registry, value: JsonValue): boolean {
  if (value === true) return true;
  if (Array.isArray(value)) return value.every((each) => typeOf(registry, each) !== null);
  if (!isJsonObject(value) || !OPERATIONS.some((key) => Object.hasOwn(value, key))) return false;
  return ['set', 'connect', 'disconnect'].every((key) => {
    const list = sentValue(value, key) ?? null;
    return list === null || (Array.isArray(list) && isTypedForm(registry, list));
  });
}

/**
 * The invalid key of a value: the name of the attribute if it is not a list of typed targets, the name of an unknown option,
 * or null if the value is valid.
 */
export function invalidTypedKey(registry: Registry, name: string, value: JsonValue): string | null {
  if (!isTypedForm(registry, value)) return name;
  const options = isJsonObject(value) ? (sentValue(value, 'options') ?? null) : null;
  if (options === null) return null;
  if (typeof options !== 'object') return name;
  const unknown = Object.entries(options).find(
    ([key, option]) => key !== 'strict' || typeof option !== 'boolean',
  );
  return unknown ? unknown[0] : null;
}

/** Parses a value. Keys other than the operations are ignored. */
export function parseTypedRelation(registry: Registry, value: JsonValue): ParsedRelation {
  const form = parseRelation(isJsonObject(value) ? operationsOf(value) : value);
  const { set, connect, disconnect, strict } = form;
  const isValid = value === null || isTypedForm(registry, value);
  const typed = (list: TargetList): TargetList =>
    typedTargets(registry, { ...list, isValid: list.isValid && isValid });
  return { set: set && typed(set), connect: typed(connect), disconnect: typed(disconnect), strict };
}

/**
 * The echo of a value with operations: without empty lists, and always with options.
 * @param echo The echo as for other relations
 */
export function typedEcho(echo: unknown): unknown {
  if (typeof echo !== 'object' || echo === null) return echo;
  const sent = Object.entries(echo);
  const filled = sent.filter(([, list]) => Array.isArray(list) && list.length > 0);
  const options: unknown = Reflect.get(echo, 'options');
  return { ...Object.fromEntries(filled), options: options ?? {} };
}

function operationsOf(value: JsonObject): JsonObject {
  return Object.fromEntries(
    OPERATIONS.flatMap((key): [string, JsonValue][] => {
      const operand = sentValue(value, key);
      return operand === undefined ? [] : [[key, operand]];
    }),
  );
}

function typedTargets(registry: Registry, { named, isValid }: TargetList): TargetList {
  const typed = named.flatMap((each) => typedTarget(registry, each) ?? []);
  return { named: typed, isValid: isValid && typed.length === named.length };
}

function typedTarget(registry: Registry, each: NamedTarget): NamedTarget | null {
  const { element } = each;
  const uid = typeOf(registry, element);
  if (uid === null || !isJsonObject(element)) return null;
  const target = { ...each.target, uid };
  const position = sentValue(element, 'position');
  if (!isJsonObject(position) || !Object.hasOwn(position, '__type')) {
    return { ...each, target, anchorUid: uid };
  }
  const anchorUid = typeOf(registry, position);
  if (anchorUid === null) return null;
  const { __type: _, ...where } = position;
  return { ...each, target, element: { ...element, position: where }, anchorUid };
}

/** The content-type that an element names, or null. */
function typeOf(registry: Registry, element: JsonValue): string | null {
  const type = isJsonObject(element) ? sentValue(element, '__type') : undefined;
  return typeof type === 'string' && registry.contentTypes.has(type) ? type : null;
}
