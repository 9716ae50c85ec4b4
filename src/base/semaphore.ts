// Semaphore: limits how much runs at the same time, and how much waits for that.
import { BoundedQueue, UNBOUNDED, type QueueLimits } from './bounded-queue.ts';

/** Something that waits for a place. */
export interface Waiter {
  /** Called once a place is free. Whoever was called gives the place back with `release`. */
  readonly enter: () => void;
  /** Called with an `OverloadedError` instead. */
  readonly reject: (error: unknown) => void;
}

/** A number of places. */
export class Semaphore {
  readonly #waiting: BoundedQueue<Waiter>;
  /** Waits in front of all others, and is never rejected. */
  readonly #urgent: Waiter[] = [];
  #free: number;

  /** @param limits How many may wait for a place, and for how long. Default: no limit */
  constructor(places: number, limits: QueueLimits = UNBOUNDED) {
    this.#free = places;
    this.#waiting = new BoundedQueue(limits, ({ reject }, error) => reject(error));
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waiting.length + this.#urgent.length;
  }

  /** True if the next one would be rejected. */
  get isFull(): boolean {
    return this.#free === 0 && this.#waiting.isFull;
  }

  /** Takes a place, at once if one is free. @param isUrgent True: it is next, however many wait */
  acquire(waiter: Waiter, isUrgent: boolean = false): void {
    if (this.#free > 0) {
      this.#free -= 1;
      return waiter.enter();
    }
    if (isUrgent) return void this.#urgent.push(waiter);
    try {
      this.#waiting.push(waiter);
    } catch (error) {
      waiter.reject(error);
    }
  }

  /** Takes back a request for a place. @returns false if the waiter has entered */
  withdraw(waiter: Waiter): boolean {
    const at = this.#urgent.indexOf(waiter);
    if (at === -1) return this.#waiting.remove(waiter);
    this.#urgent.splice(at, 1);
    return true;
  }

  /** Gives a place back. */
  release(): void {
    const next = this.#urgent.shift() ?? this.#waiting.shift();
    if (next) next.enter();
    else this.#free += 1;
  }

  /** Runs work when there is a place for it. @throws OverloadedError, whatever the work throws */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((enter, reject) => this.acquire({ enter, reject }));
    try {
      return await work();
    } finally {
      this.release();
    }
  }
}
