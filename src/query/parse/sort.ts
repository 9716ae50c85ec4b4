// Parses `sort`: strings, lists and objects become sort terms.
import type { ParamValue, SortTerm } from '../params.ts';
import { isList, isObject, listItems, textOf } from './values.ts';

/** Parses `sort`. Empty terms are ignored. */
export function parseSort(value: ParamValue | undefined): readonly SortTerm[] {
  const text = textOf(value);
  if (text !== null) return text.split(',').flatMap((term) => parseTerm(term.trim()));
  const items = listItems(value);
  if (items) return isMixed(items) ? [indexTerm([])] : items.flatMap(parseItem);
  return isObject(value) ? parseObject(value, []) : [];
}

/** Parses the `sort` of a program, whose list may mix strings and objects. */
export function parseMixedSort(value: ParamValue | undefined): readonly SortTerm[] {
  return listItems(value)?.flatMap(parseItem) ?? parseSort(value);
}

/** Lists inside lists are ignored. */
function parseItem(item: ParamValue): readonly SortTerm[] {
  return isList(item) ? [] : parseSort(item);
}

function isMixed(items: readonly ParamValue[]): boolean {
  return items.some((item) => textOf(item) !== null) && items.some((item) => isObject(item));
}

/** A list instead of keys: its first index is treated as a key. */
function indexTerm(path: readonly string[]): SortTerm {
  return { path: [...path, '0'], direction: null, explicit: null };
}

function parseTerm(term: string): readonly SortTerm[] {
  const [name = '', order] = term.split(':');
  if (name === '') return [];
  return [
    {
      path: name.split('.').filter((part) => part !== ''),
      direction: parseOrder(order ?? 'asc'),
      explicit: order ?? null,
    },
  ];
}

function parseObject(value: ParamValue, path: readonly string[]): readonly SortTerm[] {
  if (isObject(value)) {
    return Object.entries(value).flatMap(([key, inner]) => parseObject(inner, [...path, key]));
  }
  if (value === null || value === '') return [{ path, direction: null, explicit: null }];
  const text = textOf(value);
  if (text === null) return [indexTerm(path)];
  if (text.trim() === '') return [{ path, direction: null, explicit: null }];
  return [{ path, direction: parseOrder(text), explicit: text }];
}

function parseOrder(text: string): SortTerm['direction'] {
  const order = text.trim().toLowerCase();
  return order === 'asc' || order === 'desc' ? order : 'unknown';
}
