// In charge of knowing what changed since a moment: what was read before a change and arrives after it must not be kept.
import type { ChangedTables } from './change-feed.ts';

/** A point between changes. */
export type Moment = number;

/** Remembers when each table changed for the last time. */
export class ChangeClock {
  #now: Moment = 0;
  #all: Moment = -1;
  readonly #tables = new Map<string, Moment>();

  get now(): Moment {
    return this.#now;
  }

  /** Something changes. */
  tick(changed: ChangedTables): void {
    this.#now += 1;
    if (changed === null) {
      this.#all = this.#now;
      this.#tables.clear();
      return;
    }
    for (const table of changed) this.#tables.set(table, this.#now);
  }

  /** True where none of the tables has changed after the moment. */
  stands(tables: ReadonlySet<string>, since: Moment): boolean {
    if (this.#now === since) return true;
    if (this.#all > since) return false;
    for (const table of tables) if ((this.#tables.get(table) ?? 0) > since) return false;
    return true;
  }
}
