// In charge of what a relation or media value means for links (docs/strapi/writing.md, "Relations" and "Media";
// D12 to D14). Whether targets are there, and one of them twice, is found out when they are looked up.
import { isJsonObject, type JsonValue } from '../../base/json.ts';
import { failuresError, type Failure } from '../finding.ts';
import type { ConnectInput, RelationInput, TargetInput } from '../input.ts';
import { attributePlace, failureAt, itemPlace, NOTHING } from './check-context.ts';
import type { CheckContext, Found, Place } from './check-context.ts';
import { keptTargets, type Kept, type LinkedAttribute } from './linked-attribute.ts';
import { anchorsIn, readPosition } from './position.ts';
import { readRelation, type NamedTarget, type RelationForm } from './relation-form.ts';
import { missedRequired, type SentRelation } from './required-relation.ts';
import { isTyped, readTypedRelation } from './typed-relation.ts';
import { sentValue } from './written-attributes.ts';

/** What was found in an attribute, and how its links change; null: not at all. */
export interface CheckedRelation extends Found {
  readonly relation: RelationInput | null;
}

export function checkRelation(
  context: CheckContext,
  attribute: LinkedAttribute,
  { value, place }: SentRelation,
): CheckedRelation {
  const missed = missedRequired(context, attribute, { value, place });
  if (value === undefined) return { ...(missed ?? NOTHING), relation: null };
  const typed = attribute.kind === 'morph' && isTyped(attribute);
  const form = typed ? readTypedRelation(context.registry, value) : readRelation(value);
  const faults = faultsOf(attribute, form, { place, value });
  const lists = [form.set, form.connect, form.disconnect];
  const isValid = lists.every((list) => list?.isValid ?? true);
  // A morphOne shows the first of its links: what is connected takes the place of all.
  const replaces = attribute.kind === 'morph' && attribute.relation === 'morphOne';
  const rules = { keeps: keptTargets(context.registry, attribute), replaces, isNew: place.isNew };
  const relation = isValid && !missed ? relationOf(form, rules) : onlyMentioned(form);
  return {
    ...(missed ?? NOTHING),
    // Targets are looked up first.
    late: faults.length > 0 ? () => failuresError(faults) : null,
    problem: isValid ? null : 'Invalid relations',
    relation: isIdle(relation) ? null : relation,
  };
}

function faultsOf(
  attribute: LinkedAttribute,
  { set, connect, disconnect }: RelationForm,
  { place, value }: { readonly place: Place; readonly value: JsonValue },
): readonly Failure[] {
  if (set && connect.named.length + disconnect.named.length > 0) {
    const message = `${place.label} cannot combine set with connect or disconnect`;
    return [failureAt(place, { message, value })];
  }
  const at = attributePlace(place, 'connect');
  if (attribute.kind === 'media' && connect.named.length > 0) {
    const message = `${at.label} cannot be used for media, use set`;
    return [failureAt(at, { message, value: sentIn(value, 'connect') })];
  }
  return connect.named.flatMap(({ element, index }) => {
    if (readPosition(element)) return [];
    const item = attributePlace(index === null ? at : itemPlace(at, index), 'position');
    const message = `${item.label} must be exactly one of {before: documentId}, {after: documentId}, {start: true} and {end: true}`;
    return [failureAt(item, { message, value: sentIn(element, 'position') })];
  });
}

function sentIn(value: JsonValue, key: string): JsonValue | undefined {
  return isJsonObject(value) ? sentValue(value, key) : undefined;
}

interface LinkRules {
  readonly keeps: Kept;
  /** True where the last one that is connected is linked alone. */
  readonly replaces: boolean;
  readonly isNew: boolean;
}

function relationOf(form: RelationForm, { keeps, replaces, isNew }: LinkRules): RelationInput {
  const { set, connect, disconnect, strict } = form;
  if (set && connect.named.length + disconnect.named.length === 0) return setTo(set.named, keeps);
  const last = connect.named.at(-1);
  if (replaces && last) {
    return { kind: 'set', targets: [last.target], mentioned: onlyMentioned(form).mentioned };
  }
  // Nothing hangs on a new row that could be taken away.
  const ignored = isNew ? disconnect.named : [];
  const unused = [...(set?.named ?? []), ...ignored].map(targetOf).filter(isDocument);
  const unplaced = connect.named.filter(({ element }) => !readPosition(element));
  return {
    kind: 'change',
    connect: connect.named.map(toConnect),
    disconnect: isNew ? [] : disconnect.named.map(targetOf),
    strict: strict || isNew,
    mentioned: [...unused, ...anchorsOf([...disconnect.named, ...unplaced])],
  };
}

function setTo(all: readonly NamedTarget[], keeps: Kept): RelationInput {
  const few = keeps === 'first' ? all.slice(0, 1) : all.slice(-1);
  const named = keeps === 'all' ? all : few;
  return { kind: 'set', targets: named.map(targetOf), mentioned: anchorsOf(named) };
}

/** Documents must be there, whatever else is wrong: that is said first. */
function onlyMentioned({ set, connect, disconnect, strict }: RelationForm): RelationInput {
  const named = [...(set?.named ?? []), ...connect.named, ...disconnect.named];
  const mentioned = [...named.map(targetOf).filter(isDocument), ...anchorsOf(named)];
  return { kind: 'change', connect: [], disconnect: [], strict, mentioned };
}

function isIdle(relation: RelationInput): boolean {
  if (relation.kind === 'set') return false;
  const { connect, disconnect, mentioned } = relation;
  return connect.length + disconnect.length + mentioned.length === 0;
}

function targetOf({ target }: NamedTarget): TargetInput {
  return target;
}

function isDocument({ by }: TargetInput): boolean {
  return by === 'documentId';
}

function anchorsOf(named: readonly NamedTarget[]): readonly TargetInput[] {
  return named.flatMap(({ element, anchorUid }) =>
    anchorsIn(element).map((anchor) => ({ ...anchor, ...typeOf(anchorUid) })),
  );
}

function toConnect({ target, element, anchorUid }: NamedTarget): ConnectInput {
  const position = readPosition(element) ?? { at: 'end' };
  if (!('anchor' in position)) return { target, position };
  const anchor = { ...position.anchor, ...typeOf(anchorUid) };
  return { target, position: { ...position, anchor } };
}

function typeOf(uid: string | undefined): { readonly uid?: string } {
  return uid === undefined ? {} : { uid };
}
