// Layout of lists and forms, as configured in Strapi's "Configure the view".
import { isJsonObject, numberOr, stringOr, stringsOf, type JsonObject } from '../base/json.ts';
import type { Attribute, Component, ContentType } from './schema.ts';

/** A field of a form. */
export interface LayoutField {
  readonly attribute: Attribute;
  readonly label: string;
  readonly description: string;
  readonly placeholder: string;
  readonly isEditable: boolean;
  /** Width in columns of 12. */
  readonly size: number;
}

/** The form of a type. */
export interface FormLayout {
  /** Field shown as the heading of the entry, or null. */
  readonly title: LayoutField | null;
  /** `uid` field generated from the title, shown below it. */
  readonly slug: LayoutField | null;
  /** Rows of fields in the main column. */
  readonly rows: readonly (readonly LayoutField[])[];
  /** Small fields in the side column. */
  readonly details: readonly LayoutField[];
}

export interface ComponentForm {
  readonly uid: string;
  readonly displayName: string;
  readonly rows: readonly (readonly LayoutField[])[];
  readonly fields: readonly LayoutField[];
}

/** Forms of components by uid. */
export type ComponentForms = ReadonlyMap<string, ComponentForm>;

export interface ListColumn {
  readonly name: string;
  readonly label: string;
  readonly isSortable: boolean;
  /** Null for a column that is not an attribute, such as the status. */
  readonly attribute: Attribute | null;
}

/** The list of a type. */
export interface ListLayout {
  readonly mainField: string;
  readonly pageSize: number;
  /** For example `title:ASC`. */
  readonly sort: string;
  /** Default columns, after the first one. */
  readonly columns: readonly string[];
  /** All available columns. */
  readonly available: readonly ListColumn[];
}

/** Attribute types that fit into the side column. */
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

/** Columns that every type has in addition to its attributes. */
const TIMES = ['createdAt', 'updatedAt'];

/** Attribute types that lists do not show. */
const NOT_LISTED = ['json', 'blocks', 'richtext', 'component', 'dynamiczone', 'password'];

/** Parses the response of `/content-manager/content-types/:uid/configuration` for forms. */
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

/** Parses the same response for forms of components. */
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

/** Widens a single field to the full row. */
function filled(row: readonly LayoutField[]): readonly LayoutField[] {
  const [only] = row;
  return only && row.length === 1 && only.size >= 6 ? [{ ...only, size: 12 }] : row;
}

/** Parses the same response for lists. */
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
    // The slug is shown below the title; the time of the last change is always included.
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

/** Returns the configured label. Generated labels are names: `readingTime` becomes `Reading time`. */
function labelOf(part: JsonObject, name: string): string {
  const label = stringOr(part['label'], name);
  return label === name ? labelOfName(name) : label;
}

/** Returns the label of an attribute without a configured one. */
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
