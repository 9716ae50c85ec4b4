// Semaphore: limits how many tasks run at the same time, and how many wait.
import { BoundedQueue, UNBOUNDED, type QueueLimits } from './bounded-queue.ts';

/** A task that waits for a slot. */
export interface Waiter {
  /** Called when a slot is free. The task must call `release` at its end. */
  readonly enter: () => void;
  /** Called with an `OverloadedError` if the task is rejected. */
  readonly reject: (error: unknown) => void;
}

/** A fixed number of slots. */
export class Semaphore {
  readonly #waiting: BoundedQueue<Waiter>;
  /** Waits ahead of all others, and is never rejected. */
  readonly #urgent: Waiter[] = [];
  #free: number;

  /** @param limits How many tasks may wait, and for how long. Default: no limit */
  constructor(places: number, limits: QueueLimits = UNBOUNDED) {
    this.#free = places;
    this.#waiting = new BoundedQueue(limits, ({ reject }, error) => reject(error));
  }

  /** Number of waiting tasks. */
  get waiting(): number {
    return this.#waiting.length + this.#urgent.length;
  }

  /** Returns true if the next task would be rejected. */
  get isFull(): boolean {
    return this.#free === 0 && this.#waiting.isFull;
  }

  /** Takes a slot, at once if one is free. @param isUrgent If true, the task is next */
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

  /** Cancels waiting for a slot. @returns false if the task has entered */
  withdraw(waiter: Waiter): boolean {
    const at = this.#urgent.indexOf(waiter);
    if (at === -1) return this.#waiting.remove(waiter);
    this.#urgent.splice(at, 1);
    return true;
  }

  /** Frees a slot. */
  release(): void {
    const next = this.#urgent.shift() ?? this.#waiting.shift();
    if (next) next.enter();
    else this.#free += 1;
  }

  /** Runs work when a slot is free. @throws OverloadedError, or what the work throws */
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
