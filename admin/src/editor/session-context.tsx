// Context of the open entry. Components subscribe only to what they show.
import { createContext, use, useCallback, useMemo, useSyncExternalStore } from 'react';
import { isJsonObject, type Json } from '../base/json.ts';
import { COMPONENT } from '../model/components.ts';
import type { Document, Path } from '../model/document.ts';
import type { EntrySession } from './entry-session.ts';
import type { EntryState } from './entry-state.ts';

/** Context that provides the open entry. */
export const SessionContext = createContext<EntrySession | null>(null);

/** Returns the open entry. */
export function useEntrySession(): EntrySession {
  const session = use(SessionContext);
  if (session === null) throw new Error('No SessionContext.');
  return session;
}

/** Selects a part of the state. The result must be a primitive or a stable object. */
export function useEntryState<Part>(pick: (state: EntryState) => Part): Part {
  const { state } = useEntrySession();
  return useSyncExternalStore(state.subscribe, () => pick(state.get()));
}

/** Returns the value of a field and subscribes to it. */
export function useFieldValue(name: string): Json {
  return useValue(useMemo(() => [name], [name]));
}

/** Returns the value at a path and subscribes to it. */
export function useValue(path: Path): Json {
  const { store } = useEntrySession();
  const subscribe = useCallback(
    (notify: () => void) => store.subscribe(path, notify),
    [store, path],
  );
  return useSyncExternalStore(subscribe, () => store.read(path));
}

/** Returns ids and uids of the components at a path, without subscribing to their fields. */
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

/** Returns the whole document and subscribes to all changes. */
export function useDocument(): Document {
  const { store } = useEntrySession();
  const subscribe = useCallback((notify: () => void) => store.subscribe([], notify), [store]);
  return useSyncExternalStore(subscribe, () => store.current);
}
