// Stored form of attribute values on SQLite, as Strapi reads them (docs/strapi/storage.md, "Stored values").
import type { ScalarType } from '../../schema/types.ts';
import type { StorableValue } from '../dialect.ts';
import type { SqlValue } from '../session.ts';

/** Encodes a value for its column; all other types store the JavaScript value. */
export function store(type: ScalarType, value: StorableValue): SqlValue {
  if (value === null) return null;
  if (type === 'json' || type === 'blocks') return storeJson(value);
  switch (typeof value) {
    case 'boolean':
      return Number(value);
    case 'object':
      throw new Error(`a ${type} cannot hold a list or an object`);
    default:
      return value;
  }
}

/**
 * Strings and numbers are stored as they are, all else as JSON; `true` and `false` as these words, which Strapi
 * parses (docs/strapi/differences.md, D5).
 */
function storeJson(value: StorableValue): SqlValue {
  if (typeof value === 'string' || typeof value === 'bigint') return value;
  return typeof value === 'number' ? value : JSON.stringify(value);
}
