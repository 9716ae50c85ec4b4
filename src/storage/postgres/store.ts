// Stored form of attribute values on PostgreSQL, as Strapi reads them (docs/strapi/storage.md, "Stored values"; D5).
import type { ScalarType } from '../../schema/types.ts';
import type { StorableValue } from '../dialect.ts';
import type { SqlValue } from '../session.ts';
import { toWallClock } from './wall-clock.ts';

/** Encodes a value for its column. */
export function store(type: ScalarType, value: StorableValue): SqlValue {
  if (value === null) return null;
  if (type === 'json' || type === 'blocks') return storeJson(value);
  if ((type === 'datetime' || type === 'timestamp') && typeof value === 'number') {
    return toWallClock(value);
  }
  switch (typeof value) {
    case 'boolean':
      return Number(value);
    case 'object':
      throw new Error(`a ${type} cannot hold a list or an object`);
    default:
      return value;
  }
}

/** Strapi parses a string that results from the first parse again, so strings are stored as JSON of their JSON. */
function storeJson(value: StorableValue): SqlValue {
  if (typeof value === 'bigint') return value.toString();
  const text = JSON.stringify(value);
  return typeof value === 'string' ? JSON.stringify(text) : text;
}
