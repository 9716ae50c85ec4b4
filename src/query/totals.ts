// Totals of lists: each is counted once, and kept while none of the tables that it comes
// from changes. Those that only locale and version decide about move with our own commits, which say what came and went.
import { LruMap } from '../base/lru-map.ts';
import { ChangeClock, type Moment } from '../storage/change-clock.ts';
import type { Database, Query } from '../storage/database.ts';
import { RowCountDelta, type CountedRows } from '../storage/row-count-delta.ts';

/** How many numbers are kept, and the longest statement with its values that one is kept of, in characters. */
const KEPT = 2000;
const MAX_KEY_LENGTH = 4000;

/** A number that is asked for. */
export interface Counting {
  readonly query: Query;
  /** Names of the tables that it counts in. */
  readonly tables: ReadonlySet<string>;
  /** The rows that it counts; null where more than their locale and version decides. */
  readonly rows: CountedRows | null;
}

interface Total {
  /** Less what had come and gone in all until then. */
  readonly number: number;
  readonly since: Moment;
}

type Source = Pick<Database, 'version' | 'onChange' | 'isCommitting'>;

/** Numbers of rows. */
export class Totals {
  readonly #database: Source;
  /** Of all changes, and of those of which it is not known what came and went. */
  readonly #changes = new ChangeClock();
  readonly #doubts = new ChangeClock();
  /** What came and went in all, by table. */
  readonly #deltas = new Map<string, RowCountDelta>();
  readonly #kept = new LruMap<string, Total>(KEPT);

  constructor(database: Source) {
    this.#database = database;
    database.onChange((changed, deltas) => {
      this.#changes.tick(changed);
      this.#doubts.tick(changed && new Set([...changed].filter((table) => !deltas.has(table))));
      for (const [table, delta] of deltas) this.#deltaOf(table).merge(delta);
    });
  }

  /** Forgets what is not true any more, whoever committed. @returns a moment: what is read from now on may be kept */
  look(): Moment {
    this.#database.version();
    return this.#changes.now;
  }

  /** The number that a statement would give, as of the last look; null where it has to be asked. */
  known(counting: Counting): number | null {
    const { tables, rows } = counting;
    const kept = this.#kept.get(keyOf(counting));
    const clock = rows ? this.#doubts : this.#changes;
    return kept && clock.isUnchangedSince(tables, kept.since)
      ? kept.number + this.#movedBy(rows)
      : null;
  }

  /** Keeps a number. @param since The moment before anything was read in its snapshot */
  keep(counting: Counting, total: number, since: Moment): void {
    const { tables, rows } = counting;
    const key = keyOf(counting);
    if (key.length > MAX_KEY_LENGTH || !this.#changes.isUnchangedSince(tables, since)) return;
    // What is committed right now may be in the number or not, and will be added to it.
    if (rows && this.#database.isCommitting) return;
    const clock = rows ? this.#doubts : this.#changes;
    this.#kept.set(key, { number: total - this.#movedBy(rows), since: clock.now });
  }

  /** True where the number that was known at a moment is still the same. */
  isUnchangedSince({ tables }: Counting, since: Moment): boolean {
    return this.#changes.isUnchangedSince(tables, since);
  }

  #movedBy(rows: CountedRows | null): number {
    return rows ? this.#deltaOf(rows.table).of(rows) : 0;
  }

  #deltaOf(table: string): RowCountDelta {
    const known = this.#deltas.get(table);
    if (known) return known;
    const delta = new RowCountDelta();
    this.#deltas.set(table, delta);
    return delta;
  }
}

/** A filter may ask for the same in the same words: its number is another one, which does not move. */
function keyOf({ query: { sql, values }, rows }: Counting): string {
  const key = rows ? `moving ${sql}` : sql;
  return values.length === 0
    ? key
    : `${key} ${values.map((value) => `${typeof value} ${String(value)}`).join('\u0000')}`;
}
