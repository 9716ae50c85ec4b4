// The query parameter `publicationFilter`.
import { PUBLICATION_FILTERS, type PublicationFilter } from '../../../query/params.ts';
import { ValidationError } from './errors.ts';
import { isNil } from './values.ts';

/** Parses a filter; undefined if there is none. @throws ValidationError */
export function parsePublicationFilter(value: unknown): PublicationFilter | undefined {
  if (isNil(value)) return undefined;
  const found = PUBLICATION_FILTERS.find((name) => name === value);
  if (found !== undefined) return found;
  const names = PUBLICATION_FILTERS.join(', ');
  throw new ValidationError(`Invalid value for 'publicationFilter'. Expected one of: ${names}.`);
}

/** @throws ValidationError with the name of the parameter */
export function validatePublicationFilterQueryParam(value: unknown): void {
  try {
    parsePublicationFilter(value);
  } catch (error) {
    if (error instanceof ValidationError) {
      error.details = { source: 'query', param: 'publicationFilter' };
    }
    throw error;
  }
}
