// Parsers of the parameters that pick a version of a document: status, publicationFilter, locale.
import { validationError } from '../../base/errors.ts';
import {
  PUBLICATION_FILTERS,
  type LocaleChoice,
  type ParamValue,
  type PublicationFilter,
  type Status,
} from '../params.ts';
import { parseFilters } from './filters.ts';
import { isObject, listItems, shown, textOf } from './values.ts';

/**
 * Parses `status` (docs/strapi/differences.md, D8): absent or empty means published. `strict` is false for a type
 * without drafts, which ignores it. @throws ValidationError
 */
export function parseStatus(value: ParamValue | undefined, strict: boolean): Status {
  if (value === 'draft') return 'draft';
  if (value === undefined || value === null || value === '' || value === 'published' || !strict) {
    return 'published';
  }
  throw validationError(
    `Invalid parameter at 'status'. Expected 'published' or 'draft', received: ${shown(value)}`,
  );
}

/** Parses `publicationFilter`. @throws ValidationError */
export function parsePublicationFilter(value: ParamValue | undefined): PublicationFilter | null {
  if (value === undefined || value === null) return null;
  const found = PUBLICATION_FILTERS.find((name) => name === value);
  if (found) return found;
  throw validationError(
    `Invalid value for 'publicationFilter'. Expected one of: ${PUBLICATION_FILTERS.join(', ')}.`,
    { source: 'query', param: 'publicationFilter' },
  );
}

/** Parses the older `hasPublishedVersion`. @throws ValidationError */
export function parseHasPublishedVersion(value: ParamValue | undefined): PublicationFilter | null {
  if (value === undefined || value === null) return null;
  if (textOf(value) === 'true') return 'has-published-version-document';
  if (textOf(value) === 'false') return 'never-published-document';
  throw validationError(
    "Invalid value for 'hasPublishedVersion'. Expected boolean or 'true'/'false' string.",
  );
}

/**
 * Parses `locale`. Only where several may be named there are `*`, lists, and objects that are a filter on it; one document
 * takes `*` literally.
 */
export function parseLocale(value: ParamValue | undefined, several: boolean): LocaleChoice {
  if (value === undefined || value === null || value === '') return { kind: 'default' };
  if (several && value === '*') return { kind: 'any' };
  const codes = typeof value === 'string' ? [value] : localeItems(value);
  const isNamed = codes?.every(isCode) === true;
  if (codes && isNamed && (several || typeof value === 'string')) return { kind: 'some', codes };
  if (several && isObject(value) && codes === null)
    return { kind: 'filter', filter: parseFilters({ locale: value }) };
  const received = isObject(value) ? '[object Object]' : shown(value);
  const message = `Invalid locale param ${received} provided. Document locales must be strings.`;
  return { kind: 'refused', message };
}

/** A list, or what a filter by `$in` or `$eq` lists; null for another filter. */
function localeItems(value: ParamValue): readonly ParamValue[] | null {
  if (!isObject(value)) return listItems(value);
  const [operator, ...others] = Object.keys(value);
  const given = value[operator ?? ''];
  if (others.length === 0 && operator === '$eq') return typeof given === 'string' ? [given] : null;
  if (others.length === 0 && operator === '$in') {
    return typeof given === 'string' ? [given] : listItems(given);
  }
  return listItems(value);
}

function isCode(value: ParamValue): value is string {
  return typeof value === 'string' && !value.includes('\0');
}

const LOCALE_FORM = /^[a-zA-Z]{2,3}(?:-[a-zA-Z0-9]{2,8})*$/;
const MAX_LOCALE_LENGTH = 35;

/**
 * Checks the form of `locale` as `api.documents.strictParams` wants it (docs/strapi/server.md, "Configuration").
 * @throws ValidationError
 */
export function checkLocale(value: ParamValue | undefined): void {
  const codes = listItems(value ?? null);
  for (const [index, code] of (codes ?? [value]).entries()) {
    if (typeof code !== 'string' || code === '' || code === '*') continue;
    const reason =
      code.length > MAX_LOCALE_LENGTH
        ? `Locale exceeds maximum length of ${MAX_LOCALE_LENGTH} characters`
        : 'Locale must be a valid BCP 47 format (e.g. en, en-US, zh-Hans)';
    if (LOCALE_FORM.test(code) && code.length <= MAX_LOCALE_LENGTH) continue;
    const at = codes ? `locale[${index}]` : 'locale';
    throw validationError(`Invalid parameter at '${at}'. ${reason}.`);
  }
}
