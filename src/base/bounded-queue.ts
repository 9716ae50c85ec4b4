// FIFO queue with a maximum length and a maximum waiting time. It rejects an entry at once if the entry would
// probably wait too long, since an early rejection costs a client least.
import { OverloadedError } from './errors.ts';

export interface QueueLimits {
  /** Maximum number of waiting entries. */
  readonly length: number;
  /** How long an entry may wait, in milliseconds. */
  readonly timeout: number;
}

/** For programs that have no clients to reject. */
export const UNBOUNDED: QueueLimits = { length: Infinity, timeout: Infinity };

/** Minimum window over which the rate of leaving entries is measured, in milliseconds and in entries. */
const WINDOW = 500;
const SAMPLE = 16;

/** Returns the time in milliseconds. */
export interface Clock {
  now(): number;
}

interface Entry<Item> {
  readonly item: Item;
  readonly number: number;
  /** Time of the clock, in milliseconds. */
  readonly deadline: number;
}

/** Waiting entries, the one that began to wait first at the front. */
export class BoundedQueue<Item> {
  readonly #limits: QueueLimits;
  readonly #expire: (item: Item, error: OverloadedError) => void;
  readonly #clock: Clock;
  #entries: Entry<Item>[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** When the timer expires, by the clock. */
  #wakesAt = Infinity;
  #pushed = 0;
  #rejected = 0;
  /** Entries that left since the window began. The queue has not been empty since then. */
  #left = 0;
  #windowBegan = 0;
  /** Entries that leave per millisecond, or null until it is known. */
  #rate: number | null = null;

  /**
   * @param expire Receives each entry that waited too long, and its error
   * @param clock Default: time since the start of the process
   */
  constructor(
    limits: QueueLimits,
    expire: (item: Item, error: OverloadedError) => void,
    clock: Clock = performance,
  ) {
    this.#limits = limits;
    this.#expire = expire;
    this.#clock = clock;
  }

  get length(): number {
    return this.#entries.length;
  }

  /** Entries that were rejected, at once or after they had waited too long. */
  get rejected(): number {
    return this.#rejected;
  }

  /** All entries, oldest first. */
  get items(): readonly Item[] {
    return this.#entries.map(({ item }) => item);
  }

  /** Marks the current end of the queue, for `takeUntil`. */
  get mark(): number {
    return this.#pushed;
  }

  /** Returns true if the next entry would be rejected. */
  get isFull(): boolean {
    const { length, timeout } = this.#limits;
    const waiting = this.#entries.length;
    if (waiting >= length) return true;
    return this.#rate !== null && waiting > this.#rate * timeout;
  }

  /**
   * Adds an entry. @param since When it began to wait, by the clock. Default: now
   * @throws OverloadedError if the queue is full or the entry has waited or would wait too long
   */
  push(item: Item, since?: number): void {
    const now = this.#clock.now();
    const deadline = (since ?? now) + this.#limits.timeout;
    if (this.isFull || deadline <= now) {
      this.#rejected += 1;
      throw new OverloadedError();
    }
    if (this.#entries.length === 0) this.#beginWindow(now, null);
    const later = this.#entries.findLastIndex((entry) => entry.deadline <= deadline) + 1;
    this.#entries.splice(later, 0, { item, number: this.#pushed, deadline });
    this.#pushed += 1;
    if (later === 0) this.#schedule(now);
  }

  /** The oldest entry. */
  get first(): Item | undefined {
    return this.#entries[0]?.item;
  }

  /** Removes the oldest entry. */
  shift(): Item | undefined {
    const entry = this.#entries.shift();
    if (!entry) return undefined;
    this.#left += 1;
    const now = this.#clock.now();
    const elapsed = now - this.#windowBegan;
    if (elapsed >= WINDOW && this.#left >= SAMPLE) this.#beginWindow(now, this.#left / elapsed);
    return entry.item;
  }

  /** Removes the entries that were in the queue at a mark. */
  takeUntil(mark: number): readonly Item[] {
    const taken = this.#entries.filter(({ number }) => number < mark);
    this.#entries = this.#entries.filter(({ number }) => number >= mark);
    return taken.map(({ item }) => item);
  }

  /** Removes a waiting entry. @returns true if it was in the queue */
  remove(item: Item): boolean {
    const at = this.#entries.findIndex((entry) => entry.item === item);
    if (at !== -1) this.#entries.splice(at, 1);
    return at !== -1;
  }

  #beginWindow(now: number, rate: number | null): void {
    this.#windowBegan = now;
    this.#left = 0;
    this.#rate = rate;
  }

  /** Rejects the entries that have waited too long. A timer does it as well, but is late while the thread is busy. */
  expire(): void {
    const now = this.#clock.now();
    while ((this.#entries[0]?.deadline ?? Infinity) <= now) {
      const [oldest] = this.#entries.splice(0, 1);
      if (!oldest) break;
      this.#rejected += 1;
      this.#expire(oldest.item, new OverloadedError());
    }
    this.#schedule(now);
  }

  /** Sets the timer for the oldest entry. An earlier one may expire without effect. */
  #schedule(now: number): void {
    const deadline = this.#entries[0]?.deadline ?? Infinity;
    if (deadline === Infinity || deadline >= this.#wakesAt) return;
    clearTimeout(this.#timer);
    this.#wakesAt = deadline;
    this.#timer = setTimeout(
      () => {
        this.#wakesAt = Infinity;
        this.expire();
      },
      Math.max(1, deadline - now),
    ).unref();
  }
}
