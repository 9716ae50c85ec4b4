// `data` of hook events: the stored values as a plain object that hooks may change.
import {
  isLinked,
  showsOne,
  type LinkedAttribute,
} from '../../documents/check/linked-attribute.ts';
import type { ComponentRef, RowEvent } from '../../documents/write-hooks.ts';
import { groupBy } from '../../base/group-by.ts';
import { toRecord } from '../../schema/raw.ts';
import type { Registry } from '../../schema/registry.ts';
import type { Attribute, Model, ScalarAttribute } from '../../schema/types.ts';
import { toCodeValue, toColumnValue } from '../database/column-value.ts';
import type { RowChange } from '../../documents/links/link-write.ts';
import type { Fields, Row } from '../strapi/code-values.ts';
import { toCodeRelation, toRelationChange } from '../database/relation-change.ts';

/** Data of an event, and its state before hooks run. */
export interface HookData {
  readonly data: Fields;
  /** JSON by key. */
  readonly before: ReadonlyMap<string, string | undefined>;
}

const TIMES: ReadonlySet<string> = new Set(['createdAt', 'updatedAt', 'publishedAt']);
const DOCUMENT_ID = 'documentId';

/** Returns the data of a written row. */
export function hookData(registry: Registry, event: RowEvent): HookData {
  const model = registry.model(event.uid);
  const data: Fields = {};
  for (const [name, value] of event.values) {
    const attribute = model.attributes.get(name);
    if (attribute?.kind !== 'scalar') continue;
    if (name === 'locale' && value === null && !isLocalized(model)) continue;
    data[name] =
      TIMES.has(name) && typeof value === 'number'
        ? new Date(value)
        : toCodeValue(attribute, value);
  }
  const documentId = event.values.get(DOCUMENT_ID);
  if (documentId !== undefined && !event.isFirst) data[DOCUMENT_ID] = documentId;
  for (const [name, change] of event.relations) {
    data[name] = relationData(model.attributes.get(name), change);
  }
  for (const attribute of model.attributes.values()) {
    const { name } = attribute;
    const references = event.components
      .get(name)
      ?.map((part) => componentReference(attribute, part));
    if (isList(attribute)) {
      if (references || isNewEntry(model, event)) data[name] = references ?? [];
    } else if (references) data[name] = references[0] ?? null;
  }
  return { data, before: snapshot(data) };
}

/** Returns the data of a copied row. @param source The original row with the ids of its relations and components */
export function copiedData(
  registry: Registry,
  { uid, copied, action }: RowEvent,
  source: Row,
): HookData {
  const model = registry.model(uid);
  const data: Fields = {};
  for (const attribute of model.attributes.values()) {
    const { name } = attribute;
    if (copied && !copied.has(name)) continue;
    const value = source[name];
    if (attribute.kind === 'scalar') data[name] = value;
    else if (isLinked(attribute)) data[name] = linkedIds(attribute, value);
    else if (attribute.kind !== 'localizations') {
      const ids = idsIn(attribute, value);
      if (ids !== null) data[name] = ids;
    }
  }
  if (action === 'create' && model.modelType === 'contentType') {
    data[DOCUMENT_ID] = source.documentId;
    // A copy creates the other version.
    data['publishedAt'] = source['publishedAt'] === null ? new Date() : null;
  }
  if (action === 'update') data['updatedAt'] = new Date();
  return { data, before: snapshot(data) };
}

/** Applies the changes of hooks to the write. @throws ValidationError for values that cannot be stored */
export function applyHookData(
  registry: Registry,
  event: RowEvent,
  { data, before }: HookData,
): void {
  const model = registry.model(event.uid);
  for (const name of new Set([...before.keys(), ...Object.keys(data)])) {
    const value = data[name];
    if (JSON.stringify(value) === before.get(name)) continue;
    const attribute = model.attributes.get(name);
    if (name === DOCUMENT_ID && typeof value === 'string') event.values.set(name, value);
    else if (attribute?.kind === 'scalar') setValue(event, attribute, value);
    else if (attribute && isLinked(attribute)) {
      const change = toRelationChange(value);
      if (change) event.relations.set(name, change);
      else event.relations.delete(name);
    } else if (attribute?.kind === 'component' || attribute?.kind === 'dynamiczone') {
      const components = changedComponents(event, attribute, value);
      if (components) event.components.set(name, components);
    }
  }
}

/**
 * Returns the components of an attribute that a hook has left, in its order. Null if its change is ignored, since it names
 * other components, or changes those of a copy or of an attribute that is not written. As in Strapi, an update ignores hooks
 * that remove the attribute from its data, or empty a dynamic zone.
 */
function changedComponents(
  { components, action, copyOf }: RowEvent,
  { name, kind }: Attribute,
  value: unknown,
): readonly ComponentRef[] | null {
  const known = components.get(name);
  if (!known || copyOf !== null) return null;
  if (value === undefined) return action === 'create' ? [] : null;
  const byRow = groupBy(known, ({ row }) => row);
  const items = [value].flat().filter((item) => item !== null && item !== undefined);
  const found = items.map((item) => {
    const { id = item, __component: type } = toRecord(item);
    return byRow.get(Number(id))?.find(({ uid }) => type === undefined || type === uid);
  });
  const listed = new Set(found.filter((each) => each !== undefined));
  const isKept = listed.size === 0 && kind === 'dynamiczone' && action === 'update';
  return found.includes(undefined) || isKept ? null : [...listed];
}

function setValue({ values, copyOf }: RowEvent, attribute: ScalarAttribute, value: unknown): void {
  // An attribute that a hook deletes from the data of a copy is not copied.
  if (value === undefined && copyOf === null) values.delete(attribute.name);
  else values.set(attribute.name, toColumnValue(attribute, value));
}

function snapshot(data: Fields): HookData['before'] {
  return new Map(Object.entries(data).map(([name, value]) => [name, JSON.stringify(value)]));
}

function isLocalized(model: Model): boolean {
  return model.modelType === 'contentType' && model.localized;
}

function isList(attribute: Attribute | undefined): boolean {
  return (
    attribute?.kind === 'dynamiczone' || (attribute?.kind === 'component' && attribute.repeatable)
  );
}

/** New rows of content-types have all component lists in their data. */
function isNewEntry({ modelType }: Model, { action }: RowEvent): boolean {
  return modelType === 'contentType' && action === 'create';
}

function componentReference({ name: field, kind }: Attribute, { uid, row }: ComponentRef): Fields {
  return kind === 'dynamiczone'
    ? { id: row, __component: uid, __pivot: { field } }
    : { id: row, __pivot: { field, component_type: uid } };
}

/** A to-one attribute is null if its link is removed. */
function relationData(attribute: Attribute | undefined, change: RowChange): unknown {
  const isEmptied = change.kind === 'set' && change.rows.length === 0;
  if (isEmptied && attribute && isLinked(attribute) && showsOne(attribute)) return null;
  return toCodeRelation(change);
}

/** A to-one attribute is null without a link. */
function linkedIds(attribute: LinkedAttribute, value: unknown): unknown {
  const ids = idsOf(value);
  return ids.length === 0 && showsOne(attribute) ? null : { set: ids };
}

function idsIn(attribute: Attribute, value: unknown): unknown {
  const ids = idsOf(value);
  return isList(attribute) ? ids : (ids[0] ?? null);
}

function idsOf(value: unknown): readonly Fields[] {
  if (value === null || value === undefined) return [];
  const rows = (Array.isArray(value) ? value : [value]) as readonly Row[];
  return rows.map(({ id, __type, __component }) => ({
    id,
    ...(typeof __type === 'string' ? { __type } : {}),
    ...(typeof __component === 'string' ? { __component } : {}),
  }));
}
