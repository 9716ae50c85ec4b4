// A write operation: the state of one write from its check to its commit.
import type { ContentType } from '../schema/types.ts';
import type { Caller, ContentEvent, ContentEventKind, VersionRows } from './content-events.ts';
import type { RowCreators, RowValues } from './rows/entry-rows.ts';
import type { DocumentRow } from './rows/document-rows.ts';
import type { WriteContext } from './write-context.ts';
import type { PreparedRead } from '../query/prepared-read.ts';
import type { ResponseChanges, RowHooks } from './write-hooks.ts';

/** One write of documents of one type. */
export interface WriteOperation {
  readonly context: WriteContext;
  readonly type: ContentType;
  readonly by: Caller;
  /** Returns the administrators who are stored with a row. */
  readonly creatorsOf: (isNew: boolean) => RowCreators;
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

/** A document in a locale, and its rows. */
interface EventSubject extends Pick<DocumentRow, 'documentId' | 'locale'> {
  readonly rows: VersionRows;
}

/** Records an event of a write. */
export function recordEvent(
  { type, by, events }: Pick<WriteOperation, 'type' | 'by' | 'events'>,
  kind: ContentEventKind,
  { documentId, locale, rows }: EventSubject,
): void {
  events.push({ kind, uid: type.uid, documentId, locale, rows, by });
}

/** A row id as that of the draft or of the published row. */
export function versionRow({ draftAndPublish }: ContentType, row: number): VersionRows {
  return draftAndPublish ? { draft: row, published: null } : { draft: null, published: row };
}

/** Records an event for each locale of rows. @param rows Drafts and published rows of any locales */
export function recordEach(
  operation: Pick<WriteOperation, 'type' | 'by' | 'events'>,
  kind: ContentEventKind,
  rows: readonly DocumentRow[],
): void {
  const subjects = new Map<string, EventSubject>();
  for (const { id, documentId, locale, isDraft } of rows) {
    const key = JSON.stringify([documentId, locale]);
    const { draft = null, published = null } = subjects.get(key)?.rows ?? {};
    const row = isDraft ? { draft: draft ?? id, published } : { draft, published: published ?? id };
    subjects.set(key, { documentId, locale, rows: row });
  }
  for (const subject of subjects.values()) recordEvent(operation, kind, subject);
}
