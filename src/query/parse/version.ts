// Parses the parameters that select a version of a document: `status`, `publicationFilter` and `locale`.
import { validationError } from '../../base/errors.ts';
import {
  PUBLICATION_FILTERS,
  type LocaleChoice,
  type ParamValue,
  type PublicationFilter,
  type Status,
} from '../params.ts';
import { parseFilters } from './filters.ts';
import { isObject, listItems, printValue, textOf } from './values.ts';

/**
 * Parses `status`; the default is `published` (docs/strapi/differences.md, D8).
 * @param strict False for a type without drafts, which ignores the parameter
 * @throws ValidationError
 */
export function parseStatus(value: ParamValue | undefined, strict: boolean): Status {
  if (value === 'draft') return 'draft';
  if (value === undefined || value === null || value === '' || value === 'published' || !strict) {
    return 'published';
  }
  throw validationError(
    `Invalid parameter at 'status'. Expected 'published' or 'draft', received: ${printValue(value)}`,
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

/** Parses the deprecated `hasPublishedVersion`. @throws ValidationError */
export function parseHasPublishedVersion(value: ParamValue | undefined): PublicationFilter | null {
  if (value === undefined || value === null) return null;
  if (textOf(value) === 'true') return 'has-published-version-document';
  if (textOf(value) === 'false') return 'never-published-document';
  throw validationError(
    "Invalid value for 'hasPublishedVersion'. Expected boolean or 'true'/'false' string.",
  );
}

/**
 * Parses `locale`. Only a request for several locales accepts `*`, lists, and filters; for one document `*` is a literal
 * code.
 */
export function parseLocale(value: ParamValue | undefined, multiple: boolean): LocaleChoice {
  if (value === undefined || value === null || value === '') return { kind: 'default' };
  if (multiple && value === '*') return { kind: 'any' };
  const codes = typeof value === 'string' ? [value] : localeItems(value);
  const isNamed = codes?.every(isCode) === true;
  if (codes && isNamed && (multiple || typeof value === 'string')) return { kind: 'some', codes };
  if (multiple && isObject(value) && codes === null)
    return { kind: 'filter', filter: parseFilters({ locale: value }) };
  const received = isObject(value) ? '[object Object]' : printValue(value);
  const message = `Invalid locale param ${received} provided. Document locales must be strings.`;
  return { kind: 'invalid', message };
}

/** The codes of a list, or of a filter with `$in` or `$eq`; null for any other filter. */
function localeItems(value: ParamValue): readonly ParamValue[] | null {
  if (!isObject(value)) return listItems(value);
  const [operator, ...others] = Object.keys(value);
  const operand = value[operator ?? ''];
  if (others.length === 0 && operator === '$eq')
    return typeof operand === 'string' ? [operand] : null;
  if (others.length === 0 && operator === '$in') {
    return typeof operand === 'string' ? [operand] : listItems(operand);
  }
  return listItems(value);
}

function isCode(value: ParamValue): value is string {
  return typeof value === 'string' && !value.includes('\0');
}

const LOCALE_FORM = /^[a-zA-Z]{2,3}(?:-[a-zA-Z0-9]{2,8})*$/;
const MAX_LOCALE_LENGTH = 35;

/**
 * Checks the form of `locale` for `api.documents.strictParams` (docs/strapi/server.md, "Configuration").
 * @throws ValidationError
 */
export function checkLocale(value: ParamValue | undefined): void {
  const codes = listItems(value ?? null);
  if (codes === null && isObject(value)) {
    throw validationError(
      "Invalid parameter at 'locale'. Expected a string, array of strings, empty string, null, or undefined; received: object",
      { received: value },
    );
  }
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
