// Lines of schemas: each content-type and component with the attributes that Strapi adds. Strapi compares them with
// its own before an import and asks if they differ (docs/strapi/archives.md).
import { ADMIN_USER } from '../../schema/built-in/uids.ts';
import { toRecord, toText, valueAt, type RawRecord } from '../../schema/raw.ts';
import type { RawDefinition } from '../../schema/types.ts';
import { globalIdOf } from '../../storage/layout/global-id.ts';

/** Lines of all definitions, including built-in ones. */
export function schemaLines(definitions: readonly RawDefinition[]): readonly string[] {
  const isType = ({ modelType }: RawDefinition): boolean => modelType === 'contentType';
  return [
    ...definitions.filter(isType).map(typeSchema),
    ...definitions.filter((each) => !isType(each)).map(componentSchema),
  ].map((schema) => JSON.stringify(schema));
}

function typeSchema({ uid, origin, json }: RawDefinition): RawRecord {
  const raw = toRecord(json);
  const singularName = toText(valueAt(raw, 'info.singularName')) ?? uid;
  const plugin = origin === 'api' ? null : pluginOf(uid);
  return {
    ...schemaOf(raw, { ...toRecord(raw['attributes']), ...systemAttributes(uid, raw) }),
    options: { draftAndPublish: false, ...toRecord(raw['options']) },
    kind: toText(raw['kind']) ?? 'collectionType',
    modelType: 'contentType',
    modelName: singularName,
    uid,
    ...(plugin === null ? {} : { plugin }),
    globalId: globalIdOf({ uid, json }),
  };
}

function componentSchema({ uid, json }: RawDefinition): RawRecord {
  const raw = toRecord(json);
  return {
    ...schemaOf(raw, raw['attributes']),
    modelType: 'component',
    modelName: uid.slice(uid.indexOf('.') + 1),
    uid,
    globalId: globalIdOf({ uid, json }),
  };
}

/** Keeps the known keys of a schema file. */
function schemaOf(raw: RawRecord, attributes: unknown): RawRecord {
  const { collectionName, info, options, pluginOptions } = raw;
  return { collectionName, info, options, pluginOptions, attributes };
}

/** Plugin of a uid such as `plugin::upload.file`; `admin` for administrators. */
function pluginOf(uid: string): string {
  return uid.startsWith('admin::') ? 'admin' : uid.slice(uid.indexOf('::') + 2, uid.indexOf('.'));
}

/** System attributes; a schema attribute with the same name is replaced in its position. */
function systemAttributes(uid: string, raw: RawRecord): RawRecord {
  const isLocalized = valueAt(raw, 'pluginOptions.i18n.localized') === true;
  const creator = {
    type: 'relation',
    relation: 'oneToOne',
    target: ADMIN_USER,
    configurable: false,
    writable: false,
    visible: false,
    useJoinTable: false,
    private: valueAt(raw, 'options.populateCreatorFields') !== true,
  };
  const hidden = { private: !isLocalized, configurable: false, visible: false };
  const joinColumn = {
    name: 'document_id',
    referencedColumn: 'document_id',
    referencedTable: raw['collectionName'],
  };
  return {
    createdAt: { type: 'datetime' },
    updatedAt: { type: 'datetime' },
    publishedAt: { type: 'datetime', configurable: false, writable: true, visible: true },
    createdBy: creator,
    updatedBy: creator,
    locale: { writable: true, ...hidden, type: 'string' },
    localizations: {
      type: 'relation',
      relation: 'oneToMany',
      target: uid,
      writable: false,
      ...hidden,
      unstable_virtual: true,
      joinColumn,
    },
  };
}
