// In charge of values of an archive on their way into a column (docs/strapi/archives.md, "Import").
import type { JsonValue } from '../../base/json.ts';
import type { Dialect, StorableValue } from '../../storage/dialect.ts';
import type { SqlValue } from '../../storage/session.ts';
import type { ColumnType } from '../../storage/table.ts';
import { meaningOf, StrayValue, TYPE_OF } from '../stored-values.ts';

/** A value as its column holds it. @param value What JSON can hold @throws StrayValue where it is none of its type */
export function storedValue(dialect: Dialect, type: ColumnType, value: unknown): SqlValue {
  return dialect.store(TYPE_OF[type], toMeaning(type, value));
}

function toMeaning(type: ColumnType, value: unknown): StorableValue {
  if (value === null || value === undefined) return null;
  // A text that is JSON, or JSON of JSON, is what Strapi reads of it.
  if (type === 'json')
    return typeof value === 'string' ? meaningOf(type, value) : (value as JsonValue);
  if (typeof value === 'object') throw new StrayValue(type, value);
  // Half of a pair is no text that a database can hold.
  if (typeof value === 'string' && /\p{Surrogate}/u.test(value)) throw new StrayValue(type, value);
  if (type === 'boolean') return meaningOf(type, value);
  if (typeof value === 'boolean') throw new StrayValue(type, value);
  if (type === 'datetime' || type === 'timestamp') return toTime(type, value);
  return meaningOf(type, value);
}

/** Moments are ISO texts; those of the type `timestamp` are milliseconds since 1970, as text. */
function toTime(type: ColumnType, value: unknown): StorableValue {
  const isNumber = typeof value === 'string' && /^-?\d+$/.test(value);
  const time = meaningOf(type, isNumber ? Number(value) : value);
  if (Number.isNaN(new Date(Number(time)).getTime())) throw new StrayValue(type, value);
  return time;
}
