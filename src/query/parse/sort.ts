// Parser of `sort`: strings, lists and objects become terms.
import type { QueryValue, SortTerm } from '../params.ts';
import { isObject, listItems } from './values.ts';

/** Parses `sort`. Empty pieces are left out. */
export function parseSort(value: QueryValue | undefined): readonly SortTerm[] {
  if (typeof value === 'string')
    return value.split(',').flatMap((piece) => parseTerm(piece.trim()));
  const items = listItems(value);
  if (items) return isMixed(items) ? [indexTerm([])] : items.flatMap(parseItem);
  return isObject(value) ? parseObject(value, []) : [];
}

/** Lists inside lists are left out. */
function parseItem(item: QueryValue): readonly SortTerm[] {
  return Array.isArray(item) ? [] : parseSort(item);
}

function isMixed(items: readonly QueryValue[]): boolean {
  return items.some((item) => typeof item === 'string') && items.some((item) => isObject(item));
}

/** A list where keys are expected: the first index is taken for a key. */
function indexTerm(path: readonly string[]): SortTerm {
  return { path: [...path, '0'], direction: null, explicit: null };
}

function parseTerm(piece: string): readonly SortTerm[] {
  const [name = '', order] = piece.split(':');
  if (name === '') return [];
  return [
    {
      path: name.split('.').filter((part) => part !== ''),
      direction: parseOrder(order ?? 'asc'),
      explicit: order ?? null,
    },
  ];
}

function parseObject(value: QueryValue, path: readonly string[]): readonly SortTerm[] {
  if (isObject(value)) {
    return Object.entries(value).flatMap(([key, inner]) => parseObject(inner, [...path, key]));
  }
  if (value === null || value === '') return [{ path, direction: null, explicit: null }];
  if (typeof value !== 'string') return [indexTerm(path)];
  return [{ path, direction: parseOrder(value), explicit: value }];
}

function parseOrder(word: string): SortTerm['direction'] {
  const order = word.toLowerCase();
  return order === 'asc' || order === 'desc' ? order : 'unknown';
}
