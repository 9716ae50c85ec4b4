// Logical clock of changes: a value read before a change must not be cached after it.
import type { ChangedTables } from './change-feed.ts';

/** A point in time between changes. */
export type LogicalTime = number;

/** Records when each table changed last. */
export class ChangeClock {
  #now: LogicalTime = 0;
  #all: LogicalTime = -1;
  readonly #tables = new Map<string, LogicalTime>();

  get now(): LogicalTime {
    return this.#now;
  }

  /** Records a change. */
  tick(changed: ChangedTables): void {
    this.#now += 1;
    if (changed === null) {
      this.#all = this.#now;
      this.#tables.clear();
      return;
    }
    for (const table of changed) this.#tables.set(table, this.#now);
  }

  /** Returns true if none of the tables has changed since the moment. */
  isUnchangedSince(tables: ReadonlySet<string>, since: LogicalTime): boolean {
    if (this.#now === since) return true;
    if (this.#all > since) return false;
    for (const table of tables) if ((this.#tables.get(table) ?? 0) > since) return false;
    return true;
  }
}
