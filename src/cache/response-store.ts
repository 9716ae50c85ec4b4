// Stores responses until a table that they depend on changes, up to a number of bytes. Entries that were not used
// recently are evicted first.
import { boundedKey } from '../base/bounded-key.ts';
import { MAX_KEY_LENGTH } from '../base/limits.ts';
import type { ChangedTables } from '../storage/commits/change-feed.ts';
import { ChangeClock, type LogicalTime } from '../storage/commits/change-clock.ts';

/** A response in the form in which it is sent. */
export interface StoredResponse {
  /** Status line and headers. */
  readonly head: string;
  /** Status line and headers of the 304 response. */
  readonly notModifiedHead: string;
  /** If a string, it has one character per byte. */
  readonly body: Buffer | string;
  /** Strong ETag with its quotes (RFC 9110 section 8.8.3). */
  readonly etag: string;
  /** Names of the tables that the response depends on. */
  readonly tables: ReadonlySet<string>;
}

/** Callers who get the same responses. */
export class Audience {
  /** Their entries, by key. */
  readonly responses: Map<string, CacheEntry> = new Map();
}

/** A stored response. */
export interface CacheEntry extends StoredResponse {
  readonly audience: Audience;
  readonly key: string;
  /** Approximate size in bytes. */
  readonly weight: number;
  /** Set when the entry is served, so that it is not the next to be evicted. */
  isUsed: boolean;
}

/** Approximate size of an entry without its text, in bytes. */
const OVERHEAD = 600;

/** A larger share of the limit would evict too many other entries. */
const MAX_SHARE = 1 / 8;

/** Limits the number of audiences: roles and tokens may change their permissions any number of times. */
const MAX_AUDIENCES = 1000;

export class ResponseStore {
  readonly #limit: number;
  readonly #clock = new ChangeClock();
  readonly #audiences = new Map<string, Audience>();
  /** Oldest first. */
  readonly #entries = new Set<CacheEntry>();
  readonly #byTable = new Map<string, Set<CacheEntry>>();
  #weight = 0;
  #stores = 0;

  /** @param limit In bytes */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * Marks the present. A response that is read after it may be stored if its tables do not change in the meantime.
   */
  get now(): LogicalTime {
    return this.#clock.now;
  }

  /** Approximate size of all entries in bytes. */
  get bytes(): number {
    return this.#weight;
  }

  /** Number of responses stored so far. */
  get stores(): number {
    return this.#stores;
  }

  /** Returns true if none of the tables changed since a moment. */
  isUnchangedSince(tables: ReadonlySet<string>, since: LogicalTime): boolean {
    return this.#clock.isUnchangedSince(tables, since);
  }

  /** Returns the audience with a name. */
  audience(name: string): Audience {
    const key = boundedKey(name);
    const existing = this.#audiences.get(key);
    if (existing) return existing;
    if (this.#audiences.size >= MAX_AUDIENCES) this.invalidate(null);
    const audience = new Audience();
    this.#audiences.set(key, audience);
    return audience;
  }

  /**
   * Stores a response unless its key is too long. @param since Time before the first read that the response depends
   * on
   */
  store(
    slot: { readonly audience: Audience; readonly key: string },
    response: StoredResponse,
    since: LogicalTime,
  ): void {
    if (slot.key.length > MAX_KEY_LENGTH) return;
    const weight = weightOf(slot.key, response);
    if (weight > this.#limit * MAX_SHARE || !this.isUnchangedSince(response.tables, since)) return;
    const former = slot.audience.responses.get(slot.key);
    if (former) this.#drop(former);
    const entry: CacheEntry = { weight, isUsed: false, ...slot, ...response };
    slot.audience.responses.set(slot.key, entry);
    this.#entries.add(entry);
    for (const table of response.tables) this.#entriesOf(table).add(entry);
    this.#weight += weight;
    this.#stores += 1;
    this.#shrink();
  }

  /** Removes the entries that depend on changed tables. */
  invalidate(changed: ChangedTables): void {
    this.#clock.tick(changed);
    if (changed === null) {
      for (const { responses } of this.#audiences.values()) responses.clear();
      this.#audiences.clear();
      this.#entries.clear();
      this.#byTable.clear();
      this.#weight = 0;
      return;
    }
    for (const table of changed) {
      for (const entry of this.#byTable.get(table) ?? []) this.#drop(entry);
      this.#byTable.delete(table);
    }
  }

  #entriesOf(table: string): Set<CacheEntry> {
    const existing = this.#byTable.get(table);
    if (existing) return existing;
    const entries = new Set<CacheEntry>();
    this.#byTable.set(table, entries);
    return entries;
  }

  /** Evicts entries. Those used since the last eviction get a second chance. */
  #shrink(): void {
    for (const entry of this.#entries) {
      if (this.#weight <= this.#limit) return;
      if (entry.isUsed) {
        entry.isUsed = false;
        this.#entries.delete(entry);
        this.#entries.add(entry);
      } else {
        this.#drop(entry);
      }
    }
  }

  #drop(entry: CacheEntry): void {
    if (!this.#entries.delete(entry)) return;
    this.#weight -= entry.weight;
    entry.audience.responses.delete(entry.key);
    for (const table of entry.tables) this.#byTable.get(table)?.delete(entry);
  }
}

function weightOf(key: string, { head, notModifiedHead, body }: StoredResponse): number {
  return key.length + head.length + notModifiedHead.length + body.length + OVERHEAD;
}
