// Counts the lines that an import omits, by kind. The number of kinds is bounded, since an archive may contain millions of
// unknown names.

/** A kind of omitted lines, their number, and the first one. */
export interface Skipped {
  readonly kind: string;
  readonly count: number;
  readonly first: string;
}

/** Maximum number of kinds. */
const MAX_KINDS = 200;

/** Kind of all others. */
const OTHERS = 'other lines';

/** Counts by kind. */
export class ImportSummary {
  readonly #kinds = new Map<string, { count: number; readonly first: string }>();

  /** Counts an omitted line. */
  add(kind: string, example: string): void {
    const key = this.#kinds.has(kind) || this.#kinds.size < MAX_KINDS ? kind : OTHERS;
    const existing = this.#kinds.get(key);
    if (existing) existing.count += 1;
    else this.#kinds.set(key, { count: 1, first: example });
  }

  /** In order of first occurrence. */
  list(): readonly Skipped[] {
    return [...this.#kinds].map(([kind, { count, first }]) => ({ kind, count, first }));
  }
}
