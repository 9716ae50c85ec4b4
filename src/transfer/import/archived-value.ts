// Converts values of an archive to column values (docs/strapi/archives.md, "Import").
import type { JsonValue } from '../../base/json.ts';
import type { Dialect, StorableValue } from '../../storage/dialect.ts';
import type { SqlValue } from '../../storage/session.ts';
import type { ColumnType } from '../../storage/layout/table.ts';
import { TYPE_OF, columnTypeError, fromDriverValue } from '../stored-values.ts';

/** Encodes a value for its column. @param value A JSON value @throws TransferError if it does not have the type */
export function storedValue(dialect: Dialect, type: ColumnType, value: unknown): SqlValue {
  return dialect.store(TYPE_OF[type], parseArchived(type, value));
}

function parseArchived(type: ColumnType, value: unknown): StorableValue {
  if (value === null || value === undefined) return null;
  // Strapi parses a string that contains JSON, or JSON of JSON.
  if (type === 'json')
    return typeof value === 'string' ? fromDriverValue(type, value) : (value as JsonValue);
  if (typeof value === 'object') throw columnTypeError(type, value);
  // Databases cannot store a lone surrogate.
  if (typeof value === 'string' && /\p{Surrogate}/u.test(value)) throw columnTypeError(type, value);
  if (type === 'boolean') return fromDriverValue(type, value);
  if (typeof value === 'boolean') throw columnTypeError(type, value);
  if (type === 'datetime' || type === 'timestamp') return toTime(type, value);
  return fromDriverValue(type, value);
}

/** Times are ISO strings; those of the type `timestamp` are milliseconds since 1970 in a string. */
function toTime(type: ColumnType, value: unknown): StorableValue {
  const isNumber = typeof value === 'string' && /^-?\d+$/.test(value);
  const time = fromDriverValue(type, isNumber ? Number(value) : value);
  if (Number.isNaN(new Date(Number(time)).getTime())) throw columnTypeError(type, value);
  return time;
}
