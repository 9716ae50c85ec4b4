// Layout: how lists and forms of a type look, as configured in Strapi's "Configure the view".
import { isJsonObject, numberOr, stringOr, stringsOf, type JsonObject } from '../base/json.ts';
import type { Attribute, Component, ContentType } from './schema.ts';

/** A field of a form. */
export interface LayoutField {
  readonly attribute: Attribute;
  readonly label: string;
  readonly description: string;
  readonly placeholder: string;
  readonly isEditable: boolean;
  /** Columns of 12. */
  readonly size: number;
}

/** The form of a type. */
export interface FormLayout {
  /** Shown as the heading of the entry; null if the type has no text that could be. */
  readonly title: LayoutField | null;
  /** The `uid` made from the title, shown below it. */
  readonly slug: LayoutField | null;
  /** Rows of fields in the column of text. */
  readonly rows: readonly (readonly LayoutField[])[];
  /** Small fields next to the text. */
  readonly details: readonly LayoutField[];
}

/** The form of a component. */
export interface ComponentForm {
  readonly uid: string;
  readonly displayName: string;
  readonly rows: readonly (readonly LayoutField[])[];
  readonly fields: readonly LayoutField[];
}

/** The forms of components, by uid. */
export type ComponentForms = ReadonlyMap<string, ComponentForm>;

/** A column of a list. */
export interface ListColumn {
  readonly name: string;
  readonly label: string;
  readonly isSortable: boolean;
  /** Null for a column that is no attribute, such as the status. */
  readonly attribute: Attribute | null;
}

/** The list of a type. */
export interface ListLayout {
  /** Attribute that names an entry. */
  readonly mainField: string;
  readonly pageSize: number;
  /** Such as `title:ASC`. */
  readonly sort: string;
  /** Columns shown by default, after the first one. */
  readonly columns: readonly string[];
  /** All columns that can be shown. */
  readonly available: readonly ListColumn[];
}

/** Types of fields that fit next to the text. */
const SMALL = ['enumeration', 'boolean', 'date', 'time', 'datetime', 'relation'];

const NEVER_SHOWN = [
  'id',
  'documentId',
  'createdAt',
  'updatedAt',
  'createdBy',
  'updatedBy',
  'publishedAt',
  'locale',
  'localizations',
];

/** Columns of every type in addition to its attributes. */
const TIMES = ['createdAt', 'updatedAt'];

/** Types whose values lists do not show. */
const NOT_LISTED = ['json', 'blocks', 'richtext', 'component', 'dynamiczone', 'password'];

/** Parses the answer of `/content-manager/content-types/:uid/configuration` for forms. */
export function parseFormLayout(type: ContentType, data: JsonObject): FormLayout {
  const view = viewOf(data);
  const rows = parseRows(type, view);
  const fields = rows.flat();
  const title = fields.find(
    ({ attribute: { name, type: kind } }) => name === view.mainField && kind === 'string',
  );
  const slug = fields.find(
    ({ attribute }) => attribute.type === 'uid' && attribute.targetField === title?.attribute.name,
  );
  const details = fields.filter(({ attribute }) => SMALL.includes(attribute.type));
  const others = new Set([title, slug, ...details]);
  return {
    title: title ?? null,
    slug: (title && slug) ?? null,
    details,
    rows: rows
      .map((row) => filled(row.filter((field) => !others.has(field))))
      .filter((row) => row.length > 0),
  };
}

/** Parses the same answer for the forms of components. */
export function parseComponentForms(
  components: ReadonlyMap<string, Component>,
  data: JsonObject,
): ComponentForms {
  const views = partOf(data, 'components');
  return new Map(
    [...components.values()].map((component) => {
      const rows = parseRows(component, viewFrom(partOf(views, component.uid)))
        .map(filled)
        .filter((row) => row.length > 0);
      const { uid, displayName } = component;
      return [uid, { uid, displayName, rows, fields: rows.flat() }];
    }),
  );
}

/** A field that is left alone in its row gets all of it. */
function filled(row: readonly LayoutField[]): readonly LayoutField[] {
  const [only] = row;
  return only && row.length === 1 && only.size >= 6 ? [{ ...only, size: 12 }] : row;
}

/** Parses the same answer for lists. */
export function parseListLayout(type: ContentType, data: JsonObject): ListLayout {
  const view = viewOf(data);
  const mainField = type.attributes.has(view.mainField) ? view.mainField : 'documentId';
  const listed = stringsOf(view.layouts['list']).filter(
    (name) => name !== 'id' && name !== mainField,
  );
  return {
    mainField,
    pageSize: numberOr(view.settings['pageSize'], 10),
    sort: `${stringOr(view.settings['defaultSortBy'], mainField)}:${stringOr(view.settings['defaultSortOrder'], 'ASC')}`,
    // The slug is shown below the title; the date of the last change is always included.
    columns: [
      ...listed.filter((name) => type.attributes.get(name)?.type !== 'uid' && name !== 'updatedAt'),
      'updatedAt',
    ],
    available: [...type.attributes.values()]
      .filter(({ name, type: kind }) => isListable(name, kind) && name !== mainField)
      .map((attribute) => {
        const list = partOf(view.metadatas[attribute.name], 'list');
        return {
          name: attribute.name,
          label: labelOf(list, attribute.name),
          isSortable: list['sortable'] === true,
          attribute,
        };
      }),
  };
}

function isListable(name: string, kind: string): boolean {
  return TIMES.includes(name) || (!NEVER_SHOWN.includes(name) && !NOT_LISTED.includes(kind));
}

function parseRows(
  type: Pick<ContentType, 'attributes'>,
  { metadatas, layouts }: View,
): readonly (readonly LayoutField[])[] {
  const rows = Array.isArray(layouts['edit']) ? layouts['edit'] : [];
  return rows.map((row: unknown) =>
    (Array.isArray(row) ? row.filter(isJsonObject) : []).flatMap((cell) => {
      const attribute = type.attributes.get(stringOr(cell['name'], ''));
      if (!attribute || NEVER_SHOWN.includes(attribute.name)) return [];
      const edit = partOf(metadatas[attribute.name], 'edit');
      if (edit['visible'] === false) return [];
      return [
        {
          attribute,
          label: labelOf(edit, attribute.name),
          description: stringOr(edit['description'], ''),
          placeholder: stringOr(edit['placeholder'], ''),
          isEditable: edit['editable'] !== false,
          size: numberOr(cell['size'], 12),
        },
      ];
    }),
  );
}

/** The label that the project chose. Generated ones are names: `readingTime` becomes `Reading time`. */
function labelOf(part: JsonObject, name: string): string {
  const label = stringOr(part['label'], name);
  return label === name ? labelOfName(name) : label;
}

/** The label of an attribute for which the project chose none. */
export function labelOfName(name: string): string {
  const words = name
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

interface View {
  readonly settings: JsonObject;
  readonly metadatas: JsonObject;
  readonly layouts: JsonObject;
  readonly mainField: string;
}

function viewOf(data: JsonObject): View {
  return viewFrom(partOf(data, 'contentType'));
}

function viewFrom(view: JsonObject): View {
  const settings = partOf(view, 'settings');
  return {
    settings,
    metadatas: partOf(view, 'metadatas'),
    layouts: partOf(view, 'layouts'),
    mainField: stringOr(settings['mainField'], 'documentId'),
  };
}

function partOf(whole: unknown, name: string): JsonObject {
  const part = isJsonObject(whole) ? whole[name] : null;
  return isJsonObject(part) ? part : {};
}
