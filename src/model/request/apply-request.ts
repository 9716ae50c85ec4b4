// Applies a request to the models of a project: schema files before -> schema files after, with the renames.
import { stringOf } from '../../base/json.ts';
import { isRecord, toRecord, toText, toTexts, type RawRecord } from '../../schema/raw.ts';
import { snakeCase } from '../../storage/layout/snake-case.ts';
import { ModelChangeError } from '../errors.ts';
import type { FileChange } from '../files/file-change.ts';
import type { Renames } from '../renames.ts';
import { attributeJson } from './attribute-json.ts';
import { toRecords } from './check-element.ts';
import { componentTable, slugOf, tableNameOf } from './model-names.ts';
import { mapReferences, removeReferences } from './references.ts';
import { syncRelations, type RequestedRelation } from './relations.ts';
import type { ModelElement, SchemaRequest } from './schema-request.ts';
import type { SourceModel, SourceModels } from './source-model.ts';

/** Models after a request. */
export interface RequestedModels {
  readonly models: SourceModels;
  readonly renames: Renames;
  /** Attributes whose incompatible values are set aside, as `<uid> <name>`. */
  readonly setsAsideValues: ReadonlySet<string>;
  /** Files to write; undefined: those of the changed models. */
  readonly files?: readonly FileChange[];
}

interface Draft {
  readonly models: Map<string, SourceModel>;
  readonly uids: Map<string, string>;
  readonly names: Map<string, Map<string, string>>;
  readonly values: Map<string, Map<string, ReadonlyMap<string, string>>>;
  readonly setAside: Set<string>;
  readonly relations: RequestedRelation[];
}

/** Applies a request. @throws ModelChangeError if it names models that do not exist, or that do */
export function applyRequest(source: SourceModels, request: SchemaRequest): RequestedModels {
  const elements = request.elements.toSorted(contentTypesFirst);
  const updates = elements.filter((element) => element.action !== 'delete');
  const removed = new Set(
    elements.filter(({ action }) => action === 'delete').map(({ uid }) => uid),
  );
  const draft: Draft = {
    models: new Map(source),
    uids: new Map(),
    names: new Map(),
    values: new Map(),
    setAside: new Set(),
    relations: [],
  };
  for (const element of updates) assertNoStatus(source, element);
  assertElements(source, elements);
  for (const element of updates) rename(draft, source, element);
  for (const [uid, from] of draft.uids) mapReferences(draft.models, from, uid);
  for (const element of updates) writeModel(draft, element, request);
  removeReferences(draft.models, removed);
  for (const uid of removed) draft.models.delete(uid);
  assertTargets(draft);
  syncRelations({ before: source, draft });
  return {
    models: draft.models,
    renames: { models: draft.uids, attributes: draft.names, values: draft.values },
    setsAsideValues: draft.setAside,
  };
}

function contentTypesFirst(one: { readonly modelType: string }, other: typeof one): number {
  return Number(one.modelType === 'component') - Number(other.modelType === 'component');
}

/** A content-type with drafts has no attribute with the name of their parameter. */
function assertNoStatus(source: SourceModels, element: ModelElement): void {
  const { uid, raw, action, renamedFrom, attributes } = element;
  if (element.modelType === 'component' || raw['draftAndPublish'] !== true) return;
  const former = toRecord(source.get(renamedFrom ?? uid)?.json['attributes']);
  const names = new Set(action === 'update' ? Object.keys(former) : []);
  for (const { action: each, name } of toRecords(raw['attributes'])) {
    if (each === 'delete') names.delete(stringOf(name));
  }
  for (const attribute of attributes) {
    if (attribute.renamedFrom !== null) names.delete(attribute.renamedFrom);
    if (attribute.action === 'create') names.add(attribute.name);
  }
  const reserved = [...names].filter((name) => snakeCase(name) === 'status');
  if (reserved.length === 0) return;
  throw new ModelChangeError(
    `Cannot enable draft and publish while the following attribute names are reserved: ${reserved.join(', ')}. Rename them or remove them first.`,
  );
}

/** New models come first, as their errors do. */
function assertElements(source: SourceModels, elements: SchemaRequest['elements']): void {
  const freed = new Set(
    elements.flatMap((element) => {
      if (element.action !== 'update') return [];
      const from = element.renamedFrom ?? element.uid;
      return uidOf(element) === from ? [] : [from];
    }),
  );
  const taken = new Map([...source].filter(([uid]) => !freed.has(uid)));
  const known = new Map(source);
  for (const element of elements) {
    if (element.action !== 'create') continue;
    const model = assertNew(taken, element);
    taken.set(model.uid, model);
    known.set(model.uid, model);
  }
  for (const element of elements) {
    if (element.action === 'update') {
      assertExists(known, { ...element, uid: element.renamedFrom ?? element.uid });
      if (element.modelType === 'component' && element.raw['category'] === undefined) {
        throw new ModelChangeError('Expected a string, got `undefined`');
      }
    } else if (element.action === 'delete') assertRemovable(assertExists(source, element));
  }
}

type Named = Pick<ModelElement, 'modelType' | 'uid'>;

function assertExists(models: SourceModels, { modelType, uid }: Named): SourceModel {
  const model = models.get(uid);
  if (model?.modelType !== modelType) throw new ModelChangeError(`${modelType}.notFound`);
  return model;
}

/** Relations to built-in types would be removed with them. @throws ModelChangeError */
function assertRemovable({ uid, origin }: SourceModel): void {
  if (origin !== 'api') throw new ModelChangeError(`${uid} is built in and cannot be removed.`);
}

/** Returns the new model without attributes. @throws ModelChangeError */
function assertNew(models: SourceModels, { modelType, uid, raw }: ModelElement): SourceModel {
  const isComponent = modelType === 'component';
  const [singularName, category, displayName] = ['singularName', 'category', 'displayName'].map(
    (key) => stringOf(raw[key]),
  );
  const requested = isComponent
    ? `${slugOf(category ?? '')}.${slugOf(displayName ?? '')}`
    : `api::${singularName}.${singularName}`;
  if (uid !== requested) throw new ModelChangeError(`${modelType}.invalidUID`);
  const table = isComponent ? componentTable(category ?? '', displayName ?? '') : null;
  const hasTable = [...models.values()].some(
    (model) => model.modelType === 'component' && model.json['collectionName'] === table,
  );
  if (models.has(uid) || hasTable) throw new ModelChangeError(`${modelType}.alreadyExists`);
  return { uid, modelType, origin: 'api', file: null, json: { collectionName: table } };
}

/** A model with another uid: a content-type with `renamedFrom`, a component also with another category. */
function rename(draft: Draft, source: SourceModels, element: ModelElement): void {
  if (element.action !== 'update') return;
  const from = element.renamedFrom ?? element.uid;
  const uid = uidOf(element);
  if (uid === from) return;
  const model = assertExists(source, { ...element, uid: from });
  if (source.has(uid)) {
    const isMoved = element.modelType === 'component' && element.renamedFrom === null;
    throw new ModelChangeError(`${element.modelType}.${isMoved ? 'edit.' : ''}alreadyExists`);
  }
  if (model.origin !== 'api') throw new ModelChangeError(`${element.modelType}.invalidUID`);
  draft.uids.set(uid, from);
  draft.models.delete(from);
  draft.models.set(uid, { ...model, uid });
}

/** The uid of an element after the change. */
function uidOf({ modelType, uid, raw, action }: ModelElement): string {
  if (modelType === 'contentType' || action === 'create') return uid;
  return `${slugOf(stringOf(raw['category']))}.${uid.slice(uid.indexOf('.') + 1)}`;
}

function writeModel(draft: Draft, element: ModelElement, { setsAsideValues }: SchemaRequest): void {
  const uid = uidOf(element);
  const former = draft.models.get(uid);
  const json = baseOf(former);
  const formerAttributes = toRecord(json['attributes']);
  const entries: [string, RawRecord][] = [];
  for (const { name, properties: sent, ...options } of element.attributes) {
    const properties = mappedUids(sent, draft.uids, uid);
    const from = options.renamedFrom ?? name;
    const exists = Object.hasOwn(formerAttributes, from);
    const formerAttribute = exists ? formerAttributes[from] : undefined;
    if (options.renamedFrom !== null && formerAttribute === undefined) {
      throw new ModelChangeError(`${uid} has no attribute ${from} that could be renamed.`);
    }
    if (from !== name) nested(draft.names, uid).set(name, from);
    const values = Object.entries(toRecord(properties['renamedValues']));
    if (values.length > 0) {
      const texts = values.map(([before, after]): [string, string] => [before, stringOf(after)]);
      nested(draft.values, uid).set(name, new Map(texts));
    }
    if (setsAsideValues || options.setsAsideValues) draft.setAside.add(`${uid} ${name}`);
    const formerJson = isRecord(formerAttribute) ? formerAttribute : undefined;
    const isLocked = formerJson?.['configurable'] === false;
    entries.push([
      name,
      isLocked ? formerJson : attributeJson(withTarget(properties, element), formerJson),
    ]);
    if (isLocked) continue;
    if (properties['type'] === 'relation') {
      const targetAttribute = toText(properties['targetAttribute']) ?? null;
      draft.relations.push({
        uid,
        name,
        from: formerJson ? from : null,
        targetAttribute,
        isOfNewModel: element.action === 'create',
      });
    }
  }
  const attributes = withFixed(entries, formerAttributes, element.raw);
  const write = element.modelType === 'contentType' ? contentTypeJson : componentJson;
  draft.models.set(uid, {
    uid,
    modelType: element.modelType,
    origin: former?.origin ?? 'api',
    file: former?.file ?? null,
    json: write(element, json, attributes),
  });
}

/** Options of a built-in type are not part of the file that extends it. */
function baseOf(former: SourceModel | undefined): RawRecord {
  if (!former) return {};
  return former.file === null ? { ...former.json, options: {} } : former.json;
}

function nested<T>(map: Map<string, Map<string, T>>, uid: string): Map<string, T> {
  const found = map.get(uid) ?? new Map<string, T>();
  map.set(uid, found);
  return found;
}

/** A request may name a moved component by its former uid. */
function mappedUids(
  properties: RawRecord,
  uids: ReadonlyMap<string, string>,
  self: string,
): RawRecord {
  const map = (value: unknown): unknown =>
    [...uids].find(([, from]) => from === value)?.[0] ?? (value === '__self__' ? self : value);
  const { component, components, target } = properties;
  return {
    ...properties,
    ...(component === undefined ? {} : { component: map(component) }),
    ...(Array.isArray(components) ? { components: components.map(map) } : {}),
    ...(target === undefined ? {} : { target: map(target) }),
  };
}

/** In an updated type, a uid attribute whose target is gone has none. */
function withTarget(properties: RawRecord, { attributes }: ModelElement): RawRecord {
  if (properties['type'] !== 'uid' || !properties['targetField']) return properties;
  const exists = attributes.some(({ name }) => name === properties['targetField']);
  return exists ? properties : { ...properties, targetField: undefined };
}

/** Attributes that cannot be configured, and hidden ones, stay, after the attribute that they followed. */
function withFixed(
  entries: readonly (readonly [string, RawRecord])[],
  former: RawRecord,
  raw: RawRecord,
): RawRecord {
  const result = [...entries];
  const deleted = toRecords(raw['attributes']).filter(({ action }) => action === 'delete');
  let last: string | null = null;
  for (const [name, value] of Object.entries(former)) {
    const exists = result.some(([other]) => other === name);
    const isDeleted = deleted.some((each) => each['name'] === name);
    if (!exists && isRecord(value) && isFixed(value, isDeleted)) {
      const before = last;
      const at = before === null ? 0 : result.findIndex(([other]) => other === before) + 1;
      result.splice(at, 0, [name, value]);
      last = name;
    } else if (exists) last = name;
  }
  return Object.fromEntries(result);
}

/** The content-type builder does not list hidden attributes, so that requests do not contain them. */
function isFixed({ configurable, visible }: RawRecord, isDeleted: boolean): boolean {
  return configurable === false || (visible === false && !isDeleted);
}

function contentTypeJson(element: ModelElement, json: RawRecord, attributes: RawRecord): RawRecord {
  const { raw, action, renamedFrom } = element;
  const isNamed = action === 'create' || renamedFrom !== null;
  const info = toRecord(json['info']);
  const singularName = isNamed
    ? (toText(raw['singularName']) ?? element.uid.slice(element.uid.lastIndexOf('.') + 1))
    : info['singularName'];
  const pluralName = isNamed
    ? (toText(raw['pluralName']) ?? `${String(singularName)}s`)
    : info['pluralName'];
  const { draftAndPublish: _, ...options } = toRecord(json['options']);
  const collectionName =
    toText(json['collectionName']) ??
    toText(raw['collectionName']) ??
    tableNameOf(String(pluralName));
  const pluginOptions =
    raw['pluginOptions'] ?? json['pluginOptions'] ?? (raw['isOlder'] === true ? undefined : {});
  return ordered({
    ...json,
    kind: raw['kind'] ?? json['kind'] ?? 'collectionType',
    collectionName,
    info: withoutEmpty({
      ...info,
      singularName,
      pluralName,
      displayName: raw['displayName'],
      description: raw['description'] ?? info['description'],
    }),
    options: { ...options, ...toRecord(raw['options']), draftAndPublish: raw['draftAndPublish'] },
    pluginOptions,
    attributes,
    config: raw['config'] ?? json['config'],
  });
}

function componentJson(element: ModelElement, json: RawRecord, attributes: RawRecord): RawRecord {
  const { raw, action } = element;
  const info = toRecord(json['info']);
  const isBatched = raw['isOlder'] !== true;
  return ordered({
    ...json,
    collectionName:
      toText(json['collectionName']) ??
      componentTable(stringOf(raw['category']), stringOf(raw['displayName'])),
    info: withoutEmpty({
      ...info,
      displayName: raw['displayName'],
      icon: raw['icon'] ?? info['icon'],
      description: raw['description'] ?? info['description'],
    }),
    options: toRecord(json['options']),
    pluginOptions: raw['pluginOptions'] ?? json['pluginOptions'],
    attributes,
    config: raw['config'] ?? json['config'] ?? (isBatched && action === 'create' ? {} : undefined),
  });
}

const ORDER = [
  'kind',
  'collectionName',
  'info',
  'options',
  'pluginOptions',
  'attributes',
  'config',
];

/** Known keys in their order, then all others. */
function ordered(json: RawRecord): RawRecord {
  const sorted = ORDER.filter((key) => json[key] !== undefined).map((key) => [key, json[key]]);
  const others = Object.entries(json).filter(([key]) => !ORDER.includes(key));
  return Object.fromEntries([...sorted, ...others]);
}

function withoutEmpty(record: RawRecord): RawRecord {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}

/** Relations and components must name models that exist after the change. */
function assertTargets({ models }: Draft): void {
  for (const { uid, json, origin } of models.values()) {
    if (origin !== 'api') continue;
    for (const [name, value] of Object.entries(toRecord(json['attributes']))) {
      const attribute = toRecord(value);
      const target = toText(attribute['target']);
      if (attribute['type'] === 'relation' && target && !models.has(target)) {
        throw new ModelChangeError(`Content type ${target} not found`);
      }
      const components = [toText(attribute['component']), ...toTexts(attribute['components'])];
      const missing = components.find((each) => each !== undefined && !models.has(each));
      if (missing === undefined) continue;
      throw new ModelChangeError(`${uid} ${name}: there is no component ${missing}.`);
    }
  }
}
