// In charge of the version of a document that is written, its locale and whether it is a draft, and of what follows
// from it (spec/lifecycle.md section 1).
import { AppError, validationError } from '../base/errors.ts';
import type { Status } from '../query/params.ts';
import type { PreparedRead } from '../query/read.ts';
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

/** The version that the answer of a write shows. */
export function versionOf(type: ContentType, { plan }: PreparedRead): Version {
  return { type, locale: plan.writtenLocale, status: plan.shape.status };
}

/** True for the row that a write changes: the draft where the type has drafts. */
export function isWrittenRow({ type, locale }: Version, row: DocumentRow): boolean {
  return (!type.draftAndPublish || row.isDraft) && (locale === null || row.locale === locale);
}

/** Where the links of the written row leave from. */
export function sourceOf({ type, locale }: Version): Source {
  return { draftAndPublish: type.draftAndPublish, locale };
}

/** Among which rows a value is unique. @param documentId Null: the document is not there yet */
export function scopeOf({ type, locale }: Version, documentId: string | null): UniqueScope {
  return { uid: type.uid, documentId, locale };
}

/** Values that no client gives. Every write of a type without drafts moves `publishedAt` too (spec/write.md section 1). */
export function systemValues({ type, locale }: Version, action: 'create' | 'update'): RowValues {
  const now = Date.now();
  const first = [['createdAt', now] as const, ['locale', locale] as const];
  return new Map<string, ColumnValue>([
    ...(action === 'create' ? first : []),
    ['updatedAt', now],
    ['publishedAt', type.draftAndPublish ? null : now],
  ]);
}

/** @throws NotImplementedError for a version that is published: drafts alone are written so far */
export function assertNotPublished({ type, status }: Version): void {
  if (!type.draftAndPublish || status === 'draft') return;
  throw notYet(
    `${type.displayName} has drafts, and they cannot be published yet: write with status=draft.`,
  );
}

/** @throws NotImplementedError where other locales of a document would have to follow */
export function assertAlone({ type }: Version, rows: readonly DocumentRow[]): void {
  if (new Set(rows.map(({ locale }) => locale)).size < 2) return;
  throw notYet(
    `This ${type.displayName} is there in several locales: these cannot be written yet.`,
  );
}

/** @throws ValidationError for a draft: all versions go, or none (decision D2); NotImplementedError for one of several locales */
export function assertDeleted({ type, status }: Version): void {
  if (type.draftAndPublish && status === 'draft') {
    throw validationError('A draft cannot be deleted alone: delete the document, without status.');
  }
  if (type.localized) throw notYet(`${type.displayName} has locales: it cannot be deleted yet.`);
}

/** 501 for what comes with the next releases. */
export function notYet(message: string): AppError {
  return new AppError('NotImplementedError', message);
}
