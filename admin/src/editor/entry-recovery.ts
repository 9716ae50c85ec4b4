// Recovers unsaved changes of an earlier visit from the journal.
import { changedFields } from '../model/changes.ts';
import type { FormStore } from '../model/form-store.ts';
import { journalRecord, recoverChanges, type JournalRecord } from '../model/journal.ts';
import type { EntryJournal } from './entry-journal.ts';
import type { EntryState } from './entry-state.ts';
import type { FormModel } from './form-model.ts';

/** Returns the journal record of an open entry, or null. @param earlier Changes that are neither restored nor discarded */
export function recordOf(
  store: FormStore,
  form: FormModel,
  earlier: JournalRecord | undefined,
): JournalRecord | null {
  const record = journalRecord(store, form.editable, Date.now());
  if (!earlier) return record;
  // Earlier changes stay until they are restored or discarded.
  if (!record) return earlier;
  return {
    base: { ...earlier.base, ...record.base },
    mine: { ...earlier.mine, ...record.mine },
    at: record.at,
  };
}

/** Returns unsaved changes of an earlier visit; null without any. */
export async function findRecovered(
  journal: EntryJournal,
  store: FormStore,
  form: FormModel,
): Promise<EntryState['recovered']> {
  const record = await journal.read();
  if (record === null || changedFields(store.base, store.current, form.editable).length > 0)
    return null;
  const base = form.carry({ ...store.base, ...record.base }, store.base);
  store.rebase(base, base);
  const merge = recoverChanges(record, store.base, form.editable);
  if (merge !== null) return { record, merge };
  journal.clear();
  return null;
}
