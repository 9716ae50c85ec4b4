// Relations in a draft: how many targets each side has, and the attribute on the other side.
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

/** How many. */
export type Count = 'one' | 'many';

interface FieldPlace {
  readonly modelId: string;
  readonly fieldId: string;
}

/** How many targets an entry has, and how many entries a target has. */
export function countsOf(relation: string): { readonly mine: Count; readonly theirs: Count } {
  return {
    mine: relation.endsWith('ToMany') ? 'many' : 'one',
    theirs: relation.startsWith('many') ? 'many' : 'one',
  };
}

/** The relation of these counts. Without another side, `theirs` means nothing and is one. */
export function relationKind(mine: Count, theirs: Count, isTwoWay: boolean): string {
  const to = mine === 'many' ? 'Many' : 'One';
  return `${isTwoWay && theirs === 'many' ? 'many' : 'one'}To${to}`;
}

/** Names of the types of both sides. */
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

/** Leads a relation to another type. The other side stays behind with the former one. */
export function withTarget(draft: Draft, place: FieldPlace, target: string): Draft {
  const field = fieldOf(draft, place.modelId, place.fieldId);
  if (!field) return draft;
  const properties: JsonObject = { ...field.properties, target, side: null };
  const { mine } = countsOf(stringOr(properties['relation'], ''));
  return changeField(draft, place, {
    properties: { ...properties, relation: relationKind(mine, 'one', false) },
  });
}

/** Adds the other side of a relation, or removes it. @param id Of the new attribute; null: removes it */
export function withOtherSideField(draft: Draft, place: FieldPlace, id: string | null): Draft {
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
    keepsMisfits: false,
  };
  const relation = relationKind(mine, isMany ? 'many' : 'one', true);
  const added = addField(draft, target.id, { field: side });
  return changeField(added, place, { properties: { ...field.properties, side: id, relation } });
}
