// Map with a maximum weight that evicts entries not used recently. A use only marks an entry ("second chance" page
// replacement); moving it to the end on each use would cost more than most cached values.
import { boundedKey } from './bounded-key.ts';

interface Entry<Value> {
  readonly value: Value;
  readonly weight: number;
  /** Used since it was moved to the end. */
  isUsed: boolean;
}

/** A map that evicts entries. Long keys are replaced with their digest (`boundedKey`). */
export class LruMap<Key, Value> {
  readonly #limit: number;
  readonly #weigh: (value: Value, key: Key) => number;
  /** The first is evicted next. */
  readonly #entries = new Map<unknown, Entry<Value>>();
  #weight = 0;

  /** `limit` is the maximum total weight; without `weigh` each value counts 1. */
  constructor(limit: number, weigh: (value: Value, key: Key) => number = () => 1) {
    this.#limit = limit;
    this.#weigh = weigh;
  }

  /** The keys of all entries, as they are stored. */
  keys(): Iterable<unknown> {
    return this.#entries.keys();
  }

  get(key: Key): Value | undefined {
    const entry = this.#entries.get(stored(key));
    if (entry === undefined) return undefined;
    entry.isUsed = true;
    return entry.value;
  }

  /** Stores a value and returns it. */
  set(key: Key, value: Value): Value {
    const known = stored(key);
    const former = this.#entries.get(known);
    if (former) this.#forget(known, former);
    const weight = this.#weigh(value, key);
    if (weight > this.#limit) return value;
    this.#shrink(this.#limit - weight);
    this.#put(known, { value, weight });
    return value;
  }

  /** Removes all entries. */
  clear(): void {
    this.#entries.clear();
    this.#weight = 0;
  }

  #shrink(limit: number): void {
    for (const [key, entry] of this.#entries) {
      if (this.#weight <= limit) return;
      this.#forget(key, entry);
      if (entry.isUsed) this.#put(key, entry);
    }
  }

  #put(key: unknown, { value, weight }: Pick<Entry<Value>, 'value' | 'weight'>): void {
    this.#entries.set(key, { value, weight, isUsed: false });
    this.#weight += weight;
  }

  #forget(key: unknown, { weight }: Entry<Value>): void {
    this.#entries.delete(key);
    this.#weight -= weight;
  }
}

function stored(key: unknown): unknown {
  return typeof key === 'string' ? boundedKey(key) : key;
}
