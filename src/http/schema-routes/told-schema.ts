// In charge of the form in which schemas are told: as their files have them, relations and media filled up
// (spec/auth.md section 9).
import { toRecord, toText, type RawRecord } from '../../schema/raw.ts';
import type { RawDefinition } from '../../schema/types.ts';
import { ADMIN_USER, FILE, USER } from '../../schema/built-in/uids.ts';

/** A content-type as it is told. */
export interface ToldType {
  readonly uid: string;
  /** The plugin that it belongs to; not there for a project's own. */
  readonly plugin?: string;
  readonly apiID: string;
  readonly schema: RawRecord;
}

/** A component as it is told. */
export interface ToldComponent {
  readonly uid: string;
  readonly category: string;
  readonly apiId: string;
  readonly schema: RawRecord;
}

/** Tells a content-type. */
export function tellType(definition: RawDefinition): ToldType {
  const { uid } = definition;
  const json = toRecord(definition.json);
  const info = toRecord(json['info']);
  const { draftAndPublish, ...options } = toRecord(json['options']);
  const isOwn = uid.startsWith('api::');
  const pluginOptions = json['pluginOptions'] ?? (isHidden(definition) ? HIDDEN : undefined);
  const isVisible = toRecord(toRecord(pluginOptions)['content-type-builder'])['visible'] !== false;
  return {
    uid,
    ...(isOwn ? {} : { plugin: pluginOf(uid) }),
    apiID: toText(info['singularName']) ?? uid.slice(uid.indexOf('.') + 1),
    schema: {
      draftAndPublish: draftAndPublish === true,
      ...(uid === USER && isBuiltIn(definition) ? { timestamps: true } : options),
      displayName: info['displayName'],
      singularName: info['singularName'],
      pluralName: info['pluralName'],
      description: info['description'] ?? '',
      ...(pluginOptions === undefined ? {} : { pluginOptions }),
      kind: json['kind'] ?? 'collectionType',
      collectionName: json['collectionName'],
      attributes: tellAttributes(definition),
      visible: isVisible,
      restrictRelationsTo: relationsTo(uid, isVisible),
    },
  };
}

/** Tells a component. */
export function tellComponent(definition: RawDefinition): ToldComponent {
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
      attributes: tellAttributes(definition),
      ...(pluginOptions === undefined ? {} : { pluginOptions }),
    },
  };
}

/** What types that nobody edits say of themselves. */
const HIDDEN = {
  'content-manager': { visible: false },
  'content-type-builder': { visible: false },
};

/** Of the types that are built in, that of users alone is shown to editors. */
function isHidden(definition: RawDefinition): boolean {
  return isBuiltIn(definition) && definition.uid !== USER;
}

function isBuiltIn({ file }: RawDefinition): boolean {
  return file === 'built in';
}

function pluginOf(uid: string): string {
  return uid.startsWith('plugin::') ? uid.slice('plugin::'.length, uid.indexOf('.')) : 'admin';
}

/** Which relations may lead to a type; null: all of them. */
function relationsTo(uid: string, isVisible: boolean): readonly string[] | null {
  if (uid === ADMIN_USER) return ['oneWay', 'manyWay'];
  return isVisible ? null : [];
}

function tellAttributes(definition: RawDefinition): RawRecord {
  const attributes = Object.entries(toRecord(toRecord(definition.json)['attributes']));
  return Object.fromEntries(
    attributes.map(([name, raw]) => {
      const fixed = isFixed(definition, name) ? { configurable: false } : {};
      return [name, tellAttribute({ ...toRecord(raw), ...fixed })];
    }),
  );
}

/** What is built in and says that nobody configures it. */
function isFixed(definition: RawDefinition, attribute: string): boolean {
  if (!isBuiltIn(definition)) return false;
  const { uid } = definition;
  if (uid === FILE) return !attribute.startsWith('folder');
  return /^(?:admin::|plugin::(?:i18n|users-permissions)\.)/.test(uid);
}

function tellAttribute(raw: RawRecord): RawRecord {
  const always = { required: raw['required'] === true, private: raw['private'] === true };
  if (raw['type'] === 'relation') {
    const targetAttribute = raw['inversedBy'] ?? raw['mappedBy'] ?? null;
    return { ...raw, targetAttribute, ...always };
  }
  if (raw['type'] !== 'media') return raw;
  const { allowedTypes, pluginOptions } = raw;
  return {
    type: 'media',
    multiple: raw['multiple'] === true,
    ...always,
    ...(allowedTypes === undefined ? {} : { allowedTypes }),
    ...(pluginOptions === undefined ? {} : { pluginOptions }),
  };
}
