// In charge of `sort`: strings, lists and objects become terms (spec/read.md section 7).
import { validationError } from '../../base/errors.ts';
import type { QueryValue, SortTerm } from '../params.ts';
import { isInherited, isObject, listItems } from './values.ts';

/** Parses `sort`. Empty pieces are left out. @throws ValidationError for an unknown order word. */
export function parseSort(value: QueryValue | undefined): readonly SortTerm[] {
  if (typeof value === 'string')
    return value.split(',').flatMap((piece) => parseTerm(piece.trim()));
  const items = listItems(value);
  if (items) return items.flatMap((item) => (Array.isArray(item) ? [] : parseSort(item)));
  return isObject(value) ? parseObject(value, []) : [];
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
    const entries = Object.entries(value).filter(([key]) => !isInherited(key));
    return entries.flatMap(([key, inner]) => parseObject(inner, [...path, key]));
  }
  if (value === null || value === '') return [{ path, direction: null, explicit: null }];
  if (typeof value !== 'string') return [];
  return [{ path, direction: parseOrder(value), explicit: value }];
}

function parseOrder(word: string): 'asc' | 'desc' {
  const order = word.toLowerCase();
  if (order === 'asc' || order === 'desc') return order;
  throw validationError('Invalid order. order can only be one of asc|desc|ASC|DESC');
}
