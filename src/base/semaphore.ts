// Semaphore: limits how many tasks run at the same time, by number or by weight, and how many wait.
import { BoundedQueue, UNBOUNDED, type QueueLimits } from './bounded-queue.ts';

/** A task that waits for a slot. */
export interface Waiter {
  /** Called when a slot is free. The task must call `release` at its end. */
  readonly enter: () => void;
  /** Called with an `OverloadedError` if the task is rejected. */
  readonly reject: (error: unknown) => void;
  /** Number of slots that it takes. Default: 1 */
  readonly weight?: number;
  /** When it began to wait, by `performance.now()`. Default: now */
  readonly since?: number | undefined;
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
    return !this.#isOpenTo(1) && this.#waiting.isFull;
  }

  /** Takes slots, at once if they are free and no task waits. @param isUrgent If true, the task is next */
  acquire(waiter: Waiter, isUrgent: boolean = false): void {
    const weight = weightOf(waiter);
    if (this.#isOpenTo(weight)) {
      this.#free -= weight;
      return waiter.enter();
    }
    if (isUrgent) return void this.#urgent.push(waiter);
    try {
      this.#waiting.push(waiter, waiter.since);
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

  /** Frees the slots of a task. @param weight As when it entered */
  release(weight: number = 1): void {
    this.#free += weight;
    // The timer of the queue is late while the thread is busy.
    this.#waiting.expire();
    for (;;) {
      const next = this.#urgent[0] ?? this.#waiting.first;
      if (!next || weightOf(next) > this.#free) return;
      if (this.#urgent.shift() === undefined) this.#waiting.shift();
      this.#free -= weightOf(next);
      next.enter();
    }
  }

  /** Runs work when slots are free. @param weight Number of slots @throws OverloadedError, or what the work throws */
  async run<T>(work: () => Promise<T>, weight: number = 1): Promise<T> {
    if (this.#isOpenTo(weight)) this.#free -= weight;
    else await new Promise<void>((enter, reject) => this.acquire({ enter, reject, weight }));
    try {
      return await work();
    } finally {
      this.release(weight);
    }
  }

  /** True if a task with this weight need not wait. */
  #isOpenTo(weight: number): boolean {
    return weight <= this.#free && this.waiting === 0;
  }
}

function weightOf({ weight = 1 }: Waiter): number {
  return weight;
}
