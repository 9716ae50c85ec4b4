// Memory shared between threads: a pool of buffers for results, and payloads that every thread reads
// (docs/decisions/0017).
import { deserialize, serialize } from 'node:v8';
import { LruMap } from './lru-map.ts';

/** Bytes in shared memory. Plain data that can be posted to another thread. */
export interface SharedSlice {
  readonly memory: SharedArrayBuffer;
  readonly length: number;
}

/** Maximum number of buffers, and the maximum size of one in bytes. */
const MAX_BUFFERS = 8;
const MAX_BYTES = 4_194_304;
/** Minimum size in bytes; enough for most responses. */
const MIN_BYTES = 65_536;

/** Header in front of the bytes: whether the buffer is in use. */
const HEAD = 8;
const FREE = 0;
const IN_USE = 1;

/** A pool of shared buffers; each thread has its own. */
export class SharedBufferPool {
  readonly #memories: SharedArrayBuffer[] = [];

  /** Acquires memory for bytes that are written now. @returns null if none is free */
  acquire(length: number): { readonly slice: SharedSlice; readonly bytes: Buffer } | null {
    const memory = this.#free(HEAD + length);
    if (!memory) return null;
    Atomics.store(stateOf(memory), 0, IN_USE);
    return { slice: { memory, length }, bytes: bytesIn({ memory, length }) };
  }

  #free(size: number): SharedArrayBuffer | null {
    const free = this.#memories.filter((memory) => Atomics.load(stateOf(memory), 0) === FREE);
    const fitting = free.filter(({ byteLength }) => byteLength >= size);
    const [smallest] = fitting.toSorted((a, b) => a.byteLength - b.byteLength);
    if (smallest || size > MAX_BYTES) return smallest ?? null;
    const [small] = free;
    if (this.#memories.length >= MAX_BUFFERS && !small) return null;
    const memory = new SharedArrayBuffer(Math.max(MIN_BYTES, 2 ** Math.ceil(Math.log2(size))));
    // Replaces a small buffer, so that a larger one does not wait forever.
    if (small && this.#memories.length >= MAX_BUFFERS) {
      this.#memories[this.#memories.indexOf(small)] = memory;
    } else this.#memories.push(memory);
    return memory;
  }
}

/** Shared bytes until they are released. */
export class BufferLease {
  readonly bytes: Buffer;
  readonly #memory: SharedArrayBuffer;

  constructor(slice: SharedSlice) {
    this.#memory = slice.memory;
    this.bytes = bytesIn(slice);
  }

  /** Releases the memory; other bytes may be written to it from now on. */
  release(): void {
    Atomics.store(stateOf(this.#memory), 0, FREE);
  }
}

function stateOf(memory: SharedArrayBuffer): Int32Array {
  return new Int32Array(memory, 0, 1);
}

function bytesIn({ memory, length }: SharedSlice): Buffer {
  return Buffer.from(memory, HEAD, length);
}

/** Serialized data that can be posted to other threads. */
export interface SharedPayload {
  /** Unique for a packer. */
  readonly number: number;
  readonly bytes: SharedArrayBuffer;
}

/** Serializes data. */
export class PayloadPacker {
  #packed = 0;

  pack(value: object): SharedPayload {
    const bytes = serialize(value);
    const shared = new SharedArrayBuffer(bytes.length);
    new Uint8Array(shared).set(bytes);
    this.#packed += 1;
    return { number: this.#packed, bytes: shared };
  }
}

/** Deserializes payloads of one packer and caches the values. */
export class PayloadReader<Value> {
  readonly #unpacked: LruMap<number, { readonly value: Value; readonly length: number }>;

  /** @param max Total size of the payloads whose values are cached, in bytes; by default the limit of a thread */
  constructor(max?: number) {
    this.#unpacked = new LruMap('thread_reads', ({ length }) => length, max);
  }

  unpack({ number, bytes }: SharedPayload): Value {
    const cached = this.#unpacked.get(number);
    if (cached) return cached.value;
    const value: Value = deserialize(Buffer.from(bytes));
    this.#unpacked.set(number, { value, length: bytes.byteLength });
    return value;
  }
}
