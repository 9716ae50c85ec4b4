// Parses responses of the content-type builder into a draft.
import {
  isJsonObject,
  objectsOf,
  stringOr,
  stringsOf,
  type Json,
  type JsonObject,
} from '../../base/json.ts';
import type { Draft, DraftField, DraftModel, OutsideType } from './draft.ts';

/** The content model of a server. */
export interface ServerModels {
  readonly draft: Draft;
  /** Types that cannot be changed, but can be targets of relations. */
  readonly outside: readonly OutsideType[];
}

/** Parses the response of `/content-type-builder/schema`. */
export function parseDraft(data: JsonObject): ServerModels {
  const types = objectsOf(Object.values(objectOf(data['contentTypes'])));
  const components = objectsOf(Object.values(objectOf(data['components'])));
  const shown = [...types.filter(({ visible }) => visible !== false), ...components];
  const models = shown.map(parseModel);
  return {
    draft: { models: Object.fromEntries(models.map((model) => [model.id, model])) },
    outside: types
      .filter(({ visible, uid }) => visible === false && uid === 'admin::user')
      .map(({ uid, info }) => ({
        uid: stringOr(uid, ''),
        displayName: stringOr(objectOf(info)['displayName'], ''),
      })),
  };
}

function parseModel(raw: JsonObject): DraftModel {
  const uid = stringOr(raw['uid'], '');
  const info = objectOf(raw['info']);
  const isComponent = raw['modelType'] === 'component';
  return {
    id: uid,
    from: uid,
    kind: isComponent
      ? 'component'
      : raw['kind'] === 'singleType'
        ? 'singleType'
        : 'collectionType',
    displayName: stringOr(info['displayName'], uid),
    singularName: stringOr(info['singularName'], uid.slice(uid.lastIndexOf('.') + 1)),
    pluralName: stringOr(info['pluralName'], ''),
    description: textOrNull(info['description']),
    category: stringOr(raw['category'], ''),
    icon: textOrNull(info['icon']),
    hasDrafts: objectOf(raw['options'])['draftAndPublish'] === true,
    pluginOptions: objectOf(raw['pluginOptions']),
    fields: objectsOf(raw['attributes']).map((attribute) => parseField(uid, attribute)),
  };
}

function parseField(uid: string, { name: rawName, ...attribute }: JsonObject): DraftField {
  const name = stringOr(rawName, '');
  return {
    id: fieldId(uid, name),
    from: name,
    name,
    properties: withIds(uid, attribute),
    valueNames: {},
    setsAsideValues: false,
  };
}

/** Returns the id of an existing attribute. */
export function fieldId(uid: string, name: string): string {
  return `${uid}/${name}`;
}

/** Replaces names of attributes by ids, so that a rename changes one place. */
export function withIds(uid: string, properties: JsonObject): JsonObject {
  const { targetAttribute, inversedBy: _, mappedBy: __, targetField, ...rest } = properties;
  const target = stringOr(rest['target'], '');
  const isMorph = stringOr(rest['relation'], '').startsWith('morph');
  if (rest['type'] === 'relation' && !isMorph) {
    const side = stringOr(targetAttribute, '');
    return { ...rest, side: side === '' ? null : fieldId(target, side) };
  }
  if (rest['type'] === 'uid') {
    const field = stringOr(targetField, '');
    return { ...rest, targetField: field === '' ? null : fieldId(uid, field) };
  }
  return properties;
}

/** Returns the uids of the components of an attribute. */
export function componentsIn({ component, components }: JsonObject): readonly string[] {
  return typeof component === 'string' ? [component] : stringsOf(components);
}

function textOrNull(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
