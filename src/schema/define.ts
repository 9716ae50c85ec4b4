// Converts schema files to models. The definitions must have passed `check.ts` and must have table names; the loader
// knows Strapi's default names.
import { toRecord, toText, toTexts, type RawRecord } from './raw.ts';
import { Registry } from './registry.ts';
import { pairRelations, type RelationSide, type RelationSides } from './relation-sides.ts';
import { withSystemAttributes } from './system-attributes.ts';
import type {
  Attribute,
  Component,
  ContentType,
  IndexOption,
  MorphAttribute,
  RawAttribute,
  RawDefinition,
  RelationAttribute,
  RelationKind,
  ScalarAttribute,
  ScalarType,
} from './types.ts';

/** Builds the registry of checked definitions. */
export function defineRegistry(definitions: Iterable<RawDefinition>): Registry {
  const all = [...definitions];
  const sides = pairRelations(all);
  return new Registry(
    all.map((definition) =>
      definition.modelType === 'component'
        ? defineComponent(definition, sides)
        : defineContentType(definition, sides),
    ),
  );
}

function defineContentType(
  { uid, origin, json }: RawDefinition,
  sides: RelationSides,
): ContentType {
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
    attributes: withSystemAttributes(uid, defineAttributes(uid, raw, sides), {
      localized,
      creators: options['populateCreatorFields'] === true,
    }),
    ...defineIndexes(raw['indexes']),
  };
}

function defineComponent({ uid, json }: RawDefinition, sides: RelationSides): Component {
  const raw = toRecord(json);
  const singularName = uid.slice(uid.indexOf('.') + 1);
  return {
    modelType: 'component',
    uid,
    singularName,
    collectionName: toText(raw['collectionName']) ?? singularName,
    attributes: defineAttributes(uid, raw, sides),
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

function defineAttributes(
  uid: string,
  raw: RawRecord,
  sides: RelationSides,
): ReadonlyMap<string, Attribute> {
  return new Map(
    Object.entries(toRecord(raw['attributes'])).map(([name, value]) => [
      name,
      defineAttribute(name, toRecord(value), { uid, sides }),
    ]),
  );
}

interface Owner {
  readonly uid: string;
  readonly sides: RelationSides;
}

function defineAttribute(name: string, raw: RawAttribute, owner: Owner): Attribute {
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
      return defineRelation(base, owner);
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

function defineRelation(base: Base, { uid, sides }: Owner): Attribute {
  const { name, raw } = base;
  const side = sides.of(uid, name);
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
      ...(side.kind === 'unlinked' ? { unlinked: true } : {}),
    };
  }
  return {
    ...base,
    kind: 'relation',
    relation: relation as RelationKind,
    target: target ?? '',
    useJoinTable: raw['useJoinTable'] !== false,
    ...namesOfOther(side, (other) => {
      const back = sides.of(target ?? '', other);
      return back.kind === 'inverse' && back.mappedBy === name;
    }),
  };
}

/** Names the other side of a relation. */
function namesOfOther(
  side: RelationSide,
  pointsBack: (name: string) => boolean,
): Pick<RelationAttribute, 'inversedBy' | 'mappedBy' | 'lacksInverse' | 'unlinked'> {
  switch (side.kind) {
    case 'owner': {
      const { inversedBy } = side;
      if (inversedBy === null) return {};
      return pointsBack(inversedBy) ? { inversedBy } : { lacksInverse: true };
    }
    case 'inverse':
      return { mappedBy: side.mappedBy };
    case 'unlinked':
      return { mappedBy: '', unlinked: true };
  }
}

function isLocalized(raw: RawAttribute): boolean {
  return toRecord(toRecord(raw['pluginOptions'])['i18n'])['localized'] === true;
}
