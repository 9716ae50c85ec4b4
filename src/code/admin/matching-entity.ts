// Compares an entry with the filter of a permission.
import { isRecord } from '../../schema/raw.ts';

type Conditions = Readonly<Record<string, unknown>>;

/** Returns true if an entry matches. @throws TypeError for an operator that cannot be evaluated here */
export function matches(conditions: Conditions, value: unknown): boolean {
  return Object.entries(conditions).every(([key, condition]) => matchesKey(key, condition, value));
}

function matchesKey(key: string, condition: unknown, value: unknown): boolean {
  const list: readonly unknown[] = Array.isArray(condition) ? condition : [condition];
  switch (key) {
    case '$and':
      return list.every((each) => matchesValue(each, value));
    case '$or':
      return list.some((each) => matchesValue(each, value));
    case '$not':
      return !matchesValue(condition, value);
    case '$eq':
      return isSame(value, condition);
    case '$ne':
      return !isSame(value, condition);
    case '$in':
      return list.some((each) => isSame(value, each));
    case '$notIn':
      return !list.some((each) => isSame(value, each));
    case '$null':
      return isAbsent(value) === (condition === true);
    case '$notNull':
      return isAbsent(value) !== (condition === true);
    case '$gt':
      return compare(value, condition, (order) => order > 0);
    case '$gte':
      return compare(value, condition, (order) => order >= 0);
    case '$lt':
      return compare(value, condition, (order) => order < 0);
    case '$lte':
      return compare(value, condition, (order) => order <= 0);
    default:
      if (key.startsWith('$')) throw new TypeError(`Unsupported operator in a permission: ${key}`);
      return matchesAttribute(key, condition, value);
  }
}

function matchesAttribute(name: string, condition: unknown, entity: unknown): boolean {
  const value = isRecord(entity) && Object.hasOwn(entity, name) ? entity[name] : undefined;
  // A relation to several entries matches if one of them does.
  if (Array.isArray(value)) return value.some((each) => matchesValue(condition, each));
  return matchesValue(condition, value);
}

function matchesValue(condition: unknown, value: unknown): boolean {
  if (isRecord(condition)) return matches(condition, value);
  if (Array.isArray(condition)) return condition.some((each) => isSame(value, each));
  return isSame(value, condition);
}

/** Compares as the database does: an id may be sent as text. A related entry is compared by its id. */
function isSame(value: unknown, wanted: unknown): boolean {
  const plain = isRecord(value) ? value['id'] : orderable(value);
  if (isAbsent(plain) || isAbsent(wanted)) return isAbsent(plain) && isAbsent(wanted);
  return String(plain) === String(orderable(wanted));
}

function compare(value: unknown, wanted: unknown, holds: (order: number) => boolean): boolean {
  if (isAbsent(value) || isAbsent(wanted)) return false;
  const [left, right] = [orderable(value), orderable(wanted)];
  const numbers = [Number(left), Number(right)] as const;
  const areNumbers = left !== '' && right !== '' && !numbers.some(Number.isNaN);
  const [a, b] = areNumbers ? numbers : [String(left), String(right)];
  return holds(a === b ? 0 : a > b ? 1 : -1);
}

/** A date as ISO text, as entries contain it. */
function orderable(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : value;
}

function isAbsent(value: unknown): boolean {
  return value === null || value === undefined;
}
