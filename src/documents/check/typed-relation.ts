// In charge of values of attributes that lead to several types: lists of targets that say of which type each is
// (`__type`), plain or to be set, connected and disconnected.
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import type { Registry } from '../../schema/registry.ts';
import type { MorphAttribute } from '../../schema/types.ts';
import {
  readRelation,
  type NamedTarget,
  type RelationForm,
  type TargetList,
} from './relation-form.ts';
import { sentValue } from './written-attributes.ts';

/** True for an attribute that leads to several types: the other kinds are their other sides. */
export function isTyped({ relation }: MorphAttribute): boolean {
  return relation === 'morphToOne' || relation === 'morphToMany';
}

const OPERATIONS = ['set', 'connect', 'disconnect', 'options'] as const;

/** True for a value that Strapi takes for a list of typed targets; others it refuses as a key. */
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
 * The key that is refused for a value that is no list of typed targets, or has an unknown option: the attribute's
 * name or that of the option. Null: nothing is wrong.
 */
export function typedFormFault(registry: Registry, name: string, value: JsonValue): string | null {
  if (!isTypedForm(registry, value)) return name;
  const options = isJsonObject(value) ? (sentValue(value, 'options') ?? null) : null;
  if (options === null) return null;
  if (typeof options !== 'object') return name;
  const unknown = Object.entries(options).find(
    ([key, option]) => key !== 'strict' || typeof option !== 'boolean',
  );
  return unknown ? unknown[0] : null;
}

/** Reads a value; what is no list of typed targets names nothing. Keys beside the operations mean nothing. */
export function readTypedRelation(registry: Registry, value: JsonValue): RelationForm {
  const form = readRelation(isJsonObject(value) ? operationsOf(value) : value);
  const { set, connect, disconnect, strict } = form;
  const isValid = value === null || isTypedForm(registry, value);
  const typed = (list: TargetList): TargetList =>
    typedTargets(registry, { ...list, isValid: list.isValid && isValid });
  return { set: set && typed(set), connect: typed(connect), disconnect: typed(disconnect), strict };
}

/**
 * A value that names operations, as an error answer shows it: without the empty ones, and with options even if none
 * were sent.
 * @param echo The value as that of another relation is shown
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
      const given = sentValue(value, key);
      return given === undefined ? [] : [[key, given]];
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

/** The content-type that an element names; null where it names none. */
function typeOf(registry: Registry, element: JsonValue): string | null {
  const type = isJsonObject(element) ? sentValue(element, '__type') : undefined;
  return typeof type === 'string' && registry.contentTypes.has(type) ? type : null;
}
