// In charge of the table of a content-type or component: its columns in the order of the attributes, with the indexes
// and keys that go with them (docs/strapi/storage.md, "Tables").
import { API_TOKEN, USER } from '../schema/built-in/uids.ts';
import type { Attribute, ContentType, Model, ScalarType } from '../schema/types.ts';
import { idColumn, plainColumn, referenceColumn, scalarColumn } from './columns.ts';
import { names, shortName } from './names.ts';
import type { Column, ForeignKey, Index, Table } from './table.ts';

/** morphToOne has these two columns whatever the attribute is called, so a model can have only one. */
export const MORPH_COLUMNS = { idColumn: 'target_id', typeColumn: 'target_type' } as const;

/** Gives the shortened table name of a uid. */
export type TableOf = (uid: string) => string;

/** The table of a model, its own attributes and the system ones. */
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
      ...(isType ? listIndexes(name, model) : []),
    ],
    foreignKeys: joins,
  };
}

/** Types whose values fit into an index on every database. */
const UNBOUNDED: ReadonlySet<ScalarType> = new Set([
  'text',
  'richtext',
  'json',
  'blocks',
  'password',
]);

/** What callers are found by, of built-in types. */
const CALLERS: ReadonlyMap<string, readonly string[]> = new Map([
  [USER, ['email', 'resetPasswordToken', 'confirmationToken']],
  [API_TOKEN, ['accessKey']],
]);

/**
 * Of our own, which Strapi leaves alone: a value that no other row may have is looked up by every write, and one that
 * names a caller by every sign-in.
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
 * Of our own: the rows that a list shows, in its order. Without them the rows of the other version and of other locales
 * are read to be skipped, page after page. The id comes first: SQLite, which has no statistics, would take an index that
 * begins with the locale for as good as any other.
 */
function listIndexes(table: string, { draftAndPublish, localized }: ContentType): readonly Index[] {
  const places = localized ? ['locale'] : [];
  const index = (...version: readonly string[]): Index => ({
    name: ownName(table, [...places, ...version, 'list'].join('__')),
    columns: ['id', ...places],
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
 * Names of indexes are shared by all tables of a database: columns have no two lines in a row, so that no two indexes have
 * one name. They are plain words: Strapi asks for what is in an index by a name that it takes apart at dots.
 */
function ownName(table: string, part: string): string {
  return names.own(shortName([table, `_${part}`]));
}

/** The columns that an attribute has in its model's own table: one, two or none. */
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

/** True for the side of a relation without join table that keeps the other row's id. */
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
