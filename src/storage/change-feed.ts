// In charge of telling what was committed: whoever keeps something that was read from the database listens, and drops
// what is not true any more before anybody is answered.
import type { Tallies } from './tally.ts';

/** Names of the tables whose rows may have changed; null: any of them. */
export type ChangedTables = ReadonlySet<string> | null;

/**
 * Is told of a commit. It must not throw.
 * @param tallies Which rows came and went, for those of the tables of which that is known
 */
export type ChangeListener = (tables: ChangedTables, tallies: Tallies) => void;

const NO_TALLIES: Tallies = new Map();

/** True where one of the tables may have changed. */
export function touches(changed: ChangedTables, tables: ReadonlySet<string>): boolean {
  if (changed === null) return true;
  for (const table of changed) if (tables.has(table)) return true;
  return false;
}

/**
 * Commits, as far as this process knows of them. What another table loses by a foreign key is not named: whoever reads
 * such a link reads the row that it leads from, or to, as well.
 */
export class ChangeFeed {
  readonly #listeners = new Set<ChangeListener>();
  #version = 0;

  /** Moves with everything that is told. */
  get version(): number {
    return this.#version;
  }

  /** Tells everybody, before it returns. */
  tell(tables: ChangedTables, tallies: Tallies = NO_TALLIES): void {
    if (tables?.size === 0) return;
    this.#version += 1;
    for (const listener of this.#listeners) listener(tables, tallies);
  }

  /** @returns what ends it */
  listen(listener: ChangeListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
