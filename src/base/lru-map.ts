// In charge of keeping made things up to a weight: what was not used lately goes first. A use only marks an entry (the
// "second chance" of page replacement): moving it to the end each time costs more than most of what is kept here.

interface Entry<Value> {
  readonly value: Value;
  /** Since it was put at the end. */
  isUsed: boolean;
}

/** A map that forgets. */
export class LruMap<Key, Value> {
  readonly #limit: number;
  readonly #weigh: (value: Value, key: Key) => number;
  /** The next to go first. */
  readonly #entries = new Map<Key, Entry<Value>>();
  #weight = 0;

  /** `limit`: the weight of all values together; without `weigh` each counts 1. */
  constructor(limit: number, weigh: (value: Value, key: Key) => number = () => 1) {
    this.#limit = limit;
    this.#weigh = weigh;
  }

  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    entry.isUsed = true;
    return entry.value;
  }

  /** Keeps a value and gives it back. */
  keep(key: Key, value: Value): Value {
    const former = this.#entries.get(key);
    if (former) this.#forget(key, former);
    const weight = this.#weigh(value, key);
    if (weight > this.#limit) return value;
    this.#shrink(this.#limit - weight);
    this.#put(key, value);
    return value;
  }

  #shrink(limit: number): void {
    for (const [key, entry] of this.#entries) {
      if (this.#weight <= limit) return;
      this.#forget(key, entry);
      if (entry.isUsed) this.#put(key, entry.value);
    }
  }

  #put(key: Key, value: Value): void {
    this.#entries.set(key, { value, isUsed: false });
    this.#weight += this.#weigh(value, key);
  }

  #forget(key: Key, { value }: Entry<Value>): void {
    this.#entries.delete(key);
    this.#weight -= this.#weigh(value, key);
  }
}
