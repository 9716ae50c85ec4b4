// State of an open entry, as components show it. Values of fields are in the form store.
import type { Merge } from '../model/changes.ts';
import type { JournalRecord } from '../model/journal.ts';
import { NEW_ENTRY, type EntryInfo } from './entry-info.ts';

/** How far the changes are on their way to the server. */
export type SaveState =
  | 'clean'
  | 'changed'
  | 'saving'
  /** The server cannot be reached; it is tried again. */
  | 'offline'
  /** The server refused the values. */
  | 'refused'
  /** Some values are invalid and not sent; all others are saved. */
  | 'partly'
  /** Two people changed the same field. */
  | 'conflict'
  /** Another user deleted the entry. */
  | 'gone';

/** State of an open entry. */
export interface EntryState {
  /** Null for a new entry and for single types. */
  readonly documentId: string | null;
  /** Whether the server has the entry. */
  readonly isStored: boolean;
  readonly info: EntryInfo;
  readonly save: SaveState;
  /** What the server said when it refused; empty otherwise. */
  readonly refusal: string;
  /** What the server found wrong, by the names on the way to the value, joined by dots. */
  readonly serverIssues: Readonly<Record<string, readonly string[]>>;
  /** Whether fields show what a publication needs. */
  readonly showsFaults: boolean;
  readonly conflict: Merge | null;
  /** Changes of an earlier visit that are not on the server. */
  readonly recovered: { readonly record: JournalRecord; readonly merge: Merge } | null;
}

/** The state before anything happened. */
export const FIRST_STATE: EntryState = {
  documentId: null,
  isStored: false,
  info: NEW_ENTRY,
  save: 'clean',
  refusal: '',
  serverIssues: {},
  showsFaults: false,
  conflict: null,
  recovered: null,
};

/** A value that components follow. */
export class Observable<Value> {
  #value: Value;
  readonly #listeners = new Set<() => void>();

  constructor(value: Value) {
    this.#value = value;
  }

  get = (): Value => this.#value;

  /** Calls a function at each change. Returns a function that ends this. */
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
