// In charge of memory that one thread writes and another one reads, over and over: what changes hands for good is counted
// by whoever gets it, whose collector of garbage runs for it, and is taken anew each time (docs/decisions/0017).

/** Bytes in memory that is lent. Plain data, for another thread. */
export interface Loan {
  readonly memory: SharedArrayBuffer;
  readonly length: number;
}

/** How many memories are kept, and the most bytes of one. */
const MOST = 8;
const LARGEST = 4_194_304;
/** Bytes of the smallest: many answers fit. */
const SMALLEST = 65_536;

/** In front of the bytes: whether the memory is lent. */
const HEAD = 8;
const FREE = 0;
const LENT = 1;

/** Lends memory; each thread has one. */
export class Lender {
  readonly #memories: SharedArrayBuffer[] = [];

  /** Memory for bytes that are to be written now; null where there is none, so that they have to go another way. */
  lend(length: number): { readonly loan: Loan; readonly bytes: Buffer } | null {
    const memory = this.#free(HEAD + length);
    if (!memory) return null;
    Atomics.store(stateOf(memory), 0, LENT);
    return { loan: { memory, length }, bytes: bytesIn({ memory, length }) };
  }

  #free(size: number): SharedArrayBuffer | null {
    const free = this.#memories.filter((memory) => Atomics.load(stateOf(memory), 0) === FREE);
    const fitting = free.filter(({ byteLength }) => byteLength >= size);
    const [smallest] = fitting.toSorted((a, b) => a.byteLength - b.byteLength);
    if (smallest || size > LARGEST) return smallest ?? null;
    const [small] = free;
    if (this.#memories.length >= MOST && !small) return null;
    const memory = new SharedArrayBuffer(Math.max(SMALLEST, 2 ** Math.ceil(Math.log2(size))));
    // Others would wait in vain for a larger one among many that are small.
    if (small && this.#memories.length >= MOST) {
      this.#memories[this.#memories.indexOf(small)] = memory;
    } else this.#memories.push(memory);
    return memory;
  }
}

/** Bytes that were lent, until they are given back. */
export class LentBytes {
  readonly bytes: Buffer;
  readonly #memory: SharedArrayBuffer;

  constructor(loan: Loan) {
    this.#memory = loan.memory;
    this.bytes = bytesIn(loan);
  }

  /** From now on others write there. */
  giveBack(): void {
    Atomics.store(stateOf(this.#memory), 0, FREE);
  }

  /** The same bytes, to stay; these are given back. */
  copied(): Buffer {
    const copy = Buffer.from(this.bytes);
    this.giveBack();
    return copy;
  }
}

function stateOf(memory: SharedArrayBuffer): Int32Array {
  return new Int32Array(memory, 0, 1);
}

function bytesIn({ memory, length }: Loan): Buffer {
  return Buffer.from(memory, HEAD, length);
}
