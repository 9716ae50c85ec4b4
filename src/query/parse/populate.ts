// Parser of the outer form of `populate`; the planner looks the names up.
import { validationError } from '../../base/errors.ts';
import { MAX_PATH_STEPS } from '../../base/limits.ts';
import type { Populate, QueryObject, QueryValue } from '../params.ts';
import { isObject, listItems } from './values.ts';

/** Parses the `populate` of a query. @throws ValidationError where strings and objects are mixed. */
export function parsePopulate(value: QueryValue | undefined): Populate {
  if (value === '*') return { form: 'all' };
  const texts = textsOf(value);
  if (texts) return { form: 'paths', paths: parsePaths(texts), last: typeof value !== 'string' };
  return parseObject(value);
}

/**
 * Parses a `populate` inside another one. Texts are rewritten into the object form, each as one path: a comma belongs to
 * the name that contains it.
 * @throws ValidationError where strings and objects are mixed.
 */
export function parseNestedPopulate(value: QueryValue): Populate {
  if (value === '*') return { form: 'all' };
  const texts = textsOf(value);
  return texts
    ? { form: 'object', entries: pathEntries(texts), paths: parsePaths(texts) }
    : parseObject(value);
}

/** The object form of dotted paths: `['a.b', 'c']` becomes `{a: {populate: {b: 'true'}}, c: 'true'}`. */
export function pathEntries(texts: readonly string[]): QueryObject {
  const entries = emptyEntries();
  for (const text of texts) addPath(entries, text.replace(/^\.+(?!$)/, '').split('.'));
  return entries;
}

/** The texts of a list form, or null for any other form. */
export function textsOf(value: QueryValue | undefined): readonly string[] | null {
  if (typeof value === 'string') return [value];
  const items = listItems(value);
  return items?.every((item) => typeof item === 'string') ? items : null;
}

function parseObject(value: QueryValue | undefined): Populate {
  if (listItems(value)) {
    throw validationError(
      'Invalid populate parameter. Expected a string, an array of strings, a populate object',
    );
  }
  return isObject(value) ? { form: 'object', entries: value, paths: [] } : { form: 'none' };
}

type Entries = Record<string, QueryValue>;

function emptyEntries(): Entries {
  // A name may be that of a property that all objects inherit.
  return Object.create(null) as Entries;
}

function addPath(entries: Entries, [name = '', ...rest]: readonly string[]): void {
  if (rest.length === 0) {
    entries[name] = 'true';
    return;
  }
  const known = entries[name];
  const nested = isObject(known) ? (known['populate'] as Entries) : emptyEntries();
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
  throw validationError(`A path of populate may have at most ${MAX_PATH_STEPS} names.`);
}
