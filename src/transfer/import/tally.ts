// In charge of counting what an import leaves out, by kind: an archive may have millions of what is left out, and names
// that nobody knows.

/** Something that was left out, how often, and where first. */
export interface Skipped {
  readonly what: string;
  readonly count: number;
  readonly first: string;
}

/** Kinds that are told apart. */
const MOST_KINDS = 200;

/** What the kinds beyond that are. */
const OTHERS = 'other things';

/** Counts by kind. */
export class Tally {
  readonly #kinds = new Map<string, { count: number; readonly first: string }>();

  /** Something is left out. @param what Its kind @param example Which one it is */
  note(what: string, example: string): void {
    const kind = this.#kinds.has(what) || this.#kinds.size < MOST_KINDS ? what : OTHERS;
    const known = this.#kinds.get(kind);
    if (known) known.count += 1;
    else this.#kinds.set(kind, { count: 1, first: example });
  }

  /** In the order in which they came up. */
  list(): readonly Skipped[] {
    return [...this.#kinds].map(([what, { count, first }]) => ({ what, count, first }));
  }
}
