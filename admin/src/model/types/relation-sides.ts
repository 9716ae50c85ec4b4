// Sides of a relation in a draft: their cardinality, and the attribute on the other side.
import { stringOr, type JsonObject } from '../../base/json.ts';
import {
  fieldOf,
  modelOf,
  type Draft,
  type DraftField,
  type DraftModel,
  type OutsideType,
} from './draft.ts';
import { addField, changeField } from './edit-draft.ts';
import { attributeNameOf, pluralOf, slugOf, unusedName } from './names.ts';

/** Cardinality. */
export type Count = 'one' | 'many';

interface FieldLocation {
  readonly modelId: string;
  readonly fieldId: string;
}

/** Number of targets of an entry, and of entries of a target. */
export function countsOf(relation: string): { readonly mine: Count; readonly theirs: Count } {
  return {
    mine: relation.endsWith('ToMany') ? 'many' : 'one',
    theirs: relation.startsWith('many') ? 'many' : 'one',
  };
}

/** Returns the relation of two cardinalities. Without another side, `theirs` is one. */
export function relationKind(mine: Count, theirs: Count, isTwoWay: boolean): string {
  const to = mine === 'many' ? 'Many' : 'One';
  return `${isTwoWay && theirs === 'many' ? 'many' : 'one'}To${to}`;
}

/** Names of the types on both sides. */
export function relationNames(
  draft: Draft,
  {
    model,
    field,
    outside,
  }: {
    readonly model: DraftModel;
    readonly field: DraftField;
    readonly outside: readonly OutsideType[];
  },
): { readonly mine: string; readonly theirs: string } {
  const target = stringOr(field.properties['target'], '');
  const known = modelOf(draft, target) ?? outside.find(({ uid }) => uid === target);
  return { mine: model.displayName, theirs: known?.displayName ?? target };
}

/** Changes the target of a relation. The other side stays with the previous target. */
export function withTarget(draft: Draft, place: FieldLocation, target: string): Draft {
  const field = fieldOf(draft, place.modelId, place.fieldId);
  if (!field) return draft;
  const properties: JsonObject = { ...field.properties, target, side: null };
  const { mine } = countsOf(stringOr(properties['relation'], ''));
  return changeField(draft, place, {
    properties: { ...properties, relation: relationKind(mine, 'one', false) },
  });
}

/** Adds or removes the other side of a relation. @param id Id of the new attribute; null to remove it */
export function withOtherSideField(draft: Draft, place: FieldLocation, id: string | null): Draft {
  const model = modelOf(draft, place.modelId);
  const field = fieldOf(draft, place.modelId, place.fieldId);
  const target = modelOf(draft, stringOr(field?.properties['target'], ''));
  if (!model || !field || !target) return draft;
  const { mine } = countsOf(stringOr(field.properties['relation'], ''));
  if (id === null) {
    const properties = {
      ...field.properties,
      side: null,
      relation: relationKind(mine, 'one', false),
    };
    return changeField(draft, place, { properties });
  }
  const isMany = model.kind !== 'singleType';
  const wanted = attributeNameOf(slugOf(model.displayName)) || 'related';
  const side: DraftField = {
    id,
    from: null,
    name: unusedName(isMany ? pluralOf(wanted) : wanted, target),
    properties: { type: 'relation', relation: 'oneToOne', target: model.id, side: field.id },
    valueNames: {},
    setsAsideValues: false,
  };
  const relation = relationKind(mine, isMany ? 'many' : 'one', true);
  const added = addField(draft, target.id, { field: side });
  return changeField(added, place, { properties: { ...field.properties, side: id, relation } });
}
