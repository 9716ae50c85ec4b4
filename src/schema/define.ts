// In charge of turning schema files into models. Expects definitions that `check.ts` found no mistake in, each with
// the name of its table: whoever reads the files knows what Strapi calls one that has none.
import { toRecord, toText, toTexts } from './raw.ts';
import { Registry } from './registry.ts';
import { withSystemAttributes } from './system-attributes.ts';
import type {
  Attribute,
  Component,
  ContentType,
  IndexOption,
  MorphAttribute,
  RawAttribute,
  RawDefinition,
  RelationKind,
  ScalarAttribute,
  ScalarType,
} from './types.ts';

/** Builds the registry of checked definitions. */
export function defineRegistry(definitions: Iterable<RawDefinition>): Registry {
  return new Registry([...definitions].map(defineModel));
}

function defineModel(definition: RawDefinition): ContentType | Component {
  return definition.modelType === 'component'
    ? defineComponent(definition)
    : defineContentType(definition);
}

function defineContentType({ uid, origin, json }: RawDefinition): ContentType {
  const raw = toRecord(json);
  const info = toRecord(raw['info']);
  const options = toRecord(raw['options']);
  const localized = isLocalized(raw);
  const singularName = toText(info['singularName']) ?? uid;
  return {
    modelType: 'contentType',
    uid,
    origin,
    kind: raw['kind'] === 'singleType' ? 'singleType' : 'collectionType',
    collectionName: toText(raw['collectionName']) ?? singularName,
    singularName,
    pluralName: toText(info['pluralName']) ?? singularName,
    displayName: toText(info['displayName']) ?? singularName,
    draftAndPublish: options['draftAndPublish'] === true,
    localized,
    attributes: withSystemAttributes(uid, defineAttributes(toRecord(raw['attributes'])), {
      localized,
      creators: options['populateCreatorFields'] === true,
    }),
    ...defineIndexes(raw['indexes']),
  };
}

function defineComponent({ uid, json }: RawDefinition): Component {
  const raw = toRecord(json);
  const singularName = uid.slice(uid.indexOf('.') + 1);
  return {
    modelType: 'component',
    uid,
    singularName,
    collectionName: toText(raw['collectionName']) ?? singularName,
    attributes: defineAttributes(toRecord(raw['attributes'])),
    ...defineIndexes(raw['indexes']),
  };
}

function defineIndexes(value: unknown): { readonly indexes?: readonly IndexOption[] } {
  if (!Array.isArray(value)) return {};
  const indexes = value.map(toRecord).flatMap((raw) => {
    const name = toText(raw['name']);
    return name
      ? [{ name, columns: toTexts(raw['columns']), unique: raw['type'] === 'unique' }]
      : [];
  });
  return { indexes };
}

function defineAttributes(raw: RawAttribute): ReadonlyMap<string, Attribute> {
  return new Map(
    Object.entries(raw).map(([name, value]) => [name, defineAttribute(name, toRecord(value))]),
  );
}

function defineAttribute(name: string, raw: RawAttribute): Attribute {
  const base = {
    name,
    raw,
    private: raw['private'] === true,
    searchable: raw['searchable'] !== false,
    writable: raw['writable'] !== false,
    localized: isLocalized(raw),
  };
  switch (raw['type']) {
    case 'relation':
      return defineRelation(base);
    case 'media':
      return {
        ...base,
        kind: 'media',
        multiple: raw['multiple'] === true,
        allowedTypes: toTexts(raw['allowedTypes']),
      };
    case 'component':
      return {
        ...base,
        kind: 'component',
        component: toText(raw['component']) ?? '',
        repeatable: raw['repeatable'] === true,
      };
    case 'dynamiczone':
      return { ...base, kind: 'dynamiczone', components: toTexts(raw['components']) };
    default:
      return defineScalar(base);
  }
}

type Base = Pick<Attribute, 'name' | 'raw' | 'private' | 'searchable' | 'writable' | 'localized'>;

function defineScalar(base: Base): ScalarAttribute {
  const columnType = toRecord(base.raw['columnType']);
  const type = toText(columnType['type']);
  const args = columnType['args'];
  return {
    ...base,
    kind: 'scalar',
    type: toText(base.raw['type']) as ScalarType,
    ...(base.raw['column'] ? { column: toRecord(base.raw['column']) } : {}),
    ...(type ? { columnType: { type, args: Array.isArray(args) ? args : [] } } : {}),
  };
}

function defineRelation(base: Base): Attribute {
  const { raw } = base;
  const relation = toText(raw['relation']) ?? '';
  const target = toText(raw['target']);
  if (relation.startsWith('morph')) {
    const morphBy = toText(raw['morphBy']);
    return {
      ...base,
      kind: 'morph',
      relation: relation as MorphAttribute['relation'],
      ...(target ? { target } : {}),
      ...(morphBy ? { morphBy } : {}),
    };
  }
  const inversedBy = toText(raw['inversedBy']);
  const mappedBy = toText(raw['mappedBy']);
  return {
    ...base,
    kind: 'relation',
    relation: relation as RelationKind,
    target: target ?? '',
    useJoinTable: raw['useJoinTable'] !== false,
    ...(inversedBy ? { inversedBy } : {}),
    ...(mappedBy ? { mappedBy } : {}),
  };
}

function isLocalized(raw: RawAttribute): boolean {
  return toRecord(toRecord(raw['pluginOptions'])['i18n'])['localized'] === true;
}
