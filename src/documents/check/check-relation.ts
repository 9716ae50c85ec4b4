// Checks the values of relations and media and converts them to changes of links (docs/strapi/writing.md, "Relations" and
// "Media"; D12 to D14). Whether the targets exist is checked when they are looked up.
import { isJsonObject, type JsonValue } from '../../base/json.ts';
import { failuresError, type Failure } from './finding.ts';
import type { ConnectInput, RelationInput, TargetInput } from '../input.ts';
import { attributeLocation, failureAt, itemLocation, NO_FINDINGS } from './check-context.ts';
import type { CheckContext, CheckResult, DataLocation } from './check-context.ts';
import { targetSelection, type TargetSelection, type LinkedAttribute } from './linked-attribute.ts';
import { anchorsIn, parsePosition } from './parse-position.ts';
import { parseRelation, type NamedTarget, type ParsedRelation } from './parse-relation.ts';
import { checkRequired, type SentRelation } from './required-relation.ts';
import { isTyped, parseTypedRelation } from './typed-relation.ts';
import { sentValue } from './written-attributes.ts';

/** The result for an attribute, and the change of its links; null if they do not change. */
export interface CheckedRelation extends CheckResult {
  readonly relation: RelationInput | null;
}

export function checkRelation(
  context: CheckContext,
  attribute: LinkedAttribute,
  { value, location }: SentRelation,
): CheckedRelation {
  const missed = checkRequired(context, attribute, { value, location });
  if (value === undefined) return { relation: null, ...(missed ?? NO_FINDINGS) };
  const typed = attribute.kind === 'morph' && isTyped(attribute);
  const form = typed ? parseTypedRelation(context.registry, value) : parseRelation(value);
  const faults = faultsOf(attribute, form, { location: location, value });
  const lists = [form.set, form.connect, form.disconnect];
  const isValid = lists.every((list) => list?.isValid ?? true);
  // A morphOne shows the first of its links, so a connected target replaces all of them.
  const replaces = attribute.kind === 'morph' && attribute.relation === 'morphOne';
  const rules = {
    selection: targetSelection(context.registry, attribute),
    replaces,
    isNew: location.isNew,
  };
  const relation = isValid && !missed ? relationOf(form, rules) : onlyReferenced(form);
  const { findings, rounds } = missed ?? NO_FINDINGS;
  return {
    findings,
    rounds,
    // Errors of the lookup of targets are reported first.
    deferredError: faults.length > 0 ? () => failuresError(faults) : null,
    relationError: isValid ? null : 'Invalid relations',
    relation: isUnchanged(relation) ? null : relation,
  };
}

function faultsOf(
  attribute: LinkedAttribute,
  { set, connect, disconnect }: ParsedRelation,
  { location, value }: { readonly location: DataLocation; readonly value: JsonValue },
): readonly Failure[] {
  if (set && connect.named.length + disconnect.named.length > 0) {
    const message = `${location.label} cannot combine set with connect or disconnect`;
    return [failureAt(location, { message, value })];
  }
  const at = attributeLocation(location, 'connect');
  if (attribute.kind === 'media' && connect.named.length > 0) {
    const message = `${at.label} cannot be used for media, use set`;
    return [failureAt(at, { message, value: sentIn(value, 'connect') })];
  }
  return connect.named.flatMap(({ element, index }) => {
    if (parsePosition(element)) return [];
    const item = attributeLocation(index === null ? at : itemLocation(at, index), 'position');
    const message = `${item.label} must be exactly one of {before: documentId}, {after: documentId}, {start: true} and {end: true}`;
    return [failureAt(item, { message, value: sentIn(element, 'position') })];
  });
}

function sentIn(value: JsonValue, key: string): JsonValue | undefined {
  return isJsonObject(value) ? sentValue(value, key) : undefined;
}

interface LinkRules {
  readonly selection: TargetSelection;
  /** True if only the last connected target is linked. */
  readonly replaces: boolean;
  readonly isNew: boolean;
}

function relationOf(
  form: ParsedRelation,
  { selection, replaces, isNew }: LinkRules,
): RelationInput {
  const { set, connect, disconnect, strict } = form;
  if (set && connect.named.length + disconnect.named.length === 0)
    return setTo(set.named, selection);
  const last = connect.named.at(-1);
  if (replaces && last) {
    return { kind: 'set', targets: [last.target], referenced: onlyReferenced(form).referenced };
  }
  // A new row has no links to disconnect.
  const ignored = isNew ? disconnect.named : [];
  const unused = [...(set?.named ?? []), ...ignored].map(targetOf).filter(isDocument);
  const unplaced = connect.named.filter(({ element }) => !parsePosition(element));
  return {
    kind: 'change',
    connect: connect.named.map(toConnect),
    disconnect: isNew ? [] : disconnect.named.map(targetOf),
    strict: strict || isNew,
    referenced: [...unused, ...anchorsOf([...disconnect.named, ...unplaced])],
  };
}

function setTo(all: readonly NamedTarget[], selection: TargetSelection): RelationInput {
  const few = selection === 'first' ? all.slice(0, 1) : all.slice(-1);
  const named = selection === 'all' ? all : few;
  return { kind: 'set', targets: named.map(targetOf), referenced: anchorsOf(named) };
}

/** A change without effect, to check that the documents exist: that error is reported before others. */
function onlyReferenced({ set, connect, disconnect, strict }: ParsedRelation): RelationInput {
  const named = [...(set?.named ?? []), ...connect.named, ...disconnect.named];
  const referenced = [...named.map(targetOf).filter(isDocument), ...anchorsOf(named)];
  return { kind: 'change', connect: [], disconnect: [], strict, referenced };
}

function isUnchanged(relation: RelationInput): boolean {
  if (relation.kind === 'set') return false;
  const { connect, disconnect, referenced } = relation;
  return connect.length + disconnect.length + referenced.length === 0;
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
  const position = parsePosition(element) ?? { at: 'end' };
  if (!('anchor' in position)) return { target, position };
  const anchor = { ...position.anchor, ...typeOf(anchorUid) };
  return { target, position: { ...position, anchor } };
}

function typeOf(uid: string | undefined): { readonly uid?: string } {
  return uid === undefined ? {} : { uid };
}
