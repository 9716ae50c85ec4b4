// The open entry, for the components of its form. Each follows only what it shows.
import { createContext, use, useCallback, useSyncExternalStore } from 'react';
import type { Json } from '../base/json.ts';
import type { Document } from '../model/document.ts';
import type { EntrySession } from './entry-session.ts';
import type { EntryState } from './entry-state.ts';

/** Passes the open entry to components. */
export const SessionContext = createContext<EntrySession | null>(null);

/** Returns the open entry. */
export function useEntrySession(): EntrySession {
  const session = use(SessionContext);
  if (session === null) throw new Error('No SessionContext.');
  return session;
}

/** Returns a part of the state, and follows it alone. The part must be a value or always the same object. */
export function useEntryState<Part>(pick: (state: EntryState) => Part): Part {
  const { state } = useEntrySession();
  return useSyncExternalStore(state.subscribe, () => pick(state.get()));
}

/** Returns the value of a field, and follows it alone. */
export function useFieldValue(name: string): Json {
  const { store } = useEntrySession();
  const subscribe = useCallback(
    (notify: () => void) => store.subscribe([name], notify),
    [store, name],
  );
  return useSyncExternalStore(subscribe, () => store.read([name]));
}

/** Returns the whole document, and follows every change. */
export function useDocument(): Document {
  const { store } = useEntrySession();
  const subscribe = useCallback((notify: () => void) => store.subscribe([], notify), [store]);
  return useSyncExternalStore(subscribe, () => store.current);
}
