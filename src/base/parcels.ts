// In charge of things that every thread needs again and again: packed once into memory that all threads see, unpacked
// once by each.
import { deserialize, serialize } from 'node:v8';
import { LruMap } from './lru-map.ts';

/** Plain data on its way to other threads. */
export interface Parcel {
  /** No other of the same packer has it. */
  readonly number: number;
  readonly bytes: SharedArrayBuffer;
}

/** Packs. */
export class Packer {
  #packed = 0;

  pack(value: object): Parcel {
    const bytes = serialize(value);
    const shared = new SharedArrayBuffer(bytes.length);
    new Uint8Array(shared).set(bytes);
    this.#packed += 1;
    return { number: this.#packed, bytes: shared };
  }
}

/** Unpacks what comes from one packer, and keeps what was in it. */
export class Unpacker<Value> {
  readonly #unpacked: LruMap<number, { readonly value: Value; readonly length: number }>;

  /** @param most Bytes of all parcels together whose content is kept */
  constructor(most: number) {
    this.#unpacked = new LruMap(most, ({ length }) => length);
  }

  unpack({ number, bytes }: Parcel): Value {
    const known = this.#unpacked.get(number);
    if (known) return known.value;
    const value: Value = deserialize(Buffer.from(bytes));
    this.#unpacked.keep(number, { value, length: bytes.byteLength });
    return value;
  }
}
