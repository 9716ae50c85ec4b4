// Requests of the legacy routes, which change one content-type or component at a time -> batched requests.
import { stringOf } from '../../base/json.ts';
import { isRecord, toRecord, toText, toTexts, type RawRecord } from '../../schema/raw.ts';
import { ModelChangeError } from '../errors.ts';
import type { ModelChange } from '../model-changes.ts';
import { applyRequest } from './apply-request.ts';
import { toRecords } from './check-element.ts';
import { checkCategory, checkLegacyComponent, checkLegacyType } from './legacy-rules.ts';
import { slugOf } from './model-names.ts';
import { parseSchemaRequest, type ModelElement } from './schema-request.ts';
import type { SourceModel, SourceModels } from './source-model.ts';

/** A change, and the uid in the response. */
export interface LegacyChange {
  readonly uid: string;
  readonly change: ModelChange;
}

/** Creates or updates a content-type. @param uid Null for a new one. @throws ModelChangeError */
export function changeContentType(uid: string | null, body: unknown): LegacyChange {
  const raw = toRecord(toRecord(body)['contentType']);
  const name = stringOf(raw['singularName']);
  const target = uid ?? `api::${name}.${name}`;
  return {
    uid: target,
    change: (models) => {
      if (uid !== null && models.get(uid)?.modelType !== 'contentType')
        throw notFound('contentType');
      checkLegacyType(body, models, uid === null);
      const { components, uids } = nestedComponents(models, body, target);
      const former = uid === null ? undefined : models.get(uid);
      const { draftAndPublish = false } = toRecord(former?.json['options']);
      const element = {
        kind: former?.json['kind'] ?? 'collectionType',
        draftAndPublish,
        ...elementOf(raw, uids, { former }),
        action: uid === null ? 'create' : 'update',
        uid: target,
      };
      assertComponents(models, uids, [element, ...components]);
      return applied(models, { contentTypes: [element], components });
    },
  };
}

/** Creates or updates a component. @param uid Null for a new one. @throws ModelChangeError */
export function changeComponent(uid: string | null, body: unknown): LegacyChange {
  const raw = toRecord(toRecord(body)['component']);
  const category = slugOf(toText(raw['category']) ?? '');
  const name =
    uid === null ? slugOf(toText(raw['displayName']) ?? '') : uid.slice(uid.indexOf('.') + 1);
  return {
    uid: `${category}.${name}`,
    change: (models) => {
      if (uid !== null && models.get(uid)?.modelType !== 'component') throw notFound('component');
      checkLegacyComponent(body, models, uid === null);
      const { components, uids } = nestedComponents(models, body);
      const action = uid === null ? 'create' : 'update';
      const element = {
        ...elementOf(raw, uids, { former: uid === null ? undefined : models.get(uid) }),
        action,
        category,
        uid: uid ?? `${category}.${name}`,
      };
      assertComponents(models, uids, [element, ...components]);
      return applied(models, { components: [...components, element] });
    },
  };
}

/** Removes a content-type or component. */
export function removeModel(modelType: 'contentType' | 'component', uid: string): ModelChange {
  return (models) => {
    if (models.get(uid)?.modelType !== modelType) throw notFound(modelType);
    return applied(models, { [`${modelType}s`]: [{ action: 'delete', uid }] });
  };
}

/** A change of all components of a category. */
export interface CategoryChange {
  /** The new name. */
  readonly name: string;
  readonly change: ModelChange;
}

/** Moves all components of a category; null if it has the name already. @throws ModelChangeError */
export function renameCategory(category: string, body: unknown): CategoryChange | null {
  checkCategory(body);
  const name = slugOf(toText(toRecord(body)['name']) ?? '');
  if (name === category) return null;
  const change: ModelChange = (models) => {
    const found = assertCategory(models, category);
    if (componentsIn(models, name).length > 0) {
      throw new ModelChangeError('Name already taken');
    }
    const elements = found.map((model) => movedElement(model, name));
    return applyRequest(models, { elements, setsAsideValues: false });
  };
  return { name, change };
}

/** A component in another category, with the attributes that it has: no rule applies to them. */
function movedElement({ uid, json }: SourceModel, category: string): ModelElement {
  const attributes = Object.entries(toRecord(json['attributes'])).map(([name, properties]) => ({
    action: 'update' as const,
    name,
    properties: withTargetAttribute(toRecord(properties)),
    renamedFrom: null,
    setsAsideValues: false,
  }));
  const raw = { ...toRecord(json['info']), category };
  return { action: 'update', modelType: 'component', uid, renamedFrom: null, raw, attributes };
}

/** Removes all components of a category. */
export function removeCategory(category: string): ModelChange {
  return (models) => {
    const found = assertCategory(models, category);
    const components = found.map(({ uid }) => ({ action: 'delete', uid }));
    return applied(models, { components });
  };
}

function componentsIn(models: SourceModels, category: string): readonly SourceModel[] {
  return [...models.values()].filter(
    ({ modelType, uid }) => modelType === 'component' && uid.startsWith(`${category}.`),
  );
}

function assertCategory(models: SourceModels, category: string): readonly SourceModel[] {
  const found = componentsIn(models, category);
  if (found.length === 0) throw new ModelChangeError('category not found');
  return found;
}

function notFound(modelType: string): ModelChangeError {
  return new ModelChangeError(`${modelType}.notFound`, { status: 404 });
}

function applied(models: SourceModels, data: RawRecord): ReturnType<ModelChange> {
  return applyRequest(models, parseSchemaRequest({ data }));
}

/** The components of attributes must exist, or be new ones of the same request. @throws ModelChangeError */
function assertComponents(
  models: SourceModels,
  uids: ReadonlyMap<string, string>,
  elements: readonly RawRecord[],
): void {
  const known = new Set([...models.keys(), ...uids.values()]);
  const properties = elements.flatMap(({ attributes }) =>
    toRecords(attributes).map((attribute) => toRecord(attribute['properties'])),
  );
  const missing = properties.some(({ component, components }) =>
    [toText(component), ...toTexts(components)].some((uid) => uid !== undefined && !known.has(uid)),
  );
  if (missing) throw new ModelChangeError('component.notFound');
}

/**
 * Components of the same request; attributes name new ones by a temporary uid.
 * @param contentType The content-type of the request
 */
function nestedComponents(
  models: SourceModels,
  body: unknown,
  contentType?: string,
): { readonly components: readonly RawRecord[]; readonly uids: ReadonlyMap<string, string> } {
  const list = toRecord(body)['components'];
  const raws = Array.isArray(list) ? list.filter(isRecord) : [];
  const uids = new Map<string, string>();
  for (const raw of raws) {
    const temporary = toText(raw['tmpUID']);
    if (temporary === undefined) continue;
    const category = slugOf(toText(raw['category']) ?? '');
    uids.set(temporary, `${category}.${slugOf(toText(raw['displayName']) ?? '')}`);
  }
  const components = raws.map((raw) => {
    const uid = uids.get(toText(raw['tmpUID']) ?? '') ?? toText(raw['uid']);
    const action = models.has(uid ?? '') ? 'update' : 'create';
    return {
      ...elementOf(raw, uids, { former: models.get(uid ?? ''), contentType }),
      action,
      uid,
      category: slugOf(toText(raw['category']) ?? ''),
    };
  });
  return { components, uids };
}

/**
 * Attributes by name become a list.
 * @param former The model before the change
 * @param contentType The content-type of the request that contains a component
 */
function elementOf(
  raw: RawRecord,
  uids: ReadonlyMap<string, string>,
  {
    former,
    contentType,
  }: { readonly former: SourceModel | undefined; readonly contentType?: string | undefined },
): RawRecord {
  const known = toRecord(former?.json['attributes']);
  const map = (uid: unknown): unknown => uids.get(stringOf(uid)) ?? uid;
  const attributes = Object.entries(toRecord(raw['attributes'])).map(([name, value]) => {
    const properties = toRecord(value);
    const { component, components, target } = properties;
    const isOfRequest = target === '__contentType__' && contentType !== undefined;
    return {
      action: Object.hasOwn(known, name) ? 'update' : 'create',
      name,
      properties: {
        ...properties,
        ...(component === undefined ? {} : { component: map(component) }),
        ...(Array.isArray(components) ? { components: components.map(map) } : {}),
        ...(isOfRequest ? { target: contentType } : {}),
      },
    };
  });
  return { ...raw, isOlder: true, attributes };
}

function withTargetAttribute(properties: RawRecord): RawRecord {
  if (properties['type'] !== 'relation') return properties;
  return {
    ...properties,
    targetAttribute: properties['inversedBy'] ?? properties['mappedBy'] ?? null,
  };
}
