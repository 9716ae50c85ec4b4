// Counts by key in fixed windows that start with the first count.
import { MAX_CLIENT_KEYS, MAX_COUNTED_KEYS } from '../../base/limits.ts';

/** A fixed window. */
export interface Window {
  /** Maximum number of counts per key. */
  readonly max: number;
  /** Length in milliseconds. */
  readonly interval: number;
}

/** What is counted. */
export interface Counted {
  readonly key: string;
  /** The client whose request is counted; null to remember any number of keys. */
  readonly client: string | null;
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
  readonly client: string | null;
  count: number;
}

/** How many keys are remembered. */
interface KeyLimits {
  readonly total: number;
  /** Of one client. */
  readonly client: number;
}

const KEY_LIMITS: KeyLimits = { total: MAX_COUNTED_KEYS, client: MAX_CLIENT_KEYS };

/**
 * Counts in memory. If there are too many keys, those whose windows end first are forgotten. If one client has too many,
 * its further keys are counted together, so that it cannot make the server forget its counts.
 */
export class WindowCounts {
  readonly #window: Window;
  readonly #limits: KeyLimits;
  /** In the order in which the windows end, since all have the same length. */
  readonly #entries = new Map<string, Entry>();
  /** Number of remembered keys by client. */
  readonly #clients = new Map<string, number>();

  constructor(window: Window, limits: KeyLimits = KEY_LIMITS) {
    this.#window = window;
    this.#limits = limits;
  }

  /** Number of remembered keys. */
  get size(): number {
    return this.#entries.size;
  }

  /** Counts once. */
  count(counted: Counted): WindowCount {
    const now = performance.now();
    this.#removeEnded(now);
    const entry = this.#entryOf(counted, now);
    entry.count += 1;
    const { max } = this.#window;
    return {
      isExceeded: entry.count > max,
      remaining: Math.max(0, max - entry.count),
      resetIn: Math.ceil(entry.endsAt - now),
    };
  }

  #entryOf({ key, client }: Counted, now: number): Entry {
    const existing = this.#entries.get(key);
    if (existing) return existing;
    const keys = client === null ? 0 : (this.#clients.get(client) ?? 0);
    if (keys < this.#limits.client) return this.#add(key, client, now);
    const common = `others of ${client}`;
    return this.#entries.get(common) ?? this.#add(common, client, now);
  }

  #add(key: string, client: string | null, now: number): Entry {
    if (this.#entries.size >= this.#limits.total) this.#removeFirst();
    const entry = { endsAt: now + this.#window.interval, client, count: 0 };
    this.#entries.set(key, entry);
    if (client !== null) this.#clients.set(client, (this.#clients.get(client) ?? 0) + 1);
    return entry;
  }

  #removeEnded(now: number): void {
    for (const [key, entry] of this.#entries) {
      if (entry.endsAt > now) return;
      this.#remove(key, entry);
    }
  }

  #removeFirst(): void {
    const [first] = this.#entries;
    if (first) this.#remove(...first);
  }

  #remove(key: string, { client }: Entry): void {
    this.#entries.delete(key);
    if (client === null) return;
    const left = (this.#clients.get(client) ?? 0) - 1;
    if (left > 0) this.#clients.set(client, left);
    else this.#clients.delete(client);
  }
}
