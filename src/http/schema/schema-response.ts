// Schemas in responses: as in their files, with the defaults of relations and media.
import { toRecord, toText, type RawRecord } from '../../schema/raw.ts';
import type { RawDefinition } from '../../schema/types.ts';
import { ADMIN_USER, FILE } from '../../schema/built-in/uids.ts';

/** Reserved names; attributes with these names are not listed. */
const OF_EVERY_MODEL: ReadonlySet<string> = new Set([
  'id',
  'documentId',
  'createdAt',
  'updatedAt',
  'publishedAt',
]);
const OF_EVERY_TYPE: ReadonlySet<string> = new Set([
  ...OF_EVERY_MODEL,
  'createdBy',
  'updatedBy',
  'locale',
  'localizations',
]);

/** A content-type in a response. */
export interface TypeSchema {
  readonly uid: string;
  /** Its plugin; undefined for types of the project. */
  readonly plugin?: string;
  readonly apiID: string;
  readonly schema: RawRecord;
}

/** A component in a response. */
export interface ComponentSchema {
  readonly uid: string;
  readonly category: string;
  readonly apiId: string;
  readonly schema: RawRecord;
}

/** The schema of a content-type. */
export function typeSchema(definition: RawDefinition): TypeSchema {
  const { uid } = definition;
  const json = toRecord(definition.json);
  const info = toRecord(json['info']);
  const { draftAndPublish, ...options } = toRecord(json['options']);
  const isOwn = uid.startsWith('api::');
  const pluginOptions = json['pluginOptions'];
  const isVisible = toRecord(toRecord(pluginOptions)['content-type-builder'])['visible'] !== false;
  return {
    uid,
    ...(isOwn ? {} : { plugin: pluginOf(uid) }),
    apiID: toText(info['singularName']) ?? uid.slice(uid.indexOf('.') + 1),
    schema: {
      draftAndPublish: draftAndPublish === true,
      ...options,
      displayName: info['displayName'],
      singularName: info['singularName'],
      pluralName: info['pluralName'],
      description: info['description'] ?? '',
      ...(pluginOptions === undefined ? {} : { pluginOptions }),
      kind: json['kind'] ?? 'collectionType',
      collectionName: json['collectionName'],
      attributes: attributeSchemas(definition),
      visible: isVisible,
      restrictRelationsTo: relationsTo(uid, isVisible),
    },
  };
}

export function componentSchema(definition: RawDefinition): ComponentSchema {
  const { uid } = definition;
  const dot = uid.indexOf('.');
  const json = toRecord(definition.json);
  const info = toRecord(json['info']);
  const pluginOptions = json['pluginOptions'];
  return {
    uid,
    category: uid.slice(0, dot),
    apiId: uid.slice(dot + 1),
    schema: {
      displayName: info['displayName'],
      description: info['description'] ?? '',
      ...(info['icon'] === undefined ? {} : { icon: info['icon'] }),
      collectionName: json['collectionName'],
      attributes: attributeSchemas(definition),
      ...(pluginOptions === undefined ? {} : { pluginOptions }),
    },
  };
}

/** Returns true for an attribute that every model of a kind has. */
export function isSystemName(modelType: RawDefinition['modelType'], name: string): boolean {
  return (modelType === 'contentType' ? OF_EVERY_TYPE : OF_EVERY_MODEL).has(name);
}

function pluginOf(uid: string): string {
  return uid.startsWith('plugin::') ? uid.slice('plugin::'.length, uid.indexOf('.')) : 'admin';
}

/** Relations that may target a type; null for all. */
function relationsTo(uid: string, isVisible: boolean): readonly string[] | null {
  if (uid === ADMIN_USER) return ['oneWay', 'manyWay'];
  return isVisible && uid !== FILE ? null : [];
}

function attributeSchemas({ modelType, json }: RawDefinition): RawRecord {
  const own = modelType === 'contentType' ? OF_EVERY_TYPE : OF_EVERY_MODEL;
  const attributes = Object.entries(toRecord(toRecord(json)['attributes']));
  return Object.fromEntries(
    attributes.flatMap(([name, raw]) => {
      const attribute = toRecord(raw);
      const isShown = attribute['visible'] !== false && !own.has(name);
      return isShown ? [[name, attributeSchema(attribute)]] : [];
    }),
  );
}

function attributeSchema(raw: RawRecord): RawRecord {
  const always = { required: raw['required'] === true, private: raw['private'] === true };
  if (raw['type'] === 'relation') {
    const targetAttribute = raw['inversedBy'] ?? raw['mappedBy'] ?? null;
    return { ...raw, targetAttribute, ...always };
  }
  if (raw['type'] !== 'media') return raw;
  const { configurable, allowedTypes, pluginOptions } = raw;
  return {
    type: 'media',
    multiple: raw['multiple'] === true,
    ...always,
    ...(configurable === false ? { configurable } : {}),
    ...(allowedTypes === undefined ? {} : { allowedTypes }),
    ...(pluginOptions === undefined ? {} : { pluginOptions }),
  };
}
