// In charge of the parameters that pick a version of a document: status, publicationFilter, locale.
import { validationError } from '../../base/errors.ts';
import {
  PUBLICATION_FILTERS,
  type LocaleChoice,
  type PublicationFilter,
  type QueryObject,
  type QueryValue,
  type Status,
} from '../params.ts';
import { isObject, listItems, shown } from './values.ts';

/**
 * Parses `status` (decision D8): absent or empty means published. `strict` is false for a type without
 * drafts, which ignores it. @throws ValidationError
 */
export function parseStatus(value: QueryValue | undefined, strict: boolean): Status {
  if (value === 'draft') return 'draft';
  if (value === undefined || value === null || value === '' || value === 'published' || !strict) {
    return 'published';
  }
  throw validationError(
    `Invalid parameter at 'status'. Expected 'published' or 'draft', received: ${shown(value)}`,
  );
}

/** Parses `publicationFilter`, or the older `hasPublishedVersion`. @throws ValidationError */
export function parsePublicationFilter(query: QueryObject): PublicationFilter | null {
  const value = query['publicationFilter'];
  if (value === undefined || value === null)
    return parseHasPublishedVersion(query['hasPublishedVersion']);
  const found = PUBLICATION_FILTERS.find((name) => name === value);
  if (found) return found;
  throw validationError(
    `Invalid value for 'publicationFilter'. Expected one of: ${PUBLICATION_FILTERS.join(', ')}.`,
    { source: 'query', param: 'publicationFilter' },
  );
}

function parseHasPublishedVersion(value: QueryValue | undefined): PublicationFilter | null {
  if (value === undefined || value === null) return null;
  if (value === 'true') return 'has-published-version-document';
  if (value === 'false') return 'never-published-document';
  throw validationError(
    "Invalid value for 'hasPublishedVersion'. Expected boolean or 'true'/'false' string.",
  );
}

/**
 * Parses `locale`. Only a list knows `*` and several locales; one document takes `*` literally.
 * @throws ValidationError
 */
export function parseLocale(value: QueryValue | undefined, list: boolean): LocaleChoice {
  if (value === undefined || value === null || value === '') return { kind: 'default' };
  if (list && value === '*') return { kind: 'any' };
  const codes = typeof value === 'string' ? [value] : localeItems(value);
  if (codes?.every(isCode) && (list || typeof value === 'string')) return { kind: 'some', codes };
  const received = isObject(value) ? '[object Object]' : shown(value);
  throw validationError(
    `Invalid locale param ${received} provided. Document locales must be strings.`,
  );
}

/** A list, or what a filter by `$in` or `$eq` lists. */
function localeItems(value: QueryValue): readonly QueryValue[] | null {
  const [operator, ...others] = isObject(value) ? Object.keys(value) : [];
  if (!isObject(value) || others.length > 0) return listItems(value);
  const given = value[operator ?? ''];
  if (operator === '$eq') return typeof given === 'string' ? [given] : null;
  if (operator === '$in') return typeof given === 'string' ? [given] : listItems(given);
  return listItems(value);
}

function isCode(value: QueryValue): value is string {
  return typeof value === 'string' && !value.includes('\0');
}

const LOCALE_FORM = /^[a-zA-Z]{2,3}(?:-[a-zA-Z0-9]{2,8})*$/;
const MAX_LOCALE_LENGTH = 35;

/** Checks the form of `locale` as `api.documents.strictParams` wants it (spec/read.md section 3). @throws ValidationError */
export function checkLocale(value: QueryValue | undefined): void {
  const codes = listItems(value ?? null) ?? [value];
  for (const code of codes) {
    if (typeof code !== 'string' || code === '' || code === '*') continue;
    const reason =
      code.length > MAX_LOCALE_LENGTH
        ? `Locale exceeds maximum length of ${MAX_LOCALE_LENGTH} characters`
        : 'Locale must be a valid BCP 47 format (e.g. en, en-US, zh-Hans)';
    if (LOCALE_FORM.test(code) && code.length <= MAX_LOCALE_LENGTH) continue;
    throw validationError(`Invalid parameter at 'locale'. ${reason}.`);
  }
}
