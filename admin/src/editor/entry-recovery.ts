// Recovery: changes of an earlier visit that did not reach the server, and the record that the journal keeps.
import { changedFields } from '../model/changes.ts';
import type { FormStore } from '../model/form-store.ts';
import { journalRecord, recoverChanges, type JournalRecord } from '../model/journal.ts';
import type { EntryJournal } from './entry-journal.ts';
import type { EntryState } from './entry-state.ts';
import type { FormModel } from './form-model.ts';

/** Returns the record of an open entry in the journal, or null. @param earlier Changes that are neither restored nor discarded */
export function recordOf(
  store: FormStore,
  form: FormModel,
  earlier: JournalRecord | undefined,
): JournalRecord | null {
  const record = journalRecord(store, form.editable, Date.now());
  if (!earlier) return record;
  // The changes of an earlier visit stay until they are restored or discarded.
  if (!record) return earlier;
  return {
    base: { ...earlier.base, ...record.base },
    mine: { ...earlier.mine, ...record.mine },
    at: record.at,
  };
}

/** Returns the changes of an earlier visit; null if there are none or the server has them. */
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
