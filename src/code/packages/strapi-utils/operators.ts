// Operators of filters.
import { ownValue } from './values.ts';

const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  where: [
    '$not',
    '$in',
    '$notIn',
    '$eq',
    '$eqi',
    '$ne',
    '$nei',
    '$gt',
    '$gte',
    '$lt',
    '$lte',
    '$null',
    '$notNull',
    '$between',
    '$startsWith',
    '$endsWith',
    '$startsWithi',
    '$endsWithi',
    '$contains',
    '$notContains',
    '$containsi',
    '$notContainsi',
    '$jsonSupersetOf',
  ],
  cast: ['$not', '$in', '$notIn', '$eq', '$ne', '$gt', '$gte', '$lt', '$lte', '$between'],
  group: ['$and', '$or'],
  array: ['$in', '$notIn', '$between'],
};

/** Returns true for an operator of one of the types `where`, `cast`, `group` and `array`. */
export function isOperatorOfType(type: string, key: string, ignoreCase: boolean = false): boolean {
  const names = ownValue(OPERATORS, type) ?? [];
  if (!ignoreCase) return names.includes(key);
  return names.some((name) => name.toLowerCase() === key.toLowerCase());
}

/** Returns true for any operator. */
export function isOperator(key: string, ignoreCase: boolean = false): boolean {
  if (!key.startsWith('$')) return false;
  return Object.keys(OPERATORS).some((type) => isOperatorOfType(type, key, ignoreCase));
}
