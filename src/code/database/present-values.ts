// Conditions with missing values match nothing, as in SQL. Code passes `undefined` if a request lacks a parameter, and `NaN`
// if a parameter is not a number.
import { isPlainObject } from '../packages/strapi-utils/values.ts';

/** Replaces missing values in conditions, at all levels. Conditions on an undefined `id` remain, and are rejected. */
export function presentConditions(conditions: unknown): unknown {
  if (Array.isArray(conditions)) return conditions.map(presentConditions);
  if (!isPlainObject(conditions)) return conditions;
  const entries = Object.entries(conditions);
  const present = entries.filter(([, value]) => !isMissing(value)).map(presentCondition);
  const absent = entries.filter(([, value]) => isMissing(value)).flatMap(absentCondition);
  // A later `$in: []` replaces an earlier list.
  return Object.fromEntries([...present, ...absent]);
}

/** Replaces missing values in `filters` at all levels of parameters. In `populate`, `*` for an attribute means `true`. */
export function presentParams(params: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      if (name === 'filters') return [name, presentConditions(value)];
      if (!isPlainObject(value)) return [name, value];
      return [name, presentParams(name === 'populate' ? populatedWhole(value) : value)];
    }),
  );
}

function populatedWhole(populate: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(populate).map(([name, value]) => [name, value === '*' ? true : value]),
  );
}

type Condition = readonly [string, unknown];

function presentCondition([key, value]: Condition): Condition {
  if (!Array.isArray(value)) return [key, presentConditions(value)];
  const items = value as readonly unknown[];
  const present = items.filter((item) => item !== null && !isMissing(item));
  if (key === '$in') return [key, present];
  const isComplete = !items.some(isMissing);
  if (key === '$notIn' && present.length < items.length) return NO_MATCH;
  if (key === '$between' && !isComplete) return NO_MATCH;
  // A list for an attribute is an `$in`.
  const conditions = key.startsWith('$') || isComplete ? items : present;
  return [key, conditions.map(presentConditions)];
}

const NO_MATCH: Condition = ['$in', []];

function isMissing(value: unknown): boolean {
  return value === undefined || Number.isNaN(value);
}

function absentCondition([key, value]: Condition): readonly Condition[] {
  if (key === 'id' && value === undefined) return [[key, undefined]];
  switch (key) {
    case '$and':
    case '$or':
      return [[key, undefined]];
    case '$not':
      return [];
    case '$ne':
    case '$null':
      return [['$notNull', true]];
    case '$notNull':
      return [['$null', true]];
    default:
      return key.startsWith('$') ? [NO_MATCH] : [[key, Object.fromEntries([NO_MATCH])]];
  }
}
