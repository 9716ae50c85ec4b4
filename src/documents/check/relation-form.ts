// In charge of the forms that a relation or media value comes in (docs/strapi/writing.md, "Forms of a relation"): plain
// targets, or what to set, connect and disconnect. What it means for links is not decided here.
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import type { TargetInput } from '../input.ts';
import { namesTarget, readTarget } from './target.ts';
import { sentValue } from './written-attributes.ts';

/** One element that names a target, as it was sent. */
export interface NamedTarget {
  readonly target: TargetInput;
  readonly element: JsonValue;
  /** In the list; null: it stands alone. */
  readonly index: number | null;
  /** The type of what its position names, where the attribute leads to several. */
  readonly anchorUid?: string;
}

/** What was sent in one place. */
export interface TargetList {
  readonly named: readonly NamedTarget[];
  /** False where something in it names nothing. */
  readonly isValid: boolean;
}

export interface RelationForm {
  /** What the links become; null: they are changed. */
  readonly set: TargetList | null;
  readonly connect: TargetList;
  readonly disconnect: TargetList;
  readonly strict: boolean;
}

const EMPTY: TargetList = { named: [], isValid: true };
const INVALID: TargetList = { named: [], isValid: false };
const UNCHANGED: RelationForm = { set: null, connect: EMPTY, disconnect: EMPTY, strict: true };

/** Reads a value as it stands under the attribute's key. */
export function readRelation(value: JsonValue): RelationForm {
  if (value === true) return UNCHANGED;
  if (value === null) return { ...UNCHANGED, set: EMPTY };
  // As if it named a row that is not there.
  if (value === false) {
    return {
      ...UNCHANGED,
      set: listOf([{ target: { by: 'id', id: 0 }, element: value, index: null }]),
    };
  }
  if (!isJsonObject(value)) return { ...UNCHANGED, set: readTargets(value) };
  const form = {
    set: operation(value, 'set'),
    connect: operation(value, 'connect') ?? EMPTY,
    disconnect: operation(value, 'disconnect') ?? EMPTY,
    strict: isStrict(sentValue(value, 'options')),
  };
  return namesTarget(value) ? { ...form, set: readTargets(value) } : form;
}

/** The elements of a value: of a list, and of lists in it; or the value alone. `null` in a list is nothing. */
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

function readTargets(value: JsonValue): TargetList {
  let isValid = true;
  const named: NamedTarget[] = [];
  for (const { element, index } of elementsOf(value)) {
    const target = readTarget(element);
    if (target) named.push({ target, element, index });
    else isValid = false;
  }
  return { named, isValid };
}

function listOf(named: readonly NamedTarget[]): TargetList {
  return { named, isValid: true };
}

/** Null where the key is absent or null. Zero, the empty text and booleans are no targets here. */
function operation(value: JsonObject, key: string): TargetList | null {
  const given = sentValue(value, key) ?? null;
  if (given === null) return null;
  return given && given !== true ? readTargets(given) : INVALID;
}

function isStrict(options: JsonValue | undefined): boolean {
  const strict = isJsonObject(options) ? sentValue(options, 'strict') : undefined;
  return strict === undefined || Boolean(strict);
}
