// Counts by key in fixed windows that start with the first count.
import { hash } from 'node:crypto';
import { MAX_COUNTED_KEYS } from '../../base/limits.ts';

/** A fixed window. */
export interface Window {
  /** Maximum number of counts per key. */
  readonly max: number;
  /** Length in milliseconds. */
  readonly interval: number;
}

/** Result of a count. */
export interface WindowCount {
  /** True if the maximum is exceeded. */
  readonly isExceeded: boolean;
  /** Remaining counts. */
  readonly remaining: number;
  /** Milliseconds until the window ends. */
  readonly resetIn: number;
}

interface Entry {
  readonly endsAt: number;
  count: number;
}

/** Counts in memory. If there are too many keys, those whose windows end first are forgotten. */
export class WindowCounts {
  readonly #window: Window;
  readonly #maxKeys: number;
  /** In the order in which the windows end, since all have the same length. */
  readonly #entries = new Map<string, Entry>();

  /** @param maxKeys Number of keys that are remembered */
  constructor(window: Window, maxKeys: number = MAX_COUNTED_KEYS) {
    this.#window = window;
    this.#maxKeys = maxKeys;
  }

  /** Number of remembered keys. */
  get size(): number {
    return this.#entries.size;
  }

  /** Counts once. @param key Of any length; its digest is stored */
  count(key: string): WindowCount {
    const now = performance.now();
    this.#removeEnded(now);
    const entry = this.#entryOf(hash('sha256', key, 'base64'), now);
    entry.count += 1;
    const { max } = this.#window;
    return {
      isExceeded: entry.count > max,
      remaining: Math.max(0, max - entry.count),
      resetIn: Math.ceil(entry.endsAt - now),
    };
  }

  #entryOf(digest: string, now: number): Entry {
    const existing = this.#entries.get(digest);
    if (existing) return existing;
    if (this.#entries.size >= this.#maxKeys) this.#removeFirst();
    const entry = { endsAt: now + this.#window.interval, count: 0 };
    this.#entries.set(digest, entry);
    return entry;
  }

  #removeEnded(now: number): void {
    for (const [digest, { endsAt }] of this.#entries) {
      if (endsAt > now) return;
      this.#entries.delete(digest);
    }
  }

  #removeFirst(): void {
    for (const digest of this.#entries.keys()) {
      this.#entries.delete(digest);
      return;
    }
  }
}
