// In charge of the stored form of attribute values on SQLite, as Strapi reads them (docs/strapi/storage.md,
// "Stored values").
import type { ScalarType } from '../../schema/types.ts';
import type { StorableValue } from '../dialect.ts';
import type { SqlValue } from '../session.ts';

/** A value as its column holds it; of all others the JavaScript value is the stored one. */
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
 * A text stands as it is, numbers as numbers, all else as JSON; `true` and `false` as these words, which Strapi parses
 * (docs/strapi/differences.md, D5).
 */
function storeJson(value: StorableValue): SqlValue {
  if (typeof value === 'string' || typeof value === 'bigint') return value;
  return typeof value === 'number' ? value : JSON.stringify(value);
}
