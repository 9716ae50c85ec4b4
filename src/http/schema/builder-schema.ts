// The content model as the content-type builder edits it: attributes are lists in the order of the schema files
// (docs/strapi/administration.md, "Content-type builder").
import { toRecord, toText, type RawRecord } from '../../schema/raw.ts';
import type { RawDefinition } from '../../schema/types.ts';
import { globalIdOf } from '../../storage/layout/global-id.ts';
import { isSystemName, typeSchema } from './schema-response.ts';

/** All content-types and components by uid. */
export function builderSchema(definitions: readonly RawDefinition[]): object {
  const of = (modelType: RawDefinition['modelType']): readonly RawDefinition[] =>
    definitions.filter((each) => each.modelType === modelType);
  return {
    contentTypes: Object.fromEntries(
      of('contentType').map((each) => [each.uid, builderType(each)]),
    ),
    components: Object.fromEntries(
      of('component').map((each) => [each.uid, builderComponent(each)]),
    ),
  };
}

function builderType(definition: RawDefinition): object {
  const { uid } = definition;
  const json = toRecord(definition.json);
  const { plugin, schema } = typeSchema(definition);
  const { pluginOptions, collectionName, info } = json;
  const kind = toText(json['kind']) ?? 'collectionType';
  return {
    uid,
    modelName: uid.slice(uid.indexOf('.') < 0 ? uid.indexOf('::') + 2 : uid.indexOf('.') + 1),
    kind,
    globalId: globalIdOf(definition),
    options: { draftAndPublish: false, ...toRecord(json['options']) },
    ...(pluginOptions === undefined ? {} : { pluginOptions }),
    ...(plugin === undefined ? {} : { plugin }),
    collectionName,
    info,
    modelType: 'contentType',
    attributes: attributesOf(definition),
    visible: schema['visible'],
    restrictRelationsTo: schema['restrictRelationsTo'],
  };
}

function builderComponent(definition: RawDefinition): object {
  const { uid } = definition;
  const { collectionName, info } = toRecord(definition.json);
  const dot = uid.indexOf('.');
  return {
    uid,
    modelName: uid.slice(dot + 1),
    globalId: globalIdOf(definition),
    modelType: 'component',
    collectionName,
    category: uid.slice(0, dot),
    info,
    attributes: attributesOf(definition),
  };
}

function attributesOf({ modelType, json }: RawDefinition): readonly RawRecord[] {
  return Object.entries(toRecord(toRecord(json)['attributes']))
    .filter(([name, raw]) => !isSystemName(modelType, name) && toRecord(raw)['visible'] !== false)
    .map(([name, raw]) => {
      const attribute = toRecord(raw);
      const targetAttribute = attribute['inversedBy'] ?? attribute['mappedBy'] ?? null;
      const isRelation = attribute['type'] === 'relation';
      return { ...attribute, ...(isRelation ? { targetAttribute } : {}), name };
    });
}
