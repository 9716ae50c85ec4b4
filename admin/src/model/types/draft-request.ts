// Converts the changes of a draft to requests of the content-type builder.
import { isEqualJson, stringsOf, type Json, type JsonObject } from '../../base/json.ts';
import { modelOf, type Draft, type DraftField, type DraftModel } from './draft.ts';
import { namesOf, uidOf } from './names.ts';

/** The body of `update-schema`. */
export interface SchemaRequest {
  readonly data: {
    readonly contentTypes: readonly JsonObject[];
    readonly components: readonly JsonObject[];
  };
}

/** Kind of a change of a model. */
export interface ChangedModel {
  readonly id: string;
  readonly action: 'create' | 'update' | 'delete';
}

/** Returns the models that differ from those of the server. */
export function changedModels(base: Draft, draft: Draft): readonly ChangedModel[] {
  const changed = Object.values(draft.models).flatMap((model): readonly ChangedModel[] => {
    if (model.from === null) return [{ id: model.id, action: 'create' }];
    const before = modelOf(base, model.id);
    const isSame =
      before !== null &&
      (base === draft ||
        isEqualJson(elementOf(before, base, 'update'), elementOf(model, draft, 'update')));
    return isSame ? [] : [{ id: model.id, action: 'update' }];
  });
  const deleted = Object.keys(base.models)
    .filter((id) => modelOf(draft, id) === null)
    .map((id) => ({ id, action: 'delete' as const }));
  return [...changed, ...deleted];
}

/** Returns the request body of the changes. */
export function toRequest(base: Draft, draft: Draft): SchemaRequest {
  const contentTypes: JsonObject[] = [];
  const components: JsonObject[] = [];
  for (const { id, action } of changedModels(base, draft)) {
    const model = modelOf(draft, id) ?? modelOf(base, id);
    if (!model) continue;
    const list = model.kind === 'component' ? components : contentTypes;
    if (action === 'delete') list.push({ action, uid: model.from ?? '' });
    else list.push(elementOf(model, draft, action));
  }
  return { data: { contentTypes, components } };
}

function elementOf(model: DraftModel, draft: Draft, action: 'create' | 'update'): JsonObject {
  const { from, kind, description, pluginOptions } = model;
  const attributes = model.fields.map((field) => attributeOf(field, draft));
  const shared = {
    action,
    displayName: model.displayName.trim(),
    ...(description === null ? {} : { description }),
    ...(Object.keys(pluginOptions).length === 0 ? {} : { pluginOptions }),
    attributes,
  };
  const uid = uidOf(model);
  if (kind === 'component') {
    const { category, icon } = model;
    // A component is identified by its previous uid, and moves with its category.
    return { ...shared, uid: from ?? uid, category, ...(icon === null ? {} : { icon }) };
  }
  const { singular, plural } = namesOf(model);
  return {
    ...shared,
    uid,
    ...(from === null || from === uid ? {} : { renamedFrom: from }),
    kind,
    singularName: singular,
    pluralName: plural,
    draftAndPublish: model.hasDrafts,
  };
}

function attributeOf(field: DraftField, draft: Draft): JsonObject {
  const { from, name, setsAsideValues, valueNames } = field;
  const renamed = Object.entries(valueNames).map(([now, before]) => [before, now] as const);
  const properties = {
    ...propertiesOf(field, draft),
    ...(renamed.length === 0 ? {} : { renamedValues: Object.fromEntries(renamed) }),
  };
  return {
    action: from === null ? 'create' : 'update',
    name,
    properties,
    ...(from === null || from === name ? {} : { renamedFrom: from }),
    ...(setsAsideValues ? { incompatibleValues: 'setAside' } : {}),
  };
}

/** Replaces ids in properties by names. */
export function propertiesOf({ properties }: DraftField, draft: Draft): JsonObject {
  const { side, targetField, target, component, components, ...rest } = properties;
  const uid = (id: Json): Json => {
    const model = typeof id === 'string' ? modelOf(draft, id) : null;
    return model ? uidOf(model) : id;
  };
  // Not every type accepts null, which other panels may have stored. It has no effect.
  const given = Object.entries(rest).filter(([, value]) => value !== null);
  return {
    ...Object.fromEntries(given),
    ...(target === undefined ? {} : { target: uid(target) }),
    // A relation to administrators is unidirectional.
    ...(side === undefined || target === 'admin::user'
      ? {}
      : { targetAttribute: nameOfField(draft, side) }),
    ...(component === undefined ? {} : { component: uid(component) }),
    ...(components === undefined ? {} : { components: stringsOf(components).map(uid) }),
    ...(targetField === undefined || targetField === null
      ? {}
      : { targetField: nameOfField(draft, targetField) }),
  };
}

/** Returns the name of an attribute of any model, or null. */
export function nameOfField(draft: Draft, id: Json): string | null {
  if (typeof id !== 'string') return null;
  for (const { fields } of Object.values(draft.models)) {
    const field = fields.find((each) => each.id === id);
    if (field) return field.name;
  }
  // The other side is in a type that cannot be changed.
  return id.includes('/') ? id.slice(id.lastIndexOf('/') + 1) : null;
}
