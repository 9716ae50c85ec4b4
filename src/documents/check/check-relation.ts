// In charge of what a relation or media value means for links (spec/write.md sections 9 and 10, decisions D12 to D14).
// Whether targets are there, and one of them twice, is found out when they are looked up.
import { isJsonObject, type JsonValue } from '../../base/json.ts';
import type { MediaAttribute, RelationAttribute } from '../../schema/types.ts';
import type { ConnectInput, RelationInput, TargetInput } from '../input.ts';
import { attributePlace, failed, itemPlace, NOTHING } from './check-context.ts';
import type { Found, Place } from './check-context.ts';
import { anchorsIn, readPosition } from './position.ts';
import { sentValue } from './written-attributes.ts';
import { readRelation, type NamedTarget, type RelationForm } from './relation-form.ts';

/** What was found in an attribute, and how its links change; null: not at all. */
export interface CheckedRelation extends Found {
  readonly relation: RelationInput | null;
}

export function checkRelation(
  attribute: RelationAttribute | MediaAttribute,
  value: JsonValue,
  place: Place,
): CheckedRelation {
  const form = readRelation(value);
  const faults = faultsOf(attribute, form, { place, value });
  const lists = [form.set, form.connect, form.disconnect];
  const isValid = lists.every((list) => list?.isValid ?? true);
  const relation =
    isValid && faults.length === 0
      ? relationOf(form, { toOne: isToOne(attribute), isNew: place.isNew })
      : onlyMentioned(form);
  return {
    ...NOTHING,
    findings: faults.flatMap(({ findings }) => findings),
    problem: isValid ? null : 'Invalid relations',
    relation: isIdle(relation) ? null : relation,
  };
}

/** True where at most one target is linked. */
export function isToOne(attribute: RelationAttribute | MediaAttribute): boolean {
  if (attribute.kind === 'media') return false;
  return attribute.relation === 'oneToOne' || attribute.relation === 'manyToOne';
}

function faultsOf(
  attribute: RelationAttribute | MediaAttribute,
  { set, connect, disconnect }: RelationForm,
  { place, value }: { readonly place: Place; readonly value: JsonValue },
): readonly Found[] {
  if (set && connect.named.length + disconnect.named.length > 0) {
    const message = `${place.label} cannot combine set with connect or disconnect`;
    return [failed(place, { message, value })];
  }
  const at = attributePlace(place, 'connect');
  if (attribute.kind === 'media' && connect.named.length > 0) {
    const message = `${at.label} cannot be used for media, use set`;
    return [failed(at, { message, value: sentIn(value, 'connect') })];
  }
  return connect.named.flatMap(({ element, index }) => {
    if (readPosition(element)) return [];
    const item = attributePlace(index === null ? at : itemPlace(at, index), 'position');
    const message = `${item.label} must be exactly one of {before: documentId}, {after: documentId}, {start: true} and {end: true}`;
    return [failed(item, { message, value: sentIn(element, 'position') })];
  });
}

function sentIn(value: JsonValue, key: string): JsonValue | undefined {
  return isJsonObject(value) ? sentValue(value, key) : undefined;
}

function relationOf(
  { set, connect, disconnect, strict }: RelationForm,
  { toOne, isNew }: { readonly toOne: boolean; readonly isNew: boolean },
): RelationInput {
  if (set) {
    const named = toOne ? set.named.slice(-1) : set.named;
    return { kind: 'set', targets: named.map(targetOf), mentioned: anchorsOf(named) };
  }
  // Nothing hangs on a new row that could be taken away.
  const ignored = isNew ? disconnect.named.map(targetOf).filter(isDocument) : [];
  return {
    kind: 'change',
    connect: connect.named.map(toConnect),
    disconnect: isNew ? [] : disconnect.named.map(targetOf),
    strict: strict || isNew,
    mentioned: [...ignored, ...anchorsOf(disconnect.named)],
  };
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
  return named.flatMap(({ element }) => anchorsIn(element));
}

function toConnect({ target, element }: NamedTarget): ConnectInput {
  return { target, position: readPosition(element) ?? { at: 'end' } };
}
