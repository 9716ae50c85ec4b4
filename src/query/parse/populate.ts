// Parses `populate` with all nested parameters.
import { validationError, type AppError } from '../../base/errors.ts';
import { MAX_PATH_STEPS } from '../../base/limits.ts';
import { deferErrors } from '../deferred.ts';
import type {
  Fragments,
  ParamObject,
  ParamValue,
  Populate,
  PopulateEntry,
  PopulateOption,
  PopulateOptions,
  PopulateValue,
} from '../params.ts';
import { parseFilters } from './filters.ts';
import { parseSort } from './sort.ts';
import { isList, isObject, listItems, parseFlag, textOf, parseFields } from './values.ts';

/** Parses the `populate` of a query. @throws ValidationError if it mixes strings and objects */
export function parsePopulate(value: ParamValue | undefined): Populate {
  if (value === '*') return { form: 'all' };
  if (typeof value === 'boolean' || typeof value === 'number') throw notPopulate();
  const texts = textsOf(value);
  if (texts) return { form: 'paths', paths: parsePaths(texts), lastWins: textOf(value) === null };
  return parseObject(value);
}

/**
 * Parses a nested `populate`. Strings are converted to the object form, each as one path: a comma is part of a name.
 * @throws ValidationError if it mixes strings and objects
 */
export function parseNestedPopulate(value: ParamValue): Populate {
  if (value === '*') return { form: 'all' };
  const texts = textsOf(value);
  if (!texts) return parseObject(value);
  const paths = parsePaths(texts);
  return { form: 'object', entries: pathEntries(texts), paths };
}

/** The object form of dotted paths: `['a.b', 'c']` becomes `{a: {populate: {b: 'true'}}, c: 'true'}`. */
export function pathEntries(texts: readonly string[]): readonly PopulateEntry[] {
  return parseEntries(pathKeys(texts));
}

function parseObject(value: ParamValue | undefined): Populate {
  if (listItems(value)) throw notPopulate();
  if (!isObject(value)) return { form: 'none' };
  return { form: 'object', entries: parseEntries(value), paths: [] };
}

function notPopulate(): AppError {
  return validationError(
    'Invalid populate parameter. Expected a string, an array of strings, a populate object',
  );
}

function parseEntries(keys: ParamObject): readonly PopulateEntry[] {
  return Object.entries(keys).map(([name, value]) => ({ name, value: parseValue(value) }));
}

/** Parses the value of a populated name. Strings instead of options are keys; a dotted string is a path of keys. */
function parseValue(value: ParamValue): PopulateValue {
  if (value === null) return { form: 'none' };
  if (value === '*') return { form: 'all' };
  if (isObject(value)) return { form: 'options', options: parseOptions(value), isText: false };
  const flag = parseFlag(value);
  if (flag !== undefined) return { form: 'flag', flag };
  const texts = textsOf(value);
  if (!texts) return { form: 'invalid', text: printJson(value) };
  const { list } = parseOptions(pathKeys(texts));
  return { form: 'options', options: { list, text: printJson(value) }, isText: true };
}

function parseOptions(options: ParamObject): PopulateOptions {
  return { list: Object.entries(options).map(parseOption), text: printJson(options) };
}

function printJson(value: ParamValue): string {
  try {
    return JSON.stringify(value);
  } catch {
    // A program may pass a bigint. A replacer takes several times as long.
    return JSON.stringify(value, (_key, item: unknown) =>
      typeof item === 'bigint' ? String(item) : item,
    );
  }
}

function parseOption([key, value]: readonly [string, ParamValue]): PopulateOption {
  switch (key) {
    case 'filters':
      return { option: key, filters: value === '' ? null : parseFilters(value) };
    case 'sort':
      return { option: key, sort: parseSort(value) };
    case 'fields':
      return { option: key, fields: deferErrors(() => parseFields(value)) };
    case 'populate':
      return { option: key, populate: deferErrors(() => parseNestedPopulate(value)) };
    case 'count':
      return { option: key, flag: parseFlag(value) ?? null };
    case 'on':
      return { option: key, on: parseFragments(value) };
    default:
      return { option: 'unknown', key };
  }
}

function parseFragments(value: ParamValue): Fragments {
  if (value === null) return { form: 'none' };
  if (value === '') return { form: 'empty' };
  if (isObject(value)) return { form: 'kinds', kinds: parseEntries(value), isList: false };
  if (!isList(value)) return { form: 'invalid' };
  return { form: 'kinds', kinds: parseEntries(Object.fromEntries(value.entries())), isList: true };
}

/** The strings of a string or a list of strings; null for any other value. */
function textsOf(value: ParamValue | undefined): readonly string[] | null {
  const text = textOf(value);
  if (text !== null) return [text];
  const texts = listItems(value)?.map(textOf);
  return texts?.every((each) => each !== null) ? texts : null;
}

/** @throws ValidationError for a path that is too long */
function pathKeys(texts: readonly string[]): ParamObject {
  const keys = emptyEntries();
  for (const text of texts) {
    const names = text.replace(/^\.+(?!$)/, '').split('.');
    if (names.length > MAX_PATH_STEPS) throw tooLong();
    addPath(keys, names);
  }
  return keys;
}

type Entries = Record<string, ParamValue>;

function emptyEntries(): Entries {
  // A name may be that of an inherited property of objects.
  return Object.create(null) as Entries;
}

function addPath(entries: Entries, [name = '', ...rest]: readonly string[]): void {
  if (rest.length === 0) {
    entries[name] = 'true';
    return;
  }
  const existing = entries[name];
  const nested = isObject(existing) ? (existing['populate'] as Entries) : emptyEntries();
  entries[name] = { populate: nested };
  addPath(nested, rest);
}

function parsePaths(items: readonly string[]): readonly (readonly string[])[] {
  const paths = items
    .flatMap((item) => item.split(','))
    .map((path) =>
      path
        .split('.')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    )
    .filter((path) => path.length > 0);
  if (paths.every((path) => path.length <= MAX_PATH_STEPS)) return paths;
  throw tooLong();
}

function tooLong(): AppError {
  return validationError(`A populate path may have at most ${MAX_PATH_STEPS} names.`);
}
