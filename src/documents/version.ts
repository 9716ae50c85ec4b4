// The version of a document that is written: its locale and whether it is a draft, and of what follows
// from it (docs/strapi/publishing.md, "Rows of a document").
import { validationError } from '../base/errors.ts';
import type { Status } from '../query/params.ts';
import type { PreparedRead } from '../query/prepared-read.ts';
import type { ContentType } from '../schema/types.ts';
import type { DocumentRow } from './document-rows.ts';
import type { RowValues } from './entry-rows.ts';
import type { ColumnValue } from './input.ts';
import type { Source } from './targets.ts';
import type { UniqueScope } from './unique.ts';

/** Which rows of a document a write is of. */
export interface Version {
  readonly type: ContentType;
  /** Null: the type has no locales. */
  readonly locale: string | null;
  /** What is asked for; of a type without drafts it is the one status that there is. */
  readonly status: Status;
}

/** The version that the answer of a write shows. @throws ValidationError where it names no locale rightly */
export function versionOf(type: ContentType, { plan }: PreparedRead): Version {
  const { writtenLocales, localeProblem } = plan;
  if (localeProblem !== null) throw validationError(localeProblem);
  const locale = Array.isArray(writtenLocales) ? String(writtenLocales[0]) : null;
  return { type, locale, status: plan.shape.status };
}

/** True where a write of a version leaves a published row behind that is a copy of the draft. */
export function isPublishing({ type, status }: Version): boolean {
  return type.draftAndPublish && status === 'published';
}

/** True for the row that a write changes: the draft where the type has drafts. */
export function isWrittenRow({ type, locale }: Version, row: DocumentRow): boolean {
  return (!type.draftAndPublish || row.isDraft) && (locale === null || row.locale === locale);
}

/**
 * The rows of a document that are in the locales that a write names; all of a type without locales, and where those that
 * match are meant.
 */
export function rowsInLocales<T extends Pick<DocumentRow, 'locale'>>(
  rows: readonly T[],
  { plan: { writtenLocales } }: PreparedRead,
): readonly T[] {
  if (writtenLocales === null || typeof writtenLocales === 'string') return rows;
  return rows.filter(({ locale }) => locale !== null && writtenLocales.includes(locale));
}

/** Where the links of the written row leave from. */
export function sourceOf({ type, locale }: Version): Source {
  return { draftAndPublish: type.draftAndPublish, locale };
}

/** Among which rows a value is unique. @param documentId Null: the document is not there yet */
export function scopeOf({ type, locale }: Version, documentId: string | null): UniqueScope {
  return { uid: type.uid, documentId, locale };
}

/**
 * Values that no client gives. Every write of a type without drafts moves `publishedAt` too (docs/strapi/writing.md,
 * "Requests and answers").
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

/** @throws ValidationError for a draft: all versions go, or none (docs/strapi/differences.md, D2) */
export function assertDeletable({ type, status }: Version): void {
  if (!type.draftAndPublish || status !== 'draft') return;
  throw validationError('A draft cannot be deleted alone: delete the document, without status.');
}
