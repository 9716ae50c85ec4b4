// In charge of work that must not happen to the same thing at the same time.

/** Lets work on the same thing run one after another. */
export class Turns<Key> {
  readonly #last = new Map<Key, Promise<unknown>>();

  /** Runs work after all that was given before for the same key. */
  async run<T>(key: Key, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    const mine = before ? before.then(work, work) : work();
    this.#last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (this.#last.get(key) === mine) this.#last.delete(key);
    }
  }
}
