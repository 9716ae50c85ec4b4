// Parser of `sort`: strings, lists and objects become terms.
import type { ParamValue, SortTerm } from '../params.ts';
import { isList, isObject, listItems, textOf } from './values.ts';

/** Parses `sort`. Empty pieces are left out. */
export function parseSort(value: ParamValue | undefined): readonly SortTerm[] {
  const text = textOf(value);
  if (text !== null) return text.split(',').flatMap((piece) => parseTerm(piece.trim()));
  const items = listItems(value);
  if (items) return isMixed(items) ? [indexTerm([])] : items.flatMap(parseItem);
  return isObject(value) ? parseObject(value, []) : [];
}

/** Parses a `sort` whose list may have texts and objects, as programs write it. */
export function parseMixedSort(value: ParamValue | undefined): readonly SortTerm[] {
  return listItems(value)?.flatMap(parseItem) ?? parseSort(value);
}

/** Lists inside lists are left out. */
function parseItem(item: ParamValue): readonly SortTerm[] {
  return isList(item) ? [] : parseSort(item);
}

function isMixed(items: readonly ParamValue[]): boolean {
  return items.some((item) => textOf(item) !== null) && items.some((item) => isObject(item));
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

function parseObject(value: ParamValue, path: readonly string[]): readonly SortTerm[] {
  if (isObject(value)) {
    return Object.entries(value).flatMap(([key, inner]) => parseObject(inner, [...path, key]));
  }
  if (value === null || value === '') return [{ path, direction: null, explicit: null }];
  const text = textOf(value);
  if (text === null) return [indexTerm(path)];
  return [{ path, direction: parseOrder(text), explicit: text }];
}

function parseOrder(word: string): SortTerm['direction'] {
  const order = word.toLowerCase();
  return order === 'asc' || order === 'desc' ? order : 'unknown';
}
