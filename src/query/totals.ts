// Cache of list totals. A total is valid until one of its tables changes. A total that depends only on locale and version is
// updated by our own commits, which report their changes to row counts.
import { LruMap } from '../base/lru-map.ts';
import { ChangeClock, type LogicalTime } from '../storage/commits/change-clock.ts';
import { subscribeWeakly } from '../storage/commits/change-feed.ts';
import type { Database } from '../storage/database.ts';
import type { Query } from '../storage/session.ts';
import { RowCountDelta, type CountedRows } from '../storage/commits/row-count-delta.ts';

/** Bytes of a total and the moment since which it is valid. */
const BYTES_OF_TOTAL = 80;

/** Totals of longer statements, with their values, are not cached; in characters. */
const MAX_KEY_LENGTH = 4000;

/** A total to be counted. */
export interface CountQuery {
  readonly query: Query;
  /** Names of the tables that the statement uses. */
  readonly tables: ReadonlySet<string>;
  /** The counted rows; null if they depend on more than locale and version. */
  readonly rows: CountedRows | null;
}

interface CachedTotal {
  /** The total minus the delta of its rows at that moment. */
  readonly number: number;
  readonly since: LogicalTime;
}

type Source = Pick<Database, 'version' | 'onChange' | 'isCommitting'>;

/** The part of `Totals` that a read needs. */
export type TotalsCache = Pick<Totals, 'refresh' | 'get' | 'store'>;

/** A cache that contains one total, or none, and stores nothing: for a read whose total is decided elsewhere. */
export function fixedTotal(total: number | null): TotalsCache {
  return { refresh: () => 0, get: () => total, store: () => undefined };
}

/** Caches totals. */
export class Totals {
  readonly #database: Source;
  /** All changes. */
  readonly #changes = new ChangeClock();
  /** Changes without a known delta. */
  readonly #unknownChanges = new ChangeClock();
  /** The sum of all known deltas, by table. */
  readonly #deltas = new Map<string, RowCountDelta>();
  readonly #cache = new LruMap<string, CachedTotal>('totals', () => BYTES_OF_TOTAL);

  constructor(database: Source) {
    this.#database = database;
    subscribeWeakly(database, this, (totals, changed, deltas) => {
      totals.#changes.tick(changed);
      totals.#unknownChanges.tick(
        changed && new Set([...changed].filter((table) => !deltas.has(table))),
      );
      for (const [table, delta] of deltas) totals.#deltaOf(table).merge(delta);
    });
  }

  /** Applies the changes of all commits, including those of other processes. @returns the current moment */
  refresh(): LogicalTime {
    this.#database.version();
    return this.#changes.now;
  }

  /** The cached total as of the last refresh; null if it must be counted. */
  get(counting: CountQuery): number | null {
    const { tables, rows } = counting;
    const total = this.#cache.get(keyOf(counting));
    const clock = rows ? this.#unknownChanges : this.#changes;
    return total && clock.isUnchangedSince(tables, total.since)
      ? total.number + this.#deltaFor(rows)
      : null;
  }

  /** Caches a total. @param since A moment before the snapshot in which it was counted */
  store(counting: CountQuery, total: number, since: LogicalTime): void {
    const { tables, rows } = counting;
    const key = keyOf(counting);
    if (key.length > MAX_KEY_LENGTH || !this.#changes.isUnchangedSince(tables, since)) return;
    // The total may already include a commit in progress, whose delta would be added again.
    if (rows && this.#database.isCommitting) return;
    const clock = rows ? this.#unknownChanges : this.#changes;
    this.#cache.set(key, { number: total - this.#deltaFor(rows), since: clock.now });
  }

  /** True if no table of a total has changed since a moment. */
  isUnchangedSince({ tables }: CountQuery, since: LogicalTime): boolean {
    return this.#changes.isUnchangedSince(tables, since);
  }

  #deltaFor(rows: CountedRows | null): number {
    return rows ? this.#deltaOf(rows.table).of(rows) : 0;
  }

  #deltaOf(table: string): RowCountDelta {
    const existing = this.#deltas.get(table);
    if (existing) return existing;
    const delta = new RowCountDelta();
    this.#deltas.set(table, delta);
    return delta;
  }
}

/** The cache key. Totals with and without a delta may have the same statement, so they need different keys. */
function keyOf({ query: { sql, values }, rows }: CountQuery): string {
  const key = rows ? `delta ${sql}` : sql;
  return values.length === 0
    ? key
    : `${key} ${values.map((value) => `${typeof value} ${String(value)}`).join('\u0000')}`;
}
