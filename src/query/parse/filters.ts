// Parses `filters` into groups, operators and names.
import type { FilterKey, FilterTree, ParamObject, ParamValue } from '../params.ts';
import { isList, isObject, listItems } from './values.ts';

/** Parses `filters`, or a part of them. */
export function parseFilters(value: ParamValue): FilterTree {
  if (isList(value)) return { form: 'list', items: value.map(parseFilters), index: '0' };
  return isObject(value) ? parseObject(value) : { form: 'value', value };
}

function parseObject(object: ParamObject): FilterTree {
  const items = listItems(object);
  if (items) {
    return { form: 'list', items: items.map(parseFilters), index: Object.keys(object)[0] ?? '0' };
  }
  const keys = Object.entries(object).map(([key, value]) => ({
    kind: kindOf(key),
    key,
    value: parseFilters(value),
  }));
  return { form: 'keys', keys };
}

function kindOf(key: string): FilterKey['kind'] {
  switch (key) {
    case '$and':
      return 'and';
    case '$or':
      return 'or';
    case '$not':
      return 'not';
    default:
      return key.startsWith('$') ? 'operator' : 'name';
  }
}
