// In charge of the numbers of all rows of lists: each is counted once, and kept while none of the tables that it comes
// from changes.
import { LruMap } from '../base/lru-map.ts';
import { ChangeClock, type Moment } from '../storage/change-clock.ts';
import type { Database, Query } from '../storage/database.ts';

/** How many numbers are kept, and the longest statement with its values that one is kept of, in characters. */
const KEPT = 2000;
const MAX_KEY_LENGTH = 4000;

interface Total {
  readonly total: number;
  readonly since: Moment;
}

/** Numbers of rows. */
export class Totals {
  readonly #database: Pick<Database, 'version' | 'onChange'>;
  readonly #clock = new ChangeClock();
  readonly #kept = new LruMap<string, Total>(KEPT);

  constructor(database: Pick<Database, 'version' | 'onChange'>) {
    this.#database = database;
    database.onChange((changed) => this.#clock.tick(changed));
  }

  /** What is counted from now on may be kept. */
  get moment(): Moment {
    return this.#clock.now;
  }

  /** The number that a statement would give; null where it has to be asked. @param tables Names of those it counts in */
  known(query: Query, tables: ReadonlySet<string>): number | null {
    // Whoever committed: the clock has ticked when this returns.
    this.#database.version();
    const kept = this.#kept.get(keyOf(query));
    return kept && this.#clock.stands(tables, kept.since) ? kept.total : null;
  }

  /** Keeps a number. @param since The moment before the statement ran */
  keep(query: Query, total: number, since: Moment): void {
    const key = keyOf(query);
    if (key.length <= MAX_KEY_LENGTH) this.#kept.keep(key, { total, since });
  }
}

function keyOf({ sql, values }: Query): string {
  return values.length === 0
    ? sql
    : `${sql} ${values.map((value) => `${typeof value} ${String(value)}`).join('\u0000')}`;
}
