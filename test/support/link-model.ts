// In-memory model of links: two sides with a list per row, which tests compare with the database.
import type { LinkedRow } from '../../src/documents/links/linked-row.ts';
import { reorder, type RowGroup } from '../../src/documents/links/order.ts';
import type { RowChange } from '../../src/documents/links/link-write.ts';

/** One side of a relation. */
export interface ModelSide {
  readonly toOne: boolean;
  /** A row of the other side belongs to one document of this side only. */
  readonly exclusive: boolean;
  /** Rows of one document on this side may share a row of the other one. */
  readonly shares: boolean;
  /** Only one row of a group is kept: the last one. */
  readonly keepsOneRow: boolean;
  /** The document of a row. */
  readonly documentOf: (row: LinkedRow) => unknown;
}

type Lists = Map<LinkedRow, readonly LinkedRow[]>;

/** A list of one side. */
export interface ModelWrite {
  readonly side: 'near' | 'far';
  readonly row: LinkedRow;
  readonly change: RowChange;
}

export class LinkModel {
  readonly #sides: Readonly<Record<'near' | 'far', ModelSide>>;
  #lists: Readonly<Record<'near' | 'far', Lists>> = { near: new Map(), far: new Map() };

  constructor(near: ModelSide, far: ModelSide) {
    this.#sides = { near, far };
  }

  list(side: 'near' | 'far', row: LinkedRow): readonly LinkedRow[] {
    return this.#lists[side].get(row) ?? [];
  }

  /** Applies all writes or none. @throws AppError as `writeLinks` does */
  write(writes: readonly ModelWrite[]): void {
    const before = { near: new Map(this.#lists.near), far: new Map(this.#lists.far) };
    try {
      for (const each of writes) this.#apply(each);
    } catch (error) {
      this.#lists = before;
      throw error;
    }
  }

  #apply({ side, row, change }: ModelWrite): void {
    const other = side === 'near' ? 'far' : 'near';
    const { exclusive, shares, documentOf } = this.#sides[side];
    const current = this.list(side, row);
    const list = this.#wanted(side, current, change);
    for (const far of current) if (!list.includes(far)) this.#drop(side, row, far);
    for (const far of list) {
      if (!current.includes(far)) this.#lists[other].set(far, [...this.list(other, far), row]);
    }
    this.#lists[side].set(row, list);
    if (!exclusive) return;
    const named =
      change.kind === 'set' ? change.rows : change.change.connect.map(({ rows }) => rows);
    for (const far of named.flat().filter((each) => list.includes(each))) {
      for (const holder of this.list(other, far)) {
        const isShared = shares && documentOf(holder) === documentOf(row);
        if (holder !== row && !isShared) this.#drop(side, holder, far);
      }
    }
  }

  #drop(side: 'near' | 'far', row: LinkedRow, far: LinkedRow): void {
    const other = side === 'near' ? 'far' : 'near';
    this.#lists[side].set(
      row,
      this.list(side, row).filter((each) => each !== far),
    );
    this.#lists[other].set(
      far,
      this.list(other, far).filter((each) => each !== row),
    );
  }

  #wanted(side: 'near' | 'far', current: RowGroup, change: RowChange): RowGroup {
    const { toOne, keepsOneRow } = this.#sides[side];
    const kept = (rows: RowGroup): RowGroup => (keepsOneRow ? rows.slice(-1) : rows);
    if (change.kind === 'set') {
      return [...new Set((toOne ? change.rows.slice(-1) : change.rows).flatMap(kept))];
    }
    const { connect, disconnect } = change.change;
    if (!toOne) return reorder(current, change.change);
    // Only for its errors: a single target has no position.
    const plain = connect.map(({ rows, position }) =>
      'anchor' in position && rows.some((each) => position.anchor.includes(each))
        ? { rows, position }
        : { rows, position: { at: 'end' } as const },
    );
    reorder([], { connect: plain, disconnect: [], strict: true });
    const connected = connect.flatMap(({ rows }) => rows);
    const left = current.filter(
      (row) => !disconnect.flat().includes(row) || connected.includes(row),
    );
    const target = connect.at(-1)?.rows;
    if (!target) return left;
    const document = this.#sides[side === 'near' ? 'far' : 'near'].documentOf;
    const siblings = keepsOneRow
      ? []
      : [...left, ...connected].filter((row) => document(row) === document(target[0] ?? 0));
    return [...new Set([...kept(target), ...siblings])];
  }
}
