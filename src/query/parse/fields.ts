// In charge of `fields`: a comma list or an array of names (docs/strapi/reading.md, "Selecting fields").
import { validationError } from '../../base/errors.ts';
import type { FieldNames, QueryValue } from '../params.ts';
import { listItems } from './values.ts';

/** Parses `fields`. @throws ValidationError where it is neither a string nor a list of single names. */
export function parseFields(value: QueryValue | undefined): FieldNames {
  if (value === undefined || value === null) return 'all';
  return typeof value === 'string'
    ? value.split(',').map((name) => name.trim())
    : parseNames(value);
}

function parseNames(value: QueryValue): readonly string[] {
  const names = listItems(value)?.filter((item) => item !== null);
  if (!names || !names.every((name) => typeof name === 'string' && !name.includes(','))) {
    throw validationError('Invalid fields parameter. Expected a string or an array of strings');
  }
  return names as readonly string[];
}
