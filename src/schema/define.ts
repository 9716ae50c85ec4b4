// In charge of turning schema files into models. Expects definitions that `check.ts` found no mistake in.
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
  const raw = object(json);
  const info = object(raw['info']);
  const options = object(raw['options']);
  const localized = isLocalized(raw);
  const singularName = text(info['singularName']) ?? uid;
  return {
    modelType: 'contentType',
    uid,
    origin,
    kind: raw['kind'] === 'singleType' ? 'singleType' : 'collectionType',
    collectionName: text(raw['collectionName']) ?? text(info['pluralName']) ?? singularName,
    singularName,
    pluralName: text(info['pluralName']) ?? singularName,
    displayName: text(info['displayName']) ?? singularName,
    draftAndPublish: options['draftAndPublish'] === true,
    localized,
    populateCreatorFields: options['populateCreatorFields'] === true,
    attributes: withSystemAttributes(uid, defineAttributes(object(raw['attributes'])), {
      localized,
      creators: options['populateCreatorFields'] === true,
    }),
    ...defineIndexes(raw['indexes']),
  };
}

function defineComponent({ uid, json }: RawDefinition): Component {
  const raw = object(json);
  const [category = '', name = uid] = uid.split('.');
  return {
    modelType: 'component',
    uid,
    category,
    singularName: name,
    collectionName: text(raw['collectionName']) ?? `components_${uid.replaceAll(/[.-]/g, '_')}`,
    attributes: defineAttributes(object(raw['attributes'])),
    ...defineIndexes(raw['indexes']),
  };
}

function defineIndexes(value: unknown): { readonly indexes?: readonly IndexOption[] } {
  if (!Array.isArray(value)) return {};
  const indexes = value.map(object).flatMap((raw) => {
    const name = text(raw['name']);
    return name ? [{ name, columns: texts(raw['columns']), unique: raw['type'] === 'unique' }] : [];
  });
  return { indexes };
}

function defineAttributes(raw: RawAttribute): ReadonlyMap<string, Attribute> {
  return new Map(
    Object.entries(raw).map(([name, value]) => [name, defineAttribute(name, object(value))]),
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
        allowedTypes: texts(raw['allowedTypes']),
      };
    case 'component':
      return {
        ...base,
        kind: 'component',
        component: text(raw['component']) ?? '',
        repeatable: raw['repeatable'] === true,
      };
    case 'dynamiczone':
      return { ...base, kind: 'dynamiczone', components: texts(raw['components']) };
    default:
      return defineScalar(base);
  }
}

type Base = Pick<Attribute, 'name' | 'raw' | 'private' | 'searchable' | 'writable' | 'localized'>;

function defineScalar(base: Base): ScalarAttribute {
  const columnType = object(base.raw['columnType']);
  const type = text(columnType['type']);
  const args = columnType['args'];
  return {
    ...base,
    kind: 'scalar',
    type: text(base.raw['type']) as ScalarType,
    ...(base.raw['column'] ? { column: object(base.raw['column']) } : {}),
    ...(type ? { columnType: { type, args: Array.isArray(args) ? args : [] } } : {}),
  };
}

function defineRelation(base: Base): Attribute {
  const { raw } = base;
  const relation = text(raw['relation']) ?? '';
  const target = text(raw['target']);
  if (relation.startsWith('morph')) {
    const morphBy = text(raw['morphBy']);
    return {
      ...base,
      kind: 'morph',
      relation: relation as MorphAttribute['relation'],
      ...(target ? { target } : {}),
      ...(morphBy ? { morphBy } : {}),
    };
  }
  const inversedBy = text(raw['inversedBy']);
  const mappedBy = text(raw['mappedBy']);
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
  return object(object(raw['pluginOptions'])['i18n'])['localized'] === true;
}

function object(value: unknown): RawAttribute {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as RawAttribute)
    : {};
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
