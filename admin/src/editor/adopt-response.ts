// Merges a response of the server into the form, and converts its validation errors to messages.
import type { EntryResponse } from '../api/content.ts';
import { ApiError } from '../api/errors.ts';
import { storedIds, withStoredIds } from '../model/components.ts';
import type { Document } from '../model/document.ts';
import type { FormStore } from '../model/form-store.ts';
import { parseEntryInfo, withLocalesOf, type EntryInfo } from './entry-info.ts';
import type { EntryState } from './entry-state.ts';
import type { FormModel } from './form-model.ts';

/** Context of a response. */
export interface Adoption {
  /** The form document at the time of the request. */
  readonly snapshot: Document;
  readonly sent: readonly string[];
  /** True to drop other loaded data. */
  readonly isFresh?: boolean;
}

/** Adopts the response; changes since the request, and values that were not sent, stay. */
export function adoptEntry(
  store: FormStore,
  form: FormModel,
  { response, snapshot, sent, isFresh = false }: Adoption & { readonly response: EntryResponse },
): void {
  const { base: before, current } = store;
  const parsed = form.parse(response.entry);
  const base = isFresh ? parsed : form.carry(snapshot, parsed);
  const kept = form.editable.filter(
    (name) =>
      current[name] !== snapshot[name] || (!sent.includes(name) && current[name] !== before[name]),
  );
  const ids = storedIds(snapshot, base);
  store.rebase(base, {
    ...base,
    ...Object.fromEntries(kept.map((name) => [name, withStoredIds(current[name] ?? null, ids)])),
  });
}

/** Responses to writes may lack the published version and other locales. A new locale is created by an update. */
export function nextInfo(known: EntryInfo, response: EntryResponse, hasDrafts: boolean): EntryInfo {
  const info = withLocalesOf(known, parseEntryInfo(response, hasDrafts));
  if (Object.hasOwn(response.meta, 'availableStatus') || known.published === null) return info;
  return { ...info, published: known.published, status: info.status && 'modified' };
}

/** Returns the state after a validation error; null for other errors. */
export function rejectionState(error: unknown): Partial<EntryState> | null {
  if (!(error instanceof ApiError)) return null;
  const issues: Record<string, readonly string[]> = {};
  for (const { path, message } of error.issues) {
    const name = path.join('.');
    issues[name] = [...(issues[name] ?? []), message];
  }
  return { save: 'rejected', rejection: error.message, serverIssues: issues };
}
