// In charge of keeping a bounded number of made things: the one that was not used for longest goes first.

/** A map that forgets. */
export class LruMap<Key, Value> {
  readonly #limit: number;
  readonly #entries = new Map<Key, Value>();

  /** `limit`: entries at most. */
  constructor(limit: number) {
    this.#limit = limit;
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
    this.#entries.set(key, value);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > this.#limit && oldest !== undefined) this.#entries.delete(oldest);
    return value;
  }
}
