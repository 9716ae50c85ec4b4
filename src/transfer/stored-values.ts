// Converts column values between databases through a common form (docs/strapi/storage.md, "Stored values").
import { decoderOf } from '../query/decode.ts';
import type { ScalarType } from '../schema/types.ts';
import type { StorableValue } from '../storage/dialect.ts';
import type { ColumnType } from '../storage/layout/table.ts';
import { TransferError } from './errors.ts';

/** Attribute type of each column type. */
export const TYPE_OF: Readonly<Record<ColumnType, ScalarType>> = {
  increments: 'integer',
  string: 'string',
  text: 'text',
  json: 'json',
  integer: 'integer',
  bigInteger: 'biginteger',
  double: 'float',
  decimal: 'decimal',
  boolean: 'boolean',
  date: 'date',
  time: 'time',
  datetime: 'datetime',
  timestamp: 'timestamp',
};

/** Creates the error of a value that does not have the type of its column. */
export function columnTypeError(type: ColumnType, value: unknown): TransferError {
  return new TransferError('columnType', `${JSON.stringify(value)} is not a valid ${type}`);
}

const decodeJson = decoderOf('json');

/** Returns the meaning of a driver's value. @throws TransferError */
export function fromDriverValue(type: ColumnType, value: unknown): StorableValue {
  if (value === null || value === undefined) return null;
  switch (type) {
    case 'json':
      return decodeJson(value);
    case 'boolean':
      return toBoolean(value);
    case 'bigInteger':
      return toBigInteger(value);
    case 'increments':
    case 'integer':
    case 'double':
    case 'decimal':
      return toNumber(type, value);
    case 'datetime':
    case 'timestamp':
      return toTime(type, value);
    case 'time':
      return padded(String(value));
    default:
      return String(value);
  }
}

function toBoolean(value: unknown): boolean {
  if (value === 1 || value === '1' || value === true) return true;
  if (value === 0 || value === '0' || value === false) return false;
  throw columnTypeError('boolean', value);
}

function toBigInteger(value: unknown): bigint {
  const text = String(value);
  if (!/^-?\d+$/.test(text)) throw columnTypeError('bigInteger', value);
  return BigInt(text);
}

function toNumber(type: ColumnType, value: unknown): number {
  const number = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value);
  if (!Number.isFinite(number)) throw columnTypeError(type, value);
  return number;
}

/** Milliseconds since 1970; strings of other programs are parsed as in Strapi. */
function toTime(type: ColumnType, value: unknown): number {
  const time = typeof value === 'number' ? value : Date.parse(String(value));
  if (!Number.isInteger(time)) throw columnTypeError(type, value);
  return time;
}

/** Normalizes `01:02:03` and `01:02:03.5`, which databases store differently. */
function padded(time: string): string {
  const found = /^(\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?$/.exec(time);
  return found ? `${found[1] ?? ''}.${(found[2] ?? '').padEnd(3, '0')}` : time;
}
