// The limits of an attribute according to its schema (docs/strapi/writing.md, "Validation" and "Attribute values"). They are
// parsed once for each attribute.
import type { ScalarAttribute, ScalarType } from '../../schema/types.ts';
import { scalarColumn } from '../../storage/layout/columns.ts';
import type { Column } from '../../storage/layout/table.ts';

export interface ScalarLimits {
  readonly required: boolean;
  readonly unique: boolean;
  /** UTF-16 units of a text. */
  readonly minLength: number | null;
  readonly maxLength: number | null;
  /** Maximum length of the column in characters, if the schema does not define one. */
  readonly columnLength: number | null;
  readonly patterns: readonly Pattern[];
  /** Of a number. */
  readonly min: number | null;
  readonly max: number | null;
  /** The range of the column. */
  readonly range: Range | null;
  /** The values of an enumeration. */
  readonly values: readonly string[];
}

export interface Pattern {
  readonly regex: RegExp;
  /** True if an empty string need not match. */
  readonly skipsEmpty: boolean;
}

/** Numbers from `lowest` to `highest`; `name` completes "X must be …". */
export interface Range {
  readonly lowest: number | bigint;
  readonly highest: number | bigint;
  readonly name: string;
}

const cache = new WeakMap<ScalarAttribute, ScalarLimits>();

/** The limits of an attribute. @throws Error if `regex` is not a regular expression */
export function limitsOf(attribute: ScalarAttribute): ScalarLimits {
  const found = cache.get(attribute);
  if (found) return found;
  const limits = readLimits(attribute);
  cache.set(attribute, limits);
  return limits;
}

function readLimits(attribute: ScalarAttribute): ScalarLimits {
  const { type, raw } = attribute;
  const column = scalarColumn(attribute);
  const maxLength = integerOf(raw['maxLength']);
  return {
    required: Boolean(raw['required']),
    unique: type === 'uid' || Boolean(raw['unique']),
    // An email must have one character, whatever its `minLength`.
    minLength: type === 'email' ? null : integerOf(raw['minLength']) || null,
    maxLength: type === 'string' ? (maxLength ?? DEFAULT_LENGTH) : maxLength || null,
    columnLength: columnLength(type, maxLength, column),
    patterns: patternsOf(attribute),
    min: boundOf(type, raw['min']),
    max: boundOf(type, raw['max']),
    range: rangeOf(type, column),
    values: valuesOf(raw['enum']),
  };
}

/** The default `maxLength` of a `string`, and the length of its column on PostgreSQL. */
const DEFAULT_LENGTH = 255;

function integerOf(value: unknown): number | null {
  return Number.isInteger(value) ? Number(value) : null;
}

/** The length of the column; null if it cannot be exceeded. Of a password the hash is stored. */
function columnLength(type: ScalarType, maxLength: number | null, column: Column): number | null {
  const fits = column.type !== 'string' || type === 'password' || Boolean(maxLength);
  return fits ? null : (integerOf(column.args[0]) ?? DEFAULT_LENGTH);
}

const UID_PATTERN = /^[A-Za-z0-9-_.~]*$/;

/** The patterns of a text. The expression of a uid applies twice: as for any text, and instead of the default pattern. */
function patternsOf({ name, type, raw }: ScalarAttribute): readonly Pattern[] {
  const regex = typeof raw['regex'] === 'string' ? compiled(raw['regex'], name) : null;
  const own = regex ? [{ regex: regex, skipsEmpty: !raw['required'] }] : [];
  const asUid = regex && raw['regex'] !== '' ? regex : UID_PATTERN;
  return type === 'uid' ? [...own, { regex: asUid, skipsEmpty: false }] : own;
}

function compiled(source: string, name: string): RegExp {
  try {
    return new RegExp(source);
  } catch (cause) {
    throw new Error(`attributes.${name}.regex is not a regular expression`, { cause });
  }
}

function boundOf(type: ScalarType, value: unknown): number | null {
  if (value === undefined || value === null) return null;
  const number = Number(value);
  if (!Number.isFinite(number)) return null;
  return type === 'integer' ? Math.trunc(number) : number;
}

const INT32: Range = {
  lowest: -(2 ** 31),
  highest: 2 ** 31 - 1,
  name: `between ${-(2 ** 31)} and ${2 ** 31 - 1}`,
};
const INT53: Range = {
  lowest: Number.MIN_SAFE_INTEGER,
  highest: Number.MAX_SAFE_INTEGER,
  name: `between ${Number.MIN_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}`,
};
const INT64: Range = {
  lowest: -(2n ** 63n),
  highest: 2n ** 63n - 1n,
  name: `between ${-(2n ** 63n)} and ${2n ** 63n - 1n}`,
};

function rangeOf(type: ScalarType, { type: column, args }: Column): Range | null {
  switch (column) {
    case 'integer':
      return INT32;
    case 'bigInteger':
      return type === 'biginteger' ? INT64 : INT53;
    case 'decimal':
      return decimalRange(integerOf(args[0]) ?? 8, integerOf(args[1]) ?? 2);
    default:
      return type === 'biginteger' ? INT64 : null;
  }
}

/** PostgreSQL rounds to `scale` places and then has `precision` digits in all. */
function decimalRange(precision: number, scale: number): Range {
  const bound = 10 ** (precision - scale);
  const highest = below(bound - 0.5 * 10 ** -scale);
  return { lowest: -highest, highest, name: `less than ${bound} and greater than ${-bound}` };
}

/** The greatest double that is smaller than a positive one. */
function below(number: number): number {
  const bytes = new DataView(new ArrayBuffer(8));
  bytes.setFloat64(0, number);
  bytes.setBigUint64(0, bytes.getBigUint64(0) - 1n);
  return bytes.getFloat64(0);
}

function valuesOf(value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return [...new Set(list)].filter((each) => typeof each === 'string');
}
