// Metadata of an entry: status, last change and its author.
import { isJsonObject, objectsOf, stringOr, type JsonObject } from '../base/json.ts';
import { parseTime } from '../base/time.ts';
import type { EntryResponse } from '../api/content.ts';

/** Status; null for types without drafts and for new entries. */
export type EntryStatus = 'draft' | 'modified' | 'published';

/** Last change of a version. */
export interface VersionInfo {
  readonly at: Date | null;
  /** Name of the author; empty if unknown. */
  readonly by: string;
}

/** Route of an entry of a collection type. */
export interface EntryAddress {
  readonly to: '/content-manager/collection-types/$uid/$documentId';
  readonly params: { readonly uid: string; readonly documentId: string };
  readonly search: { readonly locale?: string };
}

/** Returns the address of an entry. @param locale Null for the default locale */
export function entryAddress(uid: string, documentId: string, locale: string | null): EntryAddress {
  return {
    to: '/content-manager/collection-types/$uid/$documentId',
    params: { uid, documentId },
    search: locale === null ? {} : { locale },
  };
}

/** Metadata of an entry. */
export interface EntryInfo {
  readonly status: EntryStatus | null;
  readonly saved: VersionInfo | null;
  /** Null if it is not published. */
  readonly published: VersionInfo | null;
  /** Codes of other existing locales. */
  readonly otherLocales: readonly string[];
}

/** Metadata of an entry that is not stored yet. */
export const NEW_ENTRY: EntryInfo = {
  status: null,
  saved: null,
  published: null,
  otherLocales: [],
};

/** Parses the metadata of an entry. @param hasDrafts True if the type has drafts */
export function parseEntryInfo({ entry, meta }: EntryResponse, hasDrafts: boolean): EntryInfo {
  const [other] = objectsOf(meta['availableStatus']);
  const published =
    hasDrafts && other ? { at: parseTime(other['publishedAt']), by: nameIn(other) } : null;
  return {
    status: hasDrafts ? statusOf(entry, published !== null) : null,
    saved: { at: parseTime(entry['updatedAt']), by: nameIn(entry) },
    published,
    otherLocales: otherLocalesOf(meta),
  };
}

/** Returns the codes of other locales in a response. */
export function otherLocalesOf(meta: JsonObject): readonly string[] {
  return objectsOf(meta['availableLocales']).flatMap(({ locale }) =>
    typeof locale === 'string' ? [locale] : [],
  );
}

/** Parses a status, which responses to writes may lack. */
export function statusOf(entry: JsonObject, isPublished: boolean): EntryStatus {
  const { status } = entry;
  if (status === 'draft' || status === 'modified' || status === 'published') return status;
  return isPublished ? 'modified' : 'draft';
}

/** Returns the name of the last author of a version. */
export function nameIn(entry: JsonObject): string {
  const administrator = entry['updatedBy'];
  if (!isJsonObject(administrator)) return '';
  const name = [stringOr(administrator['firstname'], ''), stringOr(administrator['lastname'], '')];
  return (
    name.filter(Boolean).join(' ') ||
    stringOr(administrator['username'] ?? administrator['email'], '')
  );
}

/** Returns the initial metadata. @param loaded Null for a new entry; without values for a new locale */
export function firstInfo(loaded: EntryResponse | null, hasDrafts: boolean): EntryInfo {
  if (loaded === null) return NEW_ENTRY;
  return Object.keys(loaded.entry).length > 0
    ? parseEntryInfo(loaded, hasDrafts)
    : { ...NEW_ENTRY, otherLocales: otherLocalesOf(loaded.meta) };
}

/** Keeps other locales, which responses to writes do not contain. */
export function withLocalesOf(known: EntryInfo, info: EntryInfo): EntryInfo {
  return info.otherLocales.length > 0 ? info : { ...info, otherLocales: known.otherLocales };
}
