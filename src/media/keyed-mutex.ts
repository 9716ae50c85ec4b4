// Mutex by key: serializes work on the same key. The number of waiting tasks and their time are bounded.
import type { QueueLimits } from '../base/bounded-queue.ts';
import { OverloadedError } from '../base/errors.ts';
import { UPLOAD_QUEUE } from '../base/limits.ts';

/** Runs work on the same key sequentially. */
export class KeyedMutex<Key> {
  readonly #limits: QueueLimits;
  readonly #last = new Map<Key, Promise<unknown>>();
  #waiting = 0;

  /** @param limits How many tasks may wait, for all keys together, and for how long */
  constructor(limits: QueueLimits = UPLOAD_QUEUE) {
    this.#limits = limits;
  }

  /** Runs work after all earlier work on the same key. @throws OverloadedError if the work has not begun in time */
  run<T>(key: Key, work: () => Promise<T>): Promise<T> {
    return this.runAll([key], work);
  }

  /** Runs work after all earlier work on any of the keys. @throws as `run` */
  async runAll<T>(keys: readonly Key[], work: () => Promise<T>): Promise<T> {
    const before = new Set(keys.flatMap((key) => this.#last.get(key) ?? []));
    if (before.size === 0) return this.#asLast(keys, work());
    if (this.#waiting >= this.#limits.length) throw new OverloadedError();
    this.#waiting += 1;
    let isLate = false;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        isLate = true;
        this.#waiting -= 1;
        reject(new OverloadedError());
      }, this.#limits.timeout);
    });
    const begin = async (): Promise<T> => {
      await Promise.allSettled(before);
      if (isLate) throw new OverloadedError();
      clearTimeout(timer);
      this.#waiting -= 1;
      return work();
    };
    // Later work waits for earlier work even if this one is late.
    return Promise.race([this.#asLast(keys, begin()), late]);
  }

  async #asLast<T>(keys: readonly Key[], mine: Promise<T>): Promise<T> {
    for (const key of keys) this.#last.set(key, mine);
    try {
      return await mine;
    } finally {
      for (const key of keys) if (this.#last.get(key) === mine) this.#last.delete(key);
    }
  }
}
