// A write operation: the state of one write from its check to its commit.
import type { ContentType } from '../schema/types.ts';
import type { Caller, ContentEvent, ContentEventKind, VersionRows } from './content-events.ts';
import type { RowValues } from './entry-rows.ts';
import type { DocumentRow } from './document-rows.ts';
import type { WriteContext } from './write-context.ts';
import type { PreparedRead } from '../query/prepared-read.ts';
import type { ResponseChanges, RowHooks } from './write-hooks.ts';

/** One write of documents of one type. */
export interface WriteOperation {
  readonly context: WriteContext;
  readonly type: ContentType;
  readonly by: Caller;
  /** Row id of the administrator who is stored with the rows, or null. */
  readonly creator: number | null;
  /** When it began to wait for the database, by `performance.now()`; undefined: now. */
  readonly since: number | undefined;
  /** Hooks before and after its rows. */
  readonly hooks: RowHooks;
  /** The read for the response; null if there is none. */
  readonly responseRead: PreparedRead | null;
  /** Times set by a program instead of the current time. */
  readonly times: RowValues;
  /** Changes of hooks to the response, by row id. */
  readonly changes: Map<number, ResponseChanges>;
  /** The events so far, which are delivered after the commit. */
  readonly events: ContentEvent[];
}

/** A document in a locale. */
type EventSubject = Pick<DocumentRow, 'documentId' | 'locale'>;

/** Records an event of a write. */
export function recordEvent(
  { type, by, events }: Pick<WriteOperation, 'type' | 'by' | 'events'>,
  kind: ContentEventKind,
  { documentId, locale, ...rows }: EventSubject & Partial<VersionRows>,
): void {
  const { draft = null, published = null } = rows;
  events.push({ kind, uid: type.uid, documentId, locale, rows: { draft, published }, by });
}

/** A row id as that of the draft or of the published row. */
export function versionRow({ draftAndPublish }: ContentType, row: number): Partial<VersionRows> {
  return draftAndPublish ? { draft: row } : { published: row };
}

/** Records an event for each locale of rows. @param rows Drafts and published rows of any locales */
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
