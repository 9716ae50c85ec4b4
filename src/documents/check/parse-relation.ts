// Parses the value of a relation or media attribute (docs/strapi/writing.md, "Forms of a relation"): plain targets, or lists
// of targets in `set`, `connect` and `disconnect`.
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import type { TargetInput } from '../input.ts';
import { namesTarget, parseTarget } from './parse-target.ts';
import { sentValue } from './written-attributes.ts';

/** An element of a list that names a target. */
export interface NamedTarget {
  readonly target: TargetInput;
  readonly element: JsonValue;
  /** Index in the list; null if the value is not a list. */
  readonly index: number | null;
  /** The type of the anchor in its position, if the attribute has several target types. */
  readonly anchorUid?: string;
}

export interface TargetList {
  readonly named: readonly NamedTarget[];
  /** False if an element does not name a target. */
  readonly isValid: boolean;
}

export interface ParsedRelation {
  /** The new links; null if links are connected and disconnected. */
  readonly set: TargetList | null;
  readonly connect: TargetList;
  readonly disconnect: TargetList;
  readonly strict: boolean;
}

const EMPTY: TargetList = { named: [], isValid: true };
const INVALID: TargetList = { named: [], isValid: false };
const UNCHANGED: ParsedRelation = { set: null, connect: EMPTY, disconnect: EMPTY, strict: true };

/** Parses the value of an attribute. */
export function parseRelation(value: JsonValue): ParsedRelation {
  if (value === true) return UNCHANGED;
  if (value === null) return { ...UNCHANGED, set: EMPTY };
  // Treated like a row that does not exist.
  if (value === false) {
    return {
      ...UNCHANGED,
      set: listOf([{ target: { by: 'id', id: 0 }, element: value, index: null }]),
    };
  }
  if (!isJsonObject(value)) return { ...UNCHANGED, set: parseTargets(value) };
  const form = {
    set: operation(value, 'set'),
    connect: operation(value, 'connect') ?? EMPTY,
    disconnect: operation(value, 'disconnect') ?? EMPTY,
    strict: isStrict(sentValue(value, 'options')),
  };
  return namesTarget(value) ? { ...form, set: parseTargets(value) } : form;
}

/** The elements of a list and of nested lists without nulls, or the value itself if it is not a list. */
export function elementsOf(
  value: JsonValue,
): readonly { readonly element: JsonValue; readonly index: number | null }[] {
  if (!Array.isArray(value)) return [{ element: value, index: null }];
  const items: readonly JsonValue[] = value;
  return items
    .flatMap((item, index): { element: JsonValue; index: number | null }[] =>
      Array.isArray(item)
        ? item.map((element) => ({ element, index }))
        : [{ element: item, index }],
    )
    .filter(({ element }) => element !== null);
}

function parseTargets(value: JsonValue): TargetList {
  let isValid = true;
  const named: NamedTarget[] = [];
  for (const { element, index } of elementsOf(value)) {
    const target = parseTarget(element);
    if (target) named.push({ target, element, index });
    else isValid = false;
  }
  return { named, isValid };
}

function listOf(named: readonly NamedTarget[]): TargetList {
  return { named, isValid: true };
}

/** Parses one operation; null if the key is absent or null. Zero, an empty string and booleans are invalid here. */
function operation(value: JsonObject, key: string): TargetList | null {
  const operand = sentValue(value, key) ?? null;
  if (operand === null) return null;
  return operand && operand !== true ? parseTargets(operand) : INVALID;
}

function isStrict(options: JsonValue | undefined): boolean {
  const strict = isJsonObject(options) ? sentValue(options, 'strict') : undefined;
  return strict === undefined || Boolean(strict);
}
