// State of an open entry for components. Field values are in the form store.
import type { Merge } from '../model/changes.ts';
import type { JournalRecord } from '../model/journal.ts';
import { NEW_ENTRY, type EntryInfo } from './entry-info.ts';

/** Save status. */
export type SaveState =
  | 'clean'
  | 'changed'
  | 'saving'
  /** The server cannot be reached; the save is retried. */
  | 'offline'
  /** The server rejected the values. */
  | 'rejected'
  /** Invalid values are not sent; all others are saved. */
  | 'partly'
  /** Two users changed the same field. */
  | 'conflict'
  /** Another user deleted the entry. */
  | 'gone';

/** State of an open entry. */
export interface EntryState {
  /** Null for a new entry and for single types. */
  readonly documentId: string | null;
  /** True if the entry exists on the server. */
  readonly isStored: boolean;
  readonly info: EntryInfo;
  readonly save: SaveState;
  /** Error message of the server, or empty. */
  readonly rejection: string;
  /** Validation errors by path, joined by dots. */
  readonly serverIssues: Readonly<Record<string, readonly string[]>>;
  /** True if fields show issues that prevent a publication. */
  readonly showsFaults: boolean;
  readonly conflict: Merge | null;
  /** Unsaved changes of an earlier visit. */
  readonly recovered: { readonly record: JournalRecord; readonly merge: Merge } | null;
}

/** Initial state. */
export const FIRST_STATE: EntryState = {
  documentId: null,
  isStored: false,
  info: NEW_ENTRY,
  save: 'clean',
  rejection: '',
  serverIssues: {},
  showsFaults: false,
  conflict: null,
  recovered: null,
};

/** An observable value. */
export class Observable<Value> {
  #value: Value;
  readonly #listeners = new Set<() => void>();

  constructor(value: Value) {
    this.#value = value;
  }

  get = (): Value => this.#value;

  /** Subscribes to changes. Returns a function that unsubscribes. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  set(value: Value): void {
    if (value === this.#value) return;
    this.#value = value;
    for (const listener of this.#listeners) listener();
  }
}
