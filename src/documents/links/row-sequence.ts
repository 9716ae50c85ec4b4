// In charge of a long list of rows that is rearranged often: rows are found by their id, taken out and put in at any
// place without walking the list. It is kept in pieces of a bounded length.
import type { LinkedRow } from './linked-row.ts';

/** How long a piece may get before it is cut in two. */
const LONGEST = 512;

interface Piece {
  /** Its place among the pieces. */
  place: number;
  readonly rows: LinkedRow[];
}

/** Distinct rows in an order. */
export class RowSequence {
  readonly #pieces: Piece[] = [];
  readonly #pieceOf = new Map<LinkedRow, Piece>();

  constructor(rows: readonly LinkedRow[]) {
    for (let start = 0; start < rows.length || start === 0; start += LONGEST) {
      const piece = { place: this.#pieces.length, rows: rows.slice(start, start + LONGEST) };
      this.#pieces.push(piece);
      for (const row of piece.rows) this.#pieceOf.set(row, piece);
    }
  }

  has(row: LinkedRow): boolean {
    return this.#pieceOf.has(row);
  }

  remove(row: LinkedRow): void {
    const piece = this.#pieceOf.get(row);
    piece?.rows.splice(piece.rows.indexOf(row), 1);
    this.#pieceOf.delete(row);
  }

  /** Puts new rows before or after all others, in the order given. */
  addAt(end: 'start' | 'end', rows: readonly LinkedRow[]): void {
    const piece = this.#pieces.at(end === 'start' ? 0 : -1);
    if (piece) this.#insert(piece, end === 'start' ? 0 : piece.rows.length, rows);
  }

  /** Puts new rows directly before or after one that is there, in the order given. */
  addBeside(side: 'before' | 'after', anchor: LinkedRow, rows: readonly LinkedRow[]): void {
    const piece = this.#pieceOf.get(anchor);
    if (!piece) throw new Error(`row ${anchor} is not in the sequence`);
    this.#insert(piece, piece.rows.indexOf(anchor) + (side === 'after' ? 1 : 0), rows);
  }

  /** The first or the last of some rows as they stand in the sequence; those that are not there do not count. */
  outermost(side: 'first' | 'last', rows: readonly LinkedRow[]): LinkedRow | undefined {
    const present = rows.filter((row) => this.has(row));
    return present.reduce<LinkedRow | undefined>((found, row) => {
      if (found === undefined) return row;
      return this.#isBefore(row, found) === (side === 'first') ? row : found;
    }, undefined);
  }

  toArray(): readonly LinkedRow[] {
    return this.#pieces.flatMap(({ rows }) => rows);
  }

  #isBefore(row: LinkedRow, other: LinkedRow): boolean {
    const [own, its] = [this.#pieceOf.get(row), this.#pieceOf.get(other)];
    if (!own || !its || own !== its) return (own?.place ?? 0) < (its?.place ?? 0);
    return own.rows.indexOf(row) < own.rows.indexOf(other);
  }

  #insert(piece: Piece, index: number, rows: readonly LinkedRow[]): void {
    piece.rows.splice(index, 0, ...rows);
    for (const row of rows) this.#pieceOf.set(row, piece);
    if (piece.rows.length > LONGEST) this.#cut(piece);
  }

  #cut(piece: Piece): void {
    const half = { place: piece.place + 1, rows: piece.rows.splice(piece.rows.length / 2) };
    for (const row of half.rows) this.#pieceOf.set(row, half);
    this.#pieces.splice(half.place, 0, half);
    for (const [place, each] of this.#pieces.entries()) each.place = place;
  }
}
