// Runs work sequentially, in the order of the calls.

/** A queue of work that runs one after another. Work that fails does not affect the work after it. */
export class SerialQueue {
  /** Never rejects. */
  #last: Promise<unknown> = Promise.resolve();

  /** Runs work after all earlier work. @throws errors of the work */
  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Waits for all work, including what is added in the meantime. */
  async idle(): Promise<void> {
    let last: unknown;
    while (last !== this.#last) {
      last = this.#last;
      await this.#last;
    }
  }
}
