// Plans a change of the content model: current and requested model with their renames -> steps, as data. A pure function.
import { uidMapOf } from '../renames.ts';
import { toRecord } from '../../schema/raw.ts';
import type { ContentType, Model } from '../../schema/types.ts';
import { names } from '../../storage/layout/names.ts';
import {
  storedAttributes,
  type AttributeStorage,
  type StoredAttribute,
} from '../attribute-storage.ts';
import { planAttributes } from './attributes.ts';
import { PlanBuilder } from './plan-builder.ts';
import type { ChangePlan } from './steps.ts';
import type { ModelVersion, ChangeVersions } from './change-versions.ts';

/** Plans a change. Nothing is lost: what the requested model does not contain is kept. */
export function planChange(change: ChangeVersions): ChangePlan {
  const { current, requested, renames } = change;
  const mapUid = uidMapOf(renames);
  const builder = new PlanBuilder(change, mapUid);
  for (const [uid, from] of renames.models) planRename(builder, change, { uid, from });
  const isRemoved = (uid: string): boolean => !requested.registry.has(mapUid(uid));
  const removed = [...current.registry.models()].filter(({ uid }) => isRemoved(uid));
  for (const model of removed) keepModel(builder, change, model);
  for (const model of requested.registry.models()) planModel(builder, change, model);
  return builder.finish();
}

interface ModelRename {
  readonly uid: string;
  readonly from: string;
}

/** Rows of other tables name a component or a content-type by its uid. */
function planRename(builder: PlanBuilder, { current }: ChangeVersions, rename: ModelRename): void {
  const { uid, from } = rename;
  builder.add({ kind: 'renameModel', uid, from });
  const isComponent = current.registry.components.has(from);
  for (const { table, column } of namingColumns(current, isComponent)) {
    builder.add({ kind: 'renameUid', uid, from, table, column });
  }
}

/** Columns that hold uids. */
function namingColumns(
  { registry, layout }: ModelVersion,
  ofComponents: boolean,
): readonly { readonly table: string; readonly column: string }[] {
  const found = new Map<string, { readonly table: string; readonly column: string }>();
  for (const { uid, attributes } of registry.models()) {
    for (const { kind, name } of attributes.values()) {
      if (kind === 'scalar') continue;
      const link = layout.link(uid, name);
      const column =
        link.kind === 'components' && ofComponents
          ? { table: link.table, column: 'component_type' }
          : link.kind === 'morphTable'
            ? { table: link.table, column: link.typeColumn }
            : link.kind === 'morphColumns'
              ? { table: layout.table(uid), column: link.typeColumn }
              : null;
      if (column) found.set(`${column.table} ${column.column}`, column);
    }
  }
  return [...found.values()];
}

/** The tables that belong to a model alone. */
function modelStorage({ layout }: ModelVersion, { uid }: Model): AttributeStorage {
  return { kind: 'table', table: layout.table(uid), columns: [] };
}

function keepModel(builder: PlanBuilder, { current }: ChangeVersions, model: Model): void {
  const { uid } = model;
  const definition = current.definitions.find((each) => each.uid === uid);
  builder.add({ kind: 'keepModel', uid, table: current.layout.table(uid) });
  builder.keep({
    uid,
    attribute: null,
    form: model.modelType,
    storage: modelStorage(current, model),
    raw: toRecord(definition?.json),
    attributes: [...storedAttributes(model, current.layout).values()],
  });
}

function planModel(builder: PlanBuilder, change: ChangeVersions, model: Model): void {
  const { current, requested, renames } = change;
  const { uid } = model;
  const from = renames.models.get(uid) ?? uid;
  const attributes = storedAttributes(model, requested.layout);
  const rules = {
    uid,
    names: renames.attributes.get(uid) ?? new Map<string, string>(),
    values: renames.values.get(uid) ?? new Map<string, ReadonlyMap<string, string>>(),
  };
  if (!current.registry.has(from)) {
    const former = restoreModel(builder, change, model);
    const state = former === null ? 'new' : 'restored';
    planAttributes(builder, {
      ...rules,
      former: former ?? new Map(),
      requested: attributes,
      state,
    });
    return;
  }
  const formerModel = current.registry.model(from);
  const former = storedAttributes(formerModel, current.layout, builder.mapUid);
  for (const [attribute, before] of rules.names) {
    builder.add({ kind: 'renameAttribute', uid, from: before, attribute });
  }
  planAttributes(builder, { ...rules, former, requested: attributes, state: 'changed' });
  if (model.modelType === 'contentType' && formerModel.modelType === 'contentType') {
    planOptions(builder, formerModel, model);
    if (formerModel.kind === 'collectionType' && model.kind === 'singleType') {
      builder.add({ kind: 'makeSingle', uid, table: requested.layout.table(uid) });
    }
  }
}

/** @returns the retained attributes of a model that is restored, or null for a new one */
function restoreModel(
  builder: PlanBuilder,
  { requested }: ChangeVersions,
  model: Model,
): ReadonlyMap<string, StoredAttribute> | null {
  const { uid } = model;
  const table = requested.layout.table(uid);
  const retained = builder.takeModel(uid, table);
  if (!retained) {
    builder.makeWay(modelStorage(requested, model));
    const components = names.componentsTable(model.collectionName);
    builder.makeWay({ kind: 'table', table: components, columns: [] });
    builder.add({ kind: 'createTable', uid, table });
    return null;
  }
  builder.add({ kind: 'restoreModel', uid, table });
  return new Map(retained.attributes.map((attribute) => [attribute.name, attribute]));
}

function planOptions(builder: PlanBuilder, former: ContentType, requested: ContentType): void {
  const { uid } = requested;
  if (former.draftAndPublish !== requested.draftAndPublish) {
    builder.add({ kind: 'switchOption', uid, option: 'drafts', on: requested.draftAndPublish });
  }
  if (former.localized !== requested.localized) {
    builder.add({ kind: 'switchOption', uid, option: 'locales', on: requested.localized });
  }
}
