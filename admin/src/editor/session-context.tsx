// The open entry, for the components of its form. Each follows only what it shows.
import { createContext, use, useCallback, useMemo, useSyncExternalStore } from 'react';
import { isJsonObject, type Json } from '../base/json.ts';
import { COMPONENT } from '../model/components.ts';
import type { Document, Path } from '../model/document.ts';
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
  return useValue(useMemo(() => [name], [name]));
}

/** Returns the value at a path, and follows it alone. */
export function useValue(path: Path): Json {
  const { store } = useEntrySession();
  const subscribe = useCallback(
    (notify: () => void) => store.subscribe(path, notify),
    [store, path],
  );
  return useSyncExternalStore(subscribe, () => store.read(path));
}

/** Returns the components at a path: their ids and names. What is in them is not followed. */
export function useShape(path: Path): Json {
  const { store } = useEntrySession();
  const subscribe = useCallback(
    (notify: () => void) => store.subscribe(path, notify),
    [store, path],
  );
  const text = useSyncExternalStore(subscribe, () => JSON.stringify(shapeOf(store.read(path))));
  return useMemo(() => JSON.parse(text) as Json, [text]);
}

function shapeOf(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(shapeOf);
  if (!isJsonObject(value)) return value;
  const { id = null, [COMPONENT]: component } = value;
  return { id, ...(component === undefined ? {} : { [COMPONENT]: component }) };
}

/** Returns the whole document, and follows every change. */
export function useDocument(): Document {
  const { store } = useEntrySession();
  const subscribe = useCallback((notify: () => void) => store.subscribe([], notify), [store]);
  return useSyncExternalStore(subscribe, () => store.current);
}
