// Parses `fields`: a comma-separated list or an array of names (docs/strapi/reading.md, "Selecting fields").
import { validationError } from '../../base/errors.ts';
import type { FieldNames, ParamValue } from '../params.ts';
import { listItems } from './values.ts';

/** Parses `fields`. @throws ValidationError unless it is a string or a list of names */
export function parseFields(value: ParamValue | undefined): FieldNames {
  if (value === undefined || value === null) return 'all';
  return typeof value === 'string'
    ? value.split(',').map((name) => name.trim())
    : parseNames(value);
}

function parseNames(value: ParamValue): readonly string[] {
  const names = listItems(value)?.filter((item) => item !== null);
  if (names?.every((name) => typeof name === 'string' && !name.includes(','))) {
    return names.map((name) => String(name).trim());
  }
  throw validationError('Invalid fields parameter. Expected a string or an array of strings');
}
