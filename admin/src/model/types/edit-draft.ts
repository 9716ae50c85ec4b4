// Edits of a draft. Each returns a new draft, with both sides of relations synchronized.
import { stringsOf, type Json, type JsonObject } from '../../base/json.ts';
import { fieldOf, modelOf, typeOf, type Draft, type DraftField, type DraftModel } from './draft.ts';

/** Changes values of a model. */
export function changeModel(draft: Draft, id: string, part: Partial<DraftModel>): Draft {
  const model = modelOf(draft, id);
  return model ? { models: { ...draft.models, [id]: { ...model, ...part } } } : draft;
}

export function addModel(draft: Draft, model: DraftModel): Draft {
  return { models: { ...draft.models, [model.id]: model } };
}

/** Removes a model, and attributes that refer to it. */
export function removeModel(draft: Draft, id: string): Draft {
  const { [id]: _, ...models } = draft.models;
  const rest = Object.values(models).map((model) => ({
    ...model,
    fields: model.fields.flatMap((field) => withoutModel(field, id)),
  }));
  return { models: Object.fromEntries(rest.map((model) => [model.id, model])) };
}

function withoutModel(field: DraftField, id: string): readonly DraftField[] {
  const { target, component, components } = field.properties;
  if (target === id || component === id) return [];
  if (!Array.isArray(components) || !stringsOf(components).includes(id)) return [field];
  const left = stringsOf(components).filter((each) => each !== id);
  return left.length === 0
    ? []
    : [{ ...field, properties: { ...field.properties, components: left } }];
}

/** Changes an attribute, and the other side of a relation. */
export function changeField(
  draft: Draft,
  { modelId, fieldId }: { readonly modelId: string; readonly fieldId: string },
  part: Partial<DraftField>,
): Draft {
  const before = fieldOf(draft, modelId, fieldId);
  if (!before) return draft;
  const after = { ...before, ...part };
  return withOtherSide(
    withFields(draft, modelId, (fields) =>
      fields.map((field) => (field.id === fieldId ? after : field)),
    ),
    { modelId, before, after },
  );
}

/** Adds an attribute. @param index Position; default: at the end */
export function addField(
  draft: Draft,
  modelId: string,
  { field, index }: { readonly field: DraftField; readonly index?: number },
): Draft {
  const added = withFields(draft, modelId, (fields) =>
    fields.toSpliced(index ?? fields.length, 0, field),
  );
  return withOtherSide(added, { modelId, before: null, after: field });
}

/** Removes an attribute, and attributes that depend on it. */
export function removeField(draft: Draft, modelId: string, fieldId: string): Draft {
  const before = fieldOf(draft, modelId, fieldId);
  const removed = withFields(draft, modelId, (fields) =>
    fields
      .filter(({ id }) => id !== fieldId)
      .map((field) =>
        field.properties['targetField'] === fieldId
          ? { ...field, properties: { ...field.properties, targetField: null } }
          : field,
      ),
  );
  return withOtherSide(removed, { modelId, before, after: null });
}

/** Moves an attribute to another place. */
export function moveField(draft: Draft, modelId: string, places: readonly [number, number]): Draft {
  const [from, to] = places;
  return withFields(draft, modelId, (fields) => {
    const field = fields[from];
    return field ? fields.toSpliced(from, 1).toSpliced(to, 0, field) : fields;
  });
}

/** Replaces a removed attribute by a new one, which becomes a rename. */
export function asRename(
  draft: Draft,
  modelId: string,
  names: { readonly from: string; readonly to: string },
): Draft {
  return withFields(draft, modelId, (fields) =>
    fields.map((field) =>
      field.name === names.to && field.from === null ? { ...field, from: names.from } : field,
    ),
  );
}

/** Inverse of each relation kind. */
const OPPOSITE: Readonly<Record<string, string>> = {
  oneToOne: 'oneToOne',
  oneToMany: 'manyToOne',
  manyToOne: 'oneToMany',
  manyToMany: 'manyToMany',
};

interface ChangedField {
  readonly modelId: string;
  readonly before: DraftField | null;
  readonly after: DraftField | null;
}

/** Removes the previous other side of a relation, and adjusts the current one. */
function withOtherSide(draft: Draft, { modelId, before, after }: ChangedField): Draft {
  const former = sideOf(before);
  const current = sideOf(after);
  let result = draft;
  if (former && (former.side !== current?.side || former.target !== current.target)) {
    result = withFields(result, former.target, (fields) =>
      fields.filter(({ id }) => id !== former.side),
    );
  }
  if (!current || !after) return result;
  const relation = OPPOSITE[String(after.properties['relation'])] ?? 'oneToOne';
  return withFields(result, current.target, (fields) =>
    fields.map((field) => {
      if (field.id !== current.side) return field;
      const { target, side, relation: known } = field.properties;
      if (target === modelId && side === after.id && known === relation) return field;
      const properties = { ...field.properties, target: modelId, side: after.id, relation };
      return { ...field, properties };
    }),
  );
}

function sideOf(
  field: DraftField | null,
): { readonly target: string; readonly side: string } | null {
  if (!field || typeOf(field) !== 'relation') return null;
  const { target, side } = field.properties;
  return typeof target === 'string' && typeof side === 'string' ? { target, side } : null;
}

function withFields(
  draft: Draft,
  modelId: string,
  change: (fields: readonly DraftField[]) => readonly DraftField[],
): Draft {
  const model = modelOf(draft, modelId);
  if (!model) return draft;
  const fields = change(model.fields);
  const isSame =
    fields.length === model.fields.length && fields.every((each, at) => each === model.fields[at]);
  return isSame ? draft : changeModel(draft, modelId, { fields });
}

/** Returns properties with another value; null, false and empty strings remove it. */
export function withProperty(properties: JsonObject, key: string, value: Json): JsonObject {
  if (value !== null && value !== '' && value !== false) return { ...properties, [key]: value };
  const { [key]: _, ...rest } = properties;
  return rest;
}
