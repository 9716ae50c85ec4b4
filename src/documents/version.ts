// The version of a document that is written: its locale and status (docs/strapi/publishing.md, "Rows of a document").
import { validationError } from '../base/errors.ts';
import type { Status } from '../query/params.ts';
import type { PreparedRead } from '../query/prepared-read.ts';
import type { ContentType } from '../schema/types.ts';
import type { DocumentRow } from './rows/document-rows.ts';
import type { RowValues } from './rows/entry-rows.ts';
import type { ColumnValue } from './input.ts';
import type { LinkSource } from './links/targets.ts';
import type { UniqueScope } from './validation/unique.ts';

/** The version of a document that a write changes. */
export interface Version {
  readonly type: ContentType;
  /** Null if the type has no locales. */
  readonly locale: string | null;
  /** The requested status; a type without drafts has only one. */
  readonly status: Status;
}

/** The version in the response to a write. @throws ValidationError for an invalid locale */
export function versionOf(type: ContentType, { plan }: PreparedRead): Version {
  const { writtenLocales, localeProblem } = plan;
  if (localeProblem !== null) throw validationError(localeProblem);
  const locale = Array.isArray(writtenLocales) ? String(writtenLocales[0]) : null;
  return { type, locale, status: plan.shape.status };
}

/** True if a write of the version publishes the draft. */
export function isPublishing({ type, status }: Version): boolean {
  return type.draftAndPublish && status === 'published';
}

/** True for the row that a write changes: the draft if the type has drafts. */
export function isWrittenRow({ type, locale }: Version, row: DocumentRow): boolean {
  return (!type.draftAndPublish || row.isDraft) && (locale === null || row.locale === locale);
}

/**
 * The rows of a document in the locales of a write; all rows if the type has no locales or the write filters rows.
 */
export function rowsInLocales<T extends Pick<DocumentRow, 'locale'>>(
  rows: readonly T[],
  { plan: { writtenLocales } }: PreparedRead,
): readonly T[] {
  if (writtenLocales === null || typeof writtenLocales === 'string') return rows;
  return rows.filter(({ locale }) => locale !== null && writtenLocales.includes(locale));
}

/** The source of the links of the written row. */
export function sourceOf({ type, locale }: Version): LinkSource {
  return { draftAndPublish: type.draftAndPublish, locale };
}

/** The scope of unique values. @param documentId Null for a new document */
export function scopeOf({ type, locale }: Version, documentId: string | null): UniqueScope {
  return { uid: type.uid, documentId, locale };
}

/**
 * Values that clients cannot set. Every write of a type without drafts also updates `publishedAt` (docs/strapi/writing.md,
 * "Requests and responses").
 */
export function systemValues({ type, locale }: Version, action: 'create' | 'update'): RowValues {
  const now = Date.now();
  const first = [['createdAt', now] as const, ['locale', locale] as const];
  return new Map<string, ColumnValue>([
    ...(action === 'create' ? first : []),
    ['updatedAt', now],
    ['publishedAt', type.draftAndPublish ? null : now],
  ]);
}

/** @throws ValidationError for a draft: all versions are deleted, or none (docs/strapi/differences.md, D2) */
export function assertDeletable({ type, status }: Version): void {
  if (!type.draftAndPublish || status !== 'draft') return;
  throw validationError('A draft cannot be deleted alone: delete the document, without status.');
}
