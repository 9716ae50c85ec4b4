// Applies a request to the models of a project: schema files before -> schema files after, with the renames.
import { stringOf } from '../../base/json.ts';
import { isRecord, toRecord, toText, type RawRecord } from '../../schema/raw.ts';
import { ModelChangeError } from '../errors.ts';
import type { FileChange } from '../files/file-change.ts';
import type { Renames } from '../renames.ts';
import { attributeJson } from './attribute-json.ts';
import {
  assertElements,
  assertExists,
  assertNoStatus,
  assertTargets,
  uidOf,
} from './check-models.ts';
import { baseOf, modelJson, withFixed } from './model-json.ts';
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
  assertTargets(draft.models);
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
  draft.models.set(uid, {
    uid,
    modelType: element.modelType,
    origin: former?.origin ?? 'api',
    file: former?.file ?? null,
    json: modelJson(element, json, attributes),
  });
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
