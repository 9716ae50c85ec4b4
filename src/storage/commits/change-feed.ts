// Publishes commits: caches subscribe and drop stale values before the response to a write is sent.
import type { RowCountDeltas } from './row-count-delta.ts';

/** Names of tables whose rows may have changed; null for all tables. */
export type ChangedTables = ReadonlySet<string> | null;

/**
 * Receives a commit. It must not throw.
 * @param deltas Changed row counts, for tables where they are known
 */
export type ChangeListener = (tables: ChangedTables, deltas: RowCountDeltas) => void;

const NO_DELTAS: RowCountDeltas = new Map();

/** Returns true if one of the tables may have changed. */
export function touches(changed: ChangedTables, tables: ReadonlySet<string>): boolean {
  if (changed === null) return true;
  for (const table of changed) if (tables.has(table)) return true;
  return false;
}

/**
 * Subscribes an object for as long as it is in use: a database outlives the servers on it, and must not keep their caches
 * in memory.
 * @param listener Must not capture the subscriber, which it receives
 */
export function subscribeWeakly<T extends object>(
  database: { readonly onChange: (listener: ChangeListener) => () => void },
  subscriber: T,
  listener: (subscriber: T, ...change: Parameters<ChangeListener>) => void,
): void {
  const reference = new WeakRef(subscriber);
  const unsubscribe = database.onChange((...change) => {
    const found = reference.deref();
    if (found) listener(found, ...change);
    else unsubscribe();
  });
}

/**
 * Commits as far as this process knows them. Tables that lose links through a foreign key are not named: a read of
 * such a link also reads a row at one of its ends.
 */
export class ChangeFeed {
  readonly #listeners = new Set<ChangeListener>();
  #version = 0;

  /** Changes with every commit. */
  get version(): number {
    return this.#version;
  }

  /** Notifies all subscribers before it returns. */
  emit(tables: ChangedTables, deltas: RowCountDeltas = NO_DELTAS): void {
    if (tables?.size === 0) return;
    this.#version += 1;
    for (const listener of this.#listeners) listener(tables, deltas);
  }

  /** @returns a function that unsubscribes */
  subscribe(listener: ChangeListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
