// Table of a content-type or component: columns in attribute order, with indexes and keys (docs/strapi/storage.md,
// "Tables").
import { API_TOKEN, USER } from '../../schema/built-in/uids.ts';
import type { Attribute, ContentType, Model, ScalarType } from '../../schema/types.ts';
import { idColumn, plainColumn, referenceColumn, scalarColumn } from './columns.ts';
import { names, shortName } from './names.ts';
import type { Column, ForeignKey, Index, Table } from './table.ts';

/** morphToOne has these columns whatever the name of the attribute, so a model can have only one. */
export const MORPH_COLUMNS = { idColumn: 'target_id', typeColumn: 'target_type' } as const;

/** Returns the shortened table name of a uid. */
export type TableOf = (uid: string) => string;

/** Table of a model with its own and the system attributes. */
export function modelTable(model: Model, tableOf: TableOf): Table {
  const name = names.table(model.collectionName);
  const joins = [...model.attributes.values()].flatMap((attribute) =>
    joinColumn(name, attribute, tableOf),
  );
  const isType = model.modelType === 'contentType';
  return {
    name,
    kind: 'model',
    uid: model.uid,
    columns: [
      idColumn,
      ...(isType ? [plainColumn('document_id', 'string')] : []),
      ...[...model.attributes.values()].flatMap(columnsOf),
    ],
    indexes: [
      ...(model.indexes ?? []),
      ...(isType ? [documentsIndex(model.collectionName)] : []),
      ...joins.map(({ name: key, column }) => ({ name: key, columns: [column], unique: false })),
      ...uniqueIndexes(name, model),
      ...lookUpIndexes(name, model),
      ...(isType ? [...listIndexes(name, model), ...mainFieldIndex(name, model)] : []),
    ],
    foreignKeys: joins,
  };
}

/** Types whose values may be too long for an index. */
const UNBOUNDED: ReadonlySet<ScalarType> = new Set([
  'text',
  'richtext',
  'json',
  'blocks',
  'password',
]);

/** Columns by which callers are looked up in built-in types. */
const CALLERS: ReadonlyMap<string, readonly string[]> = new Map([
  [USER, ['email', 'resetPasswordToken', 'confirmationToken']],
  [API_TOKEN, ['accessKey']],
]);

/**
 * Additional indexes, which Strapi ignores, for unique values (looked up by each write) and for callers (looked up by
 * each sign-in).
 */
function lookUpIndexes(table: string, { uid, attributes }: Model): readonly Index[] {
  return [...attributes.values()].flatMap((attribute) => {
    if (attribute.kind !== 'scalar' || attribute.columnType !== undefined) return [];
    const isLookedUp =
      attribute.type === 'uid' ||
      attribute.raw['unique'] === true ||
      CALLERS.get(uid)?.includes(attribute.name) === true;
    if (!isLookedUp || UNBOUNDED.has(attribute.type)) return [];
    const column = names.column(attribute.name);
    return [{ name: ownName(table, column), columns: [column], unique: false }];
  });
}

/**
 * Additional indexes for lists in default order. Without them, each page would read and skip the rows of the other
 * version and of other locales. The id comes first: SQLite, without statistics, would consider an index that begins
 * with the locale as selective as any other.
 */
function listIndexes(table: string, { draftAndPublish, localized }: ContentType): readonly Index[] {
  const keys = localized ? ['locale'] : [];
  const index = (...version: readonly string[]): Index => ({
    name: ownName(table, [...keys, ...version, 'list'].join('__')),
    columns: ['id', ...keys],
    unique: false,
  });
  if (!draftAndPublish) return localized ? [index()] : [];
  const only = (isNull: boolean): Pick<Index, 'only'> => ({
    only: { column: 'published_at', isNull },
  });
  return [
    { ...index('published'), ...only(false) },
    { ...index('draft'), ...only(true) },
  ];
}

/**
 * Additional index for what administrators see: lists of the project's types, and entries to choose for a relation, are
 * sorted by the main field, which by default is the first string. Without it, each page would sort all entries.
 */
function mainFieldIndex(
  table: string,
  { uid, attributes, draftAndPublish, localized }: ContentType,
): readonly Index[] {
  if (!uid.startsWith('api::')) return [];
  const main = [...attributes.values()].find(({ raw }) => raw['type'] === 'string');
  if (main?.kind !== 'scalar' || main.columnType !== undefined) return [];
  const column = names.column(main.name);
  return [
    {
      name: ownName(table, [column, ...(draftAndPublish ? ['draft'] : []), 'sort'].join('__')),
      columns: [column, 'id', ...(localized ? ['locale'] : [])],
      unique: false,
      ...(draftAndPublish ? { only: { column: 'published_at', isNull: true } } : {}),
    },
  ];
}

/**
 * Index names are unique in a database. Column names never contain two consecutive underscores, so that the names
 * cannot collide. They contain no dots, at which Strapi splits index names.
 */
function ownName(table: string, part: string): string {
  return names.own(shortName([table, `_${part}`]));
}

/** Columns of an attribute in its model's table: none, one or two. */
function columnsOf(attribute: Attribute): readonly Column[] {
  const { kind, name } = attribute;
  if (kind === 'scalar') return [scalarColumn(attribute)];
  if (kind === 'relation' && ownsColumn(attribute))
    return [referenceColumn(names.idColumn(name), name)];
  if (kind === 'morph' && attribute.relation === 'morphToOne') {
    return [
      referenceColumn(MORPH_COLUMNS.idColumn, name),
      plainColumn(MORPH_COLUMNS.typeColumn, 'string', { attribute: name }),
    ];
  }
  return [];
}

/** Returns true for the side of a relation without join table that stores the other row's id. */
export function ownsColumn(attribute: Attribute): boolean {
  return (
    attribute.kind === 'relation' && !attribute.useJoinTable && attribute.mappedBy === undefined
  );
}

function joinColumn(table: string, attribute: Attribute, tableOf: TableOf): readonly ForeignKey[] {
  if (attribute.kind !== 'relation' || !ownsColumn(attribute)) return [];
  const column = names.idColumn(attribute.name);
  return [
    {
      name: names.key([table, column], 'fk'),
      column,
      references: tableOf(attribute.target),
      onDelete: 'SET NULL',
    },
  ];
}

function documentsIndex(collectionName: string): Index {
  return {
    name: names.key([collectionName, 'documents'], 'idx'),
    columns: ['document_id', 'locale', 'published_at'],
    unique: false,
  };
}

function uniqueIndexes(table: string, model: Model): readonly Index[] {
  return [...model.attributes.values()].flatMap((attribute) => {
    if (attribute.kind !== 'scalar' || attribute.column?.unique !== true) return [];
    const column = names.column(attribute.name);
    return [{ name: names.key([table, column], 'uq'), columns: [column], unique: true }];
  });
}
