// Counts what an import omits, by kind. The number of kinds is bounded, since an archive may contain millions of
// unknown names.

/** A kind of omitted lines, their number, and the first one. */
export interface Skipped {
  readonly what: string;
  readonly count: number;
  readonly first: string;
}

/** Maximum number of kinds. */
const MOST_KINDS = 200;

/** Kind of all others. */
const OTHERS = 'other things';

/** Counts by kind. */
export class ImportSummary {
  readonly #kinds = new Map<string, { count: number; readonly first: string }>();

  /** Counts an omitted line. @param what Its kind @param example What was omitted */
  add(what: string, example: string): void {
    const kind = this.#kinds.has(what) || this.#kinds.size < MOST_KINDS ? what : OTHERS;
    const existing = this.#kinds.get(kind);
    if (existing) existing.count += 1;
    else this.#kinds.set(kind, { count: 1, first: example });
  }

  /** In order of first occurrence. */
  list(): readonly Skipped[] {
    return [...this.#kinds].map(([what, { count, first }]) => ({ what, count, first }));
  }
}
