// A write operation: what is known of one write while it runs, from its check to its commit.
import type { ContentType } from '../schema/types.ts';
import type { Caller, ContentEvent, ContentEventKind, VersionRows } from './content-events.ts';
import type { RowValues } from './entry-rows.ts';
import type { DocumentRow } from './document-rows.ts';
import type { WriteContext } from './write-context.ts';
import type { PreparedRead } from '../query/prepared-read.ts';
import type { AnswerChanges, RowHooks } from './write-hooks.ts';

/** One write, of documents of one type. */
export interface WriteOperation {
  readonly context: WriteContext;
  readonly type: ContentType;
  readonly by: Caller;
  /** Row id of the administrator who is stored with the rows; null: nobody is. */
  readonly creator: number | null;
  /** What runs before and after its rows. */
  readonly hooks: RowHooks;
  /** How the written entries are answered; null: they are not. */
  readonly answer: PreparedRead | null;
  /** Times that a program sets instead of the current one. */
  readonly times: RowValues;
  /** What hooks change in the answer, by the ids of rows. */
  readonly changes: Map<number, AnswerChanges>;
  /** What it has done so far; handed out when its transaction is committed. */
  readonly events: ContentEvent[];
}

/** A document in a locale. */
type EventSubject = Pick<DocumentRow, 'documentId' | 'locale'>;

/** Notes what a write has done. */
export function recordEvent(
  { type, by, events }: Pick<WriteOperation, 'type' | 'by' | 'events'>,
  kind: ContentEventKind,
  { documentId, locale, ...rows }: EventSubject & Partial<VersionRows>,
): void {
  const { draft = null, published = null } = rows;
  events.push({ kind, uid: type.uid, documentId, locale, rows: { draft, published }, by });
}

/** A row as the one of its version. */
export function versionRow({ draftAndPublish }: ContentType, row: number): Partial<VersionRows> {
  return draftAndPublish ? { draft: row } : { published: row };
}

/** Notes something of each locale of rows. @param rows Drafts and published rows of any locales */
export function recordEach(
  operation: Pick<WriteOperation, 'type' | 'by' | 'events'>,
  kind: ContentEventKind,
  rows: readonly DocumentRow[],
): void {
  const subjects = new Map<string, EventSubject & { draft?: number; published?: number }>();
  for (const { id, documentId, locale, isDraft } of rows) {
    const key = JSON.stringify([documentId, locale]);
    const subject = subjects.get(key) ?? { documentId, locale };
    subjects.set(key, subject);
    subject[isDraft ? 'draft' : 'published'] ??= id;
  }
  for (const subject of subjects.values()) recordEvent(operation, kind, subject);
}
