// Map with a maximum size in bytes that evicts entries not used recently, and the sizes of all such maps. A use only
// marks an entry ("second chance" page replacement); moving it to the end on each use would cost more than most cached
// values.
import { boundedKey } from './bounded-key.ts';
import { CACHE_BYTES } from './limits.ts';

/** Names of the caches, as metrics show them. */
export type CacheName = keyof typeof CACHE_BYTES;

/** Bytes of an entry besides its key and value: the entry itself, and its place in the map. */
const ENTRY_BYTES = 120;

const BYTES_PER_CHARACTER = 2;

interface Entry<Value> {
  readonly value: Value;
  readonly bytes: number;
  /** Used since it was moved to the end. */
  isUsed: boolean;
}

/**
 * The size of a text in memory, in bytes: the maximum, since V8 stores a character in one or in two. A value that is
 * shared with the key or with another cache counts for each.
 */
export function textBytes(text: string): number {
  return text.length * BYTES_PER_CHARACTER;
}

/** A map that evicts entries. Long keys are replaced with their digest (`boundedKey`). */
export class LruMap<Key, Value> {
  /** The maximum size of all entries in bytes. */
  readonly limit: number;
  readonly #sizeOf: (value: Value, key: Key) => number;
  /** The first is evicted next. */
  readonly #entries = new Map<unknown, Entry<Value>>();
  #bytes = 0;

  /**
   * @param sizeOf The size of a value in bytes, without its key
   */
  constructor(
    name: CacheName,
    sizeOf: (value: Value, key: Key) => number,
    limit: number = CACHE_BYTES[name],
  ) {
    this.limit = limit;
    this.#sizeOf = sizeOf;
    registerCache(name, this);
  }

  /** The size of all entries in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The number of entries. */
  get size(): number {
    return this.#entries.size;
  }

  /** The keys of all entries, as they are stored. */
  keys(): Iterable<unknown> {
    return this.#entries.keys();
  }

  get(key: Key): Value | undefined {
    const entry = this.#entries.get(stored(key));
    if (entry === undefined) return undefined;
    entry.isUsed = true;
    return entry.value;
  }

  /** Stores a value, unless it is larger than the whole cache, and returns it. */
  set(key: Key, value: Value): Value {
    const existing = stored(key);
    const former = this.#entries.get(existing);
    if (former) this.#evict(existing, former);
    const ofKey = typeof existing === 'string' ? textBytes(existing) : 0;
    const bytes = ENTRY_BYTES + ofKey + this.#sizeOf(value, key);
    if (bytes > this.limit) return value;
    this.#shrink(this.limit - bytes);
    this.#put(existing, { value, bytes });
    return value;
  }

  /** Removes all entries. */
  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }

  #shrink(limit: number): void {
    for (const [key, entry] of this.#entries) {
      if (this.#bytes <= limit) return;
      this.#evict(key, entry);
      if (entry.isUsed) this.#put(key, entry);
    }
  }

  #put(key: unknown, { value, bytes }: Pick<Entry<Value>, 'value' | 'bytes'>): void {
    this.#entries.set(key, { value, bytes, isUsed: false });
    this.#bytes += bytes;
  }

  #evict(key: unknown, { bytes }: Entry<Value>): void {
    this.#entries.delete(key);
    this.#bytes -= bytes;
  }
}

function stored(key: unknown): unknown {
  return typeof key === 'string' ? boundedKey(key) : key;
}

type Sized = Pick<LruMap<never, unknown>, 'bytes' | 'limit'>;

/** The caches of this thread that are still in use, by name. */
const caches = new Map<CacheName, readonly WeakRef<Sized>[]>();

/** Includes a cache in `cacheSizes` and `cacheLimits` as long as it is in use. */
export function registerCache(name: CacheName, cache: Sized): void {
  const others = caches.get(name) ?? [];
  caches.set(name, [...others.filter((other) => other.deref()), new WeakRef(cache)]);
}

/** The sizes of all caches of this thread in bytes. Caches of the same name, such as those of two connections, are added up. */
export function cacheSizes(): ReadonlyMap<CacheName, number> {
  return sums(({ bytes }) => bytes);
}

/** The maximum sizes of all caches of this thread in bytes, added up as in `cacheSizes`. */
export function cacheLimits(): ReadonlyMap<CacheName, number> {
  return sums(({ limit }) => limit);
}

function sums(of: (cache: Sized) => number): ReadonlyMap<CacheName, number> {
  const byName = [...caches].map(([name, all]): [CacheName, number] => {
    const inUse = all.flatMap((cache) => cache.deref() ?? []);
    return [name, inUse.reduce((sum, cache) => sum + of(cache), 0)];
  });
  return new Map(byName);
}
