// Journal: unsaved changes, stored on this device.
import type { Json } from '../base/json.ts';
import { changedFields, mergeFields, type Merge } from './changes.ts';
import type { Document } from './document.ts';

/** Changes of one document. */
export interface JournalRecord {
  /** Values of the changed fields on the server. */
  readonly base: Readonly<Record<string, Json>>;
  /** Their current values. */
  readonly mine: Readonly<Record<string, Json>>;
  /** Time of the last keystroke, in milliseconds. */
  readonly at: number;
}

/** Returns the key of a record, which includes the user: changes are never shown to other users. */
export function journalKey(parts: {
  readonly adminId: string;
  readonly uid: string;
  /** Null for a new document. */
  readonly documentId: string | null;
  readonly locale: string | null;
}): string {
  return JSON.stringify([parts.adminId, parts.uid, parts.documentId, parts.locale]);
}

/** Returns the record of a form, or null without changes. @param at In milliseconds */
export function journalRecord(
  { base, current }: { readonly base: Document; readonly current: Document },
  fields: readonly string[],
  at: number,
): JournalRecord | null {
  const changed = changedFields(base, current, fields);
  if (changed.length === 0) return null;
  return { base: pick(base, changed), mine: pick(current, changed), at };
}

/**
 * Returns the changes of a record that the server does not have yet, or null.
 * Conflicts are fields that another user has changed in the meantime.
 */
export function recoverChanges(
  record: JournalRecord,
  server: Document,
  fields: readonly string[],
): Merge | null {
  const merge = mergeFields(
    { base: { ...server, ...record.base }, mine: { ...server, ...record.mine }, theirs: server },
    fields.filter((field) => Object.hasOwn(record.mine, field)),
  );
  return changedFields(server, merge.merged, fields).length === 0 ? null : merge;
}

function pick(document: Document, fields: readonly string[]): Readonly<Record<string, Json>> {
  return Object.fromEntries(fields.map((field) => [field, document[field] ?? null]));
}
