// In charge of the outer form of `populate`; the names are looked up by the planner (spec/read.md section 10).
import { validationError } from '../../base/errors.ts';
import type { Populate, QueryValue } from '../params.ts';
import { isObject, listItems } from './values.ts';

/** Parses `populate`, also a nested one. @throws ValidationError where strings and objects are mixed. */
export function parsePopulate(value: QueryValue | undefined): Populate {
  if (value === undefined || value === null || value === '') return { form: 'none' };
  if (value === '*') return { form: 'all' };
  if (typeof value === 'string') return { form: 'paths', paths: parsePaths([value]), last: false };
  const items = listItems(value);
  if (items) {
    if (!items.every((item) => typeof item === 'string')) {
      throw validationError(
        'Invalid populate parameter. Expected a string, an array of strings, a populate object',
      );
    }
    return { form: 'paths', paths: parsePaths(items as readonly string[]), last: true };
  }
  return isObject(value) ? { form: 'object', entries: value } : { form: 'none' };
}

function parsePaths(items: readonly string[]): readonly (readonly string[])[] {
  return items
    .flatMap((item) => item.split(','))
    .map((path) =>
      path
        .split('.')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    )
    .filter((path) => path.length > 0);
}
