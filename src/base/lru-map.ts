// In charge of keeping made things up to a weight: what was not used lately goes first. A use only marks an entry (the
// "second chance" of page replacement): moving it to the end each time costs more than most of what is kept here.
import { boundedKey } from './bounded-key.ts';

interface Entry<Value> {
  readonly value: Value;
  readonly weight: number;
  /** Since it was put at the end. */
  isUsed: boolean;
}

/** A map that forgets. Long texts are keyed by their digest (`boundedKey`). */
export class LruMap<Key, Value> {
  readonly #limit: number;
  readonly #weigh: (value: Value, key: Key) => number;
  /** The next to go first. */
  readonly #entries = new Map<unknown, Entry<Value>>();
  #weight = 0;

  /** `limit`: the weight of all values together; without `weigh` each counts 1. */
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

  /** Keeps a value and gives it back. */
  keep(key: Key, value: Value): Value {
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
