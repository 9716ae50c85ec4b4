// Widths of fields in edit views, in columns of 12 (docs/strapi/content-manager.md, "Views").

/** Default width of a field. */
export interface FieldSize {
  readonly default: number;
  readonly isResizable: boolean;
}

/** Columns of a form. */
export const MAX_SIZE = 12;

const FIXED = { default: MAX_SIZE, isResizable: false };
const SMALL = { default: 4, isResizable: true };
const MEDIUM = { default: 6, isResizable: true };

/** Sizes by type of attribute. */
export const FIELD_SIZES: Readonly<Record<string, FieldSize>> = {
  dynamiczone: FIXED,
  component: FIXED,
  json: FIXED,
  richtext: FIXED,
  blocks: FIXED,
  checkbox: SMALL,
  boolean: SMALL,
  date: SMALL,
  time: SMALL,
  biginteger: SMALL,
  decimal: SMALL,
  float: SMALL,
  integer: SMALL,
  number: SMALL,
  datetime: MEDIUM,
  email: MEDIUM,
  enumeration: MEDIUM,
  media: MEDIUM,
  password: MEDIUM,
  relation: MEDIUM,
  string: MEDIUM,
  text: MEDIUM,
  timestamp: MEDIUM,
  uid: MEDIUM,
};

/** Returns the default width for an attribute type, in columns. */
export function fieldSize(type: unknown): number {
  return FIELD_SIZES[String(type)]?.default ?? MEDIUM.default;
}
