// A list of rows with fast insertion and removal at any position, stored in chunks of limited length.
import type { LinkedRow } from './linked-row.ts';

/** A chunk that becomes longer is split. */
const MAX_CHUNK_LENGTH = 512;

interface Chunk {
  /** Its index in the list of chunks. */
  index: number;
  readonly rows: LinkedRow[];
}

/** Distinct rows in order. */
export class RowSequence {
  readonly #chunks: Chunk[] = [];
  readonly #chunkOf = new Map<LinkedRow, Chunk>();

  constructor(rows: readonly LinkedRow[]) {
    for (let start = 0; start < rows.length || start === 0; start += MAX_CHUNK_LENGTH) {
      const chunk = {
        index: this.#chunks.length,
        rows: rows.slice(start, start + MAX_CHUNK_LENGTH),
      };
      this.#chunks.push(chunk);
      for (const row of chunk.rows) this.#chunkOf.set(row, chunk);
    }
  }

  has(row: LinkedRow): boolean {
    return this.#chunkOf.has(row);
  }

  remove(row: LinkedRow): void {
    const chunk = this.#chunkOf.get(row);
    chunk?.rows.splice(chunk.rows.indexOf(row), 1);
    this.#chunkOf.delete(row);
  }

  /** Inserts new rows before or after all others. */
  addAt(end: 'start' | 'end', rows: readonly LinkedRow[]): void {
    const chunk = this.#chunks.at(end === 'start' ? 0 : -1);
    if (chunk) this.#insert(chunk, end === 'start' ? 0 : chunk.rows.length, rows);
  }

  /** Inserts new rows directly before or after an existing one. */
  addNextTo(side: 'before' | 'after', anchor: LinkedRow, rows: readonly LinkedRow[]): void {
    const chunk = this.#chunkOf.get(anchor);
    if (!chunk) throw new Error(`row ${anchor} is not in the sequence`);
    this.#insert(chunk, chunk.rows.indexOf(anchor) + (side === 'after' ? 1 : 0), rows);
  }

  /** Returns the first or the last of some rows in the sequence; rows that are not in it are ignored. */
  outermost(side: 'first' | 'last', rows: readonly LinkedRow[]): LinkedRow | undefined {
    const present = rows.filter((row) => this.has(row));
    return present.reduce<LinkedRow | undefined>((found, row) => {
      if (found === undefined) return row;
      return this.#isBefore(row, found) === (side === 'first') ? row : found;
    }, undefined);
  }

  toArray(): readonly LinkedRow[] {
    return this.#chunks.flatMap(({ rows }) => rows);
  }

  #isBefore(row: LinkedRow, other: LinkedRow): boolean {
    const [own, its] = [this.#chunkOf.get(row), this.#chunkOf.get(other)];
    if (!own || !its || own !== its) return (own?.index ?? 0) < (its?.index ?? 0);
    return own.rows.indexOf(row) < own.rows.indexOf(other);
  }

  #insert(chunk: Chunk, index: number, rows: readonly LinkedRow[]): void {
    chunk.rows.splice(index, 0, ...rows);
    for (const row of rows) this.#chunkOf.set(row, chunk);
    if (chunk.rows.length > MAX_CHUNK_LENGTH) this.#cut(chunk);
  }

  #cut(chunk: Chunk): void {
    const half = { index: chunk.index + 1, rows: chunk.rows.splice(chunk.rows.length / 2) };
    for (const row of half.rows) this.#chunkOf.set(row, half);
    this.#chunks.splice(half.index, 0, half);
    for (const [index, each] of this.#chunks.entries()) each.index = index;
  }
}
