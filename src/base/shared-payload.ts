// Data that all threads need repeatedly: serialized once into shared memory, and deserialized once by each thread.
import { deserialize, serialize } from 'node:v8';
import { LruMap } from './lru-map.ts';

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

  /** @param max Total size of the payloads whose values are cached, in bytes */
  constructor(max: number) {
    this.#unpacked = new LruMap(max, ({ length }) => length);
  }

  unpack({ number, bytes }: SharedPayload): Value {
    const known = this.#unpacked.get(number);
    if (known) return known.value;
    const value: Value = deserialize(Buffer.from(bytes));
    this.#unpacked.set(number, { value, length: bytes.byteLength });
    return value;
  }
}
