// Where an attribute stores its values, and in which form: an attribute can take over the values of another one with
// the same form.
import type { Attribute, Model } from '../schema/types.ts';
import type { Layout } from '../storage/layout/layout.ts';

/** Where the values of an attribute are stored. */
export type AttributeStorage =
  | { readonly kind: 'columns'; readonly table: string; readonly columns: readonly string[] }
  /** A table of links; null for a column that it does not have. */
  | { readonly kind: 'table'; readonly table: string; readonly columns: readonly (string | null)[] }
  /** Rows of a table that several attributes share, by the name of the attribute. */
  | {
      readonly kind: 'rows';
      readonly table: string;
      readonly field: string;
      /** Further condition, or null. */
      readonly type: { readonly column: string; readonly is: string } | null;
    };

/** An attribute with its storage. */
export interface StoredAttribute {
  readonly name: string;
  /** Equal forms store equal kinds of values; null if the attribute stores nothing. */
  readonly form: string | null;
  readonly storage: AttributeStorage | null;
  /** The attribute in the schema file. */
  readonly raw: Readonly<Record<string, unknown>>;
}

/** Maps the uid of a model to its uid after a change. */
export type MapUid = (uid: string) => string;

/** The attributes of a model that its schema file defines, in order, with their storage. */
export function storedAttributes(
  model: Model,
  layout: Layout,
  mapUid: MapUid = (uid) => uid,
): ReadonlyMap<string, StoredAttribute> {
  const own = [...model.attributes.values()].filter(({ raw }) => raw['type'] !== undefined);
  return new Map(
    own.map((attribute) => {
      const { name, raw } = attribute;
      const form = formOf(attribute, mapUid);
      const storage = form === null ? null : storageOf(model, attribute, { layout, mapUid });
      return [name, { name, form, storage, raw }];
    }),
  );
}

function formOf(attribute: Attribute, mapUid: MapUid): string | null {
  switch (attribute.kind) {
    case 'scalar': {
      const special = attribute.columnType ? ` as ${attribute.columnType.type}` : '';
      return `${attribute.type}${special}`;
    }
    case 'relation':
      if (attribute.mappedBy !== undefined) return null;
      return `${attribute.useJoinTable ? 'links' : 'column'} to ${mapUid(attribute.target)}`;
    case 'component':
      return `component ${mapUid(attribute.component)}`;
    case 'dynamiczone':
    case 'media':
      return attribute.kind;
    case 'morph':
      return 'morphBy' in attribute || attribute.unlinked ? null : attribute.relation;
    case 'localizations':
      return null;
  }
}

interface StorageContext {
  readonly layout: Layout;
  readonly mapUid: MapUid;
}

function storageOf(
  model: Model,
  attribute: Attribute,
  { layout, mapUid }: StorageContext,
): AttributeStorage | null {
  const { uid } = model;
  const table = layout.table(uid);
  if (attribute.kind === 'scalar') {
    return { kind: 'columns', table, columns: [layout.column(uid, attribute.name)] };
  }
  const link = layout.link(uid, attribute.name);
  switch (link.kind) {
    case 'column':
      return { kind: 'columns', table, columns: [link.column] };
    case 'morphColumns':
      return { kind: 'columns', table, columns: [link.idColumn, link.typeColumn] };
    case 'joinTable': {
      const columns = [link.near, link.far, link.order, link.inverseOrder];
      return { kind: 'table', table: link.table, columns };
    }
    case 'morphTable': {
      const columns = [link.near, link.idColumn, link.typeColumn];
      return { kind: 'table', table: link.table, columns };
    }
    case 'components':
      return { kind: 'rows', table: link.table, field: link.field, type: null };
    case 'morphInverse': {
      const type = { column: link.typeColumn, is: mapUid(uid) };
      return { kind: 'rows', table: link.table, field: link.field, type };
    }
    default:
      return null;
  }
}

/** Returns true if two attributes cannot have these storages at the same time. */
export function overlaps(one: AttributeStorage, other: AttributeStorage): boolean {
  if (one.table !== other.table || one.kind !== other.kind) return false;
  if (one.kind === 'columns' && other.kind === 'columns') {
    return one.columns.some((column) => other.columns.includes(column));
  }
  if (one.kind === 'rows' && other.kind === 'rows') {
    return one.field === other.field && one.type?.is === other.type?.is;
  }
  return one.kind === 'table';
}

/** Returns true if two storages have the same names; a table of links may have more columns than the other one. */
export function isSameStorage(one: AttributeStorage, other: AttributeStorage): boolean {
  if (one.kind !== 'table' || other.kind !== 'table') {
    return JSON.stringify(one) === JSON.stringify(other);
  }
  const isSame = (column: string | null, i: number): boolean =>
    column === null || (other.columns[i] ?? column) === column;
  return one.table === other.table && one.columns.every(isSame);
}

/** The storage under names of Quoin that no attribute uses. */
export function retainedStorage(storage: AttributeStorage, name: string): AttributeStorage {
  switch (storage.kind) {
    case 'columns':
      return {
        ...storage,
        columns: storage.columns.map((_, i) => (i === 0 ? name : `${name}_${i}`)),
      };
    case 'table':
      return { ...storage, table: name };
    case 'rows':
      return { ...storage, field: name };
  }
}
