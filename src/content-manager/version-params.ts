// Parameters that select a version of entries: `status` and `locale` (docs/strapi/content-manager.md, "Entries").
import { invalidInput } from '../base/errors.ts';
import { isJsonObject } from '../base/json.ts';
import type { DocumentRow } from '../documents/rows/document-rows.ts';
import type { LocaleChoice, QueryObject, QueryValue, Status } from '../query/params.ts';
import type { ContentType } from '../schema/types.ts';

/** A version of entries of a type. */
export interface EntryVersion {
  readonly status: Status;
  /** Code; null for types without locales. */
  readonly locale: string | null;
}

/** The status of the version that administrators edit. */
export function editedStatus({ draftAndPublish }: Pick<ContentType, 'draftAndPublish'>): Status {
  return draftAndPublish ? 'draft' : 'published';
}

export interface RequestedVersion extends EntryVersion {
  readonly documentId: string;
}

/** Value of `locale` in lists of, and deletions in, all locales. */
export const ALL_LOCALES = '*';

/**
 * Parses `status` and `locale`. Entries of types without drafts are published.
 * @param defaultLocale Code
 * @throws ValidationError
 */
export function parseVersion(
  query: QueryObject,
  { localized, draftAndPublish }: ContentType,
  defaultLocale: string,
): EntryVersion {
  const status = parseStatus(query['status'] ?? null);
  return {
    status: draftAndPublish ? status : 'published',
    locale: localeOf(query, { localized }, defaultLocale),
  };
}

/** Parses `locale`; null for types without locales. @param defaultLocale Code @throws ValidationError */
export function localeOf(
  query: QueryObject,
  { localized }: Pick<ContentType, 'localized'>,
  defaultLocale: string,
): string | null {
  const locale = localeIn(query);
  return localized ? (locale ?? defaultLocale) : null;
}

/** Returns the value of `locale`, or null without one. @throws ValidationError unless it is a single string */
export function localeIn({ locale = null }: QueryObject): string | null {
  if (typeof locale === 'string') return locale === '' ? null : locale;
  if (locale === null) return null;
  const received = Array.isArray(locale) ? 'array' : 'object';
  throw invalidInput(['locale'], `Invalid input: expected string, received ${received}`);
}

/** Returns the codes in `locale`, or null without one. @throws ValidationError unless it is a string or a list of strings */
export function localesIn(query: QueryObject): readonly string[] | null {
  const { locale } = query;
  if (!Array.isArray(locale)) {
    const code = localeIn(query);
    return code === null ? null : [code];
  }
  const items: readonly unknown[] = locale;
  return items.map((item) => {
    if (typeof item === 'string') return item;
    throw invalidInput(['locale'], 'Invalid input');
  });
}

/** Adds the locale of the body, or its list of locales, to the query of a write that has none. */
export function withLocaleOf(body: unknown, query: QueryObject): QueryObject {
  const { locale = '' } = query;
  const named = isJsonObject(body) ? body['locale'] : undefined;
  if ((locale ?? '') !== '') return query;
  if (typeof named === 'string') return { ...query, locale: named };
  if (!Array.isArray(named)) return query;
  const items: readonly unknown[] = named;
  return { ...query, locale: items.map((item) => (typeof item === 'string' ? item : null)) };
}

/** Converts the locale of a version to that of a read. */
export function localeChoice({ locale }: Pick<EntryVersion, 'locale'>): LocaleChoice {
  return locale === null ? { kind: 'default' } : { kind: 'some', codes: [locale] };
}

/** @throws ValidationError for an invalid `status` in the body of a write, unless it is an attribute */
export function assertStatus({ attributes }: ContentType, body: unknown): void {
  const status = isJsonObject(body) ? body['status'] : undefined;
  if (status === undefined || attributes.has('status')) return;
  if (status !== 'draft' && status !== 'published')
    throw invalidInput(['status'], 'Invalid status');
}

/** Parses `status`; the default is `draft`. @throws ValidationError */
export function parseStatus(value: QueryValue): Status {
  if (value === null) return 'draft';
  if (value === 'draft' || value === 'published') return value;
  throw invalidInput(['status'], 'Invalid status');
}

/** Returns true for a row of a version. */
export function isRowOf(
  { draftAndPublish, localized }: ContentType,
  { status, locale }: EntryVersion,
  row: Pick<DocumentRow, 'isDraft' | 'locale'>,
): boolean {
  const isStatus = !draftAndPublish || row.isDraft === (status === 'draft');
  return isStatus && (!localized || row.locale === locale);
}
