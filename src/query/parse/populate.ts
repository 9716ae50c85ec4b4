// In charge of the outer form of `populate`; the names are looked up by the planner (spec/read.md section 10).
import { validationError } from '../../base/errors.ts';
import { MAX_PATH_STEPS } from '../../base/limits.ts';
import type { Populate, QueryValue } from '../params.ts';
import { isObject, listItems } from './values.ts';

/** Parses `populate`; `nested` below another one. @throws ValidationError where strings and objects are mixed. */
export function parsePopulate(value: QueryValue | undefined, nested = false): Populate {
  if (value === undefined || value === null) return { form: 'none' };
  if (value === '')
    return nested ? { form: 'paths', paths: [['']], last: false, lists: [] } : { form: 'none' };
  if (value === '*') return { form: 'all' };
  if (typeof value === 'string') return parseTexts([value], nested, false);
  const items = listItems(value);
  if (items) {
    if (!items.every((item) => typeof item === 'string')) {
      throw validationError(
        'Invalid populate parameter. Expected a string, an array of strings, a populate object',
      );
    }
    return parseTexts(items, nested, true);
  }
  return isObject(value) ? { form: 'object', entries: value } : { form: 'none' };
}

function parseTexts(texts: readonly string[], nested: boolean, last: boolean): Populate {
  const lists = nested ? texts.filter((text) => text.includes(',')) : [];
  return { form: 'paths', paths: parsePaths(texts), last, lists };
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
