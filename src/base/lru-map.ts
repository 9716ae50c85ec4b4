// In charge of keeping made things up to a weight: what was not used for longest goes first.

/** A map that forgets. */
export class LruMap<Key, Value> {
  readonly #limit: number;
  readonly #weigh: (value: Value) => number;
  readonly #entries = new Map<Key, Value>();
  #weight = 0;

  /** `limit`: the weight of all values together; without `weigh` each counts 1. */
  constructor(limit: number, weigh: (value: Value) => number = () => 1) {
    this.#limit = limit;
    this.#weigh = weigh;
  }

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  /** Keeps a value and gives it back. */
  keep(key: Key, value: Value): Value {
    this.#forget(key);
    this.#entries.set(key, value);
    this.#weight += this.#weigh(value);
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#limit) break;
      this.#forget(oldest);
    }
    return value;
  }

  #forget(key: Key): void {
    const value = this.#entries.get(key);
    if (value === undefined) return;
    this.#entries.delete(key);
    this.#weight -= this.#weigh(value);
  }
}
