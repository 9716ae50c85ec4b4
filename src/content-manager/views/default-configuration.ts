// Default configurations of views, created from the schema (docs/strapi/content-manager.md, "Views").
import type { JsonObject } from '../../base/json.ts';
import type { RawRecord } from '../../schema/raw.ts';
import { fieldSize, MAX_SIZE } from './field-sizes.ts';
import type { ShownModel } from './shown-types.ts';

/** Configuration of the lists and forms of a type or component. */
export interface ViewConfiguration {
  readonly settings: JsonObject;
  readonly metadatas: JsonObject;
  readonly layouts: JsonObject;
}

/** Creates the default configuration. @param mainFieldOf Returns the main field of a content-type */
export function defaultConfiguration(
  model: ShownModel,
  mainFieldOf: (uid: string) => string,
): ViewConfiguration {
  const mainField = defaultMainField(model);
  return {
    settings: {
      bulkable: true,
      filterable: true,
      searchable: true,
      pageSize: 10,
      relationOpenMode: 'modal',
      mainField,
      defaultSortBy: mainField,
      defaultSortOrder: 'ASC',
    },
    metadatas: Object.fromEntries(
      Object.entries(model.attributes).map(([name, raw]) => [
        name,
        metadataOf(model, { name, raw }, mainFieldOf),
      ]),
    ),
    layouts: { list: listLayout(model), edit: editLayout(model) },
  };
}

/** Returns the first short text attribute of a type, which labels its entries. */
export function defaultMainField({ attributes }: Pick<ShownModel, 'attributes'>): string {
  const text = Object.entries(attributes).find(([, { type }]) => type === 'string');
  return text?.[0] ?? 'documentId';
}

/** Returns the names of the attributes that an edit view can show. */
export function editableNames({ attributes }: Pick<ShownModel, 'attributes'>): readonly string[] {
  return Object.entries(attributes)
    .filter(([name, raw]) => !SYSTEM.has(name) && !isSecret(raw))
    .map(([name]) => name);
}

const SYSTEM: ReadonlySet<string> = new Set([
  'id',
  'documentId',
  'createdAt',
  'updatedAt',
  'createdBy',
  'updatedBy',
]);

const INVISIBLE: ReadonlySet<string> = new Set([
  'createdAt',
  'updatedAt',
  'createdBy',
  'updatedBy',
]);

/** Returns true for tokens of end users. */
function isSecret(raw: RawRecord): boolean {
  return (
    raw['configurable'] === false &&
    raw['private'] === true &&
    raw['searchable'] === false &&
    raw['type'] !== 'password'
  );
}

interface NamedAttribute {
  readonly name: string;
  readonly raw: RawRecord;
}

/** Returns the metadata of an attribute in lists and forms. */
export function metadataOf(
  { kind }: ShownModel,
  { name, raw }: NamedAttribute,
  mainFieldOf: (uid: string) => string,
): JsonObject {
  const isId = name === 'id' || name === 'documentId';
  const isSortable = name === 'id' ? kind !== undefined : isColumn(raw);
  const { target } = raw;
  const mainField =
    raw['type'] === 'relation' && typeof target === 'string'
      ? { mainField: mainFieldOf(target) }
      : {};
  const edit = {
    label: name,
    description: '',
    placeholder: '',
    visible: !INVISIBLE.has(name),
    editable: true,
    ...mainField,
  };
  const list = {
    label: name,
    searchable: isSortable,
    sortable: isSortable,
    ...(kind === undefined ? {} : mainField),
  };
  return { edit: isId ? {} : edit, list };
}

const NOT_COLUMNS: ReadonlySet<unknown> = new Set([
  'richtext',
  'blocks',
  'json',
  'media',
  'component',
  'dynamiczone',
]);

/** Returns true for attributes by which lists can be sorted and searched. */
export function isColumn({ type, relation, target }: RawRecord): boolean {
  if (type !== 'relation') return !NOT_COLUMNS.has(type);
  return target !== undefined && (relation === 'oneToOne' || relation === 'manyToOne');
}

const NOT_LISTED: ReadonlySet<unknown> = new Set([
  'json',
  'blocks',
  'richtext',
  'dynamiczone',
  'password',
]);

/** Returns true for attributes that lists can show. */
export function isListable({ type, relation }: RawRecord): boolean {
  return !NOT_LISTED.has(type) && !String(relation).toLowerCase().includes('morph');
}

/** Number of attributes in a list by default. */
export const LISTED = 4;

function listLayout({ attributes }: ShownModel): readonly string[] {
  const names = Object.entries(attributes)
    .filter(([name, raw]) => name !== 'documentId' && isListable(raw) && !isSecret(raw))
    .map(([name]) => name);
  return names.slice(0, LISTED);
}

/** A field in a row of a form. */
export interface LayoutField extends JsonObject {
  readonly name: string;
  readonly size: number;
}

function editLayout(model: ShownModel): readonly (readonly LayoutField[])[] {
  return appendFields(model, [], editableNames(model));
}

/** Appends fields to the last row of a form, and to new rows. */
export function appendFields(
  { attributes }: ShownModel,
  present: readonly (readonly LayoutField[])[],
  names: readonly string[],
): readonly (readonly LayoutField[])[] {
  const rows = present.map((row) => [...row]);
  const used = (rows.at(-1) ?? []).reduce((sum, { size }) => sum + size, 0);
  let free = rows.length === 0 ? 0 : MAX_SIZE - used;
  for (const name of names) {
    const size = fieldSize(attributes[name]?.['type']);
    if (size > free) {
      rows.push([]);
      free = MAX_SIZE;
    }
    rows.at(-1)?.push({ name, size });
    free -= size;
  }
  return rows;
}
