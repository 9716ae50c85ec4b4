// Computes the difference between stored and desired links.
import type { LinkStorage } from './link-storage.ts';
import type { LinkedRow } from './linked-row.ts';
import type { ExistingLink, ExistingLinks } from './read-links.ts';
import { numberRows, type NumberingEnd } from './link-numbers.ts';
import type { DesiredLinks } from './desired-links.ts';

export interface LinkDifference {
  readonly removed: readonly ExistingLink[];
  /** Links whose order changes. */
  readonly moved: readonly (readonly [id: number, order: number])[];
  readonly added: readonly AddedLink[];
}

/** A link to be added, and its order among the links of the near row, starting with 1. */
export type AddedLink = readonly [near: number, far: LinkedRow, order: number];

/** The links to compare. */
export interface LinkStates {
  readonly present: ExistingLinks;
  readonly desired: DesiredLinks;
  /** Links of other rows to be removed. */
  readonly taken: readonly ExistingLink[];
  /** Links with a new position, for near rows whose other links keep their order. */
  readonly positioned: ReadonlyMap<number, PositionedLinks>;
  /** Near rows whose order starts with 0. */
  readonly fromZero: ReadonlySet<number>;
  /** True if links keep their order when possible, since there may be pending links between them. */
  readonly keepsNumbers: boolean;
}

/** The links of one near row that get a new position. */
export interface PositionedLinks extends NumberingEnd {
  readonly rows: ReadonlySet<LinkedRow>;
}

/** Computes the difference. New orders are 1, 2, 3…, or 0, 1, 2… */
export function linkDifference(
  { order, repeats }: Pick<LinkStorage, 'order' | 'repeats'>,
  { present, desired, taken, positioned, fromZero, keepsNumbers }: LinkStates,
): LinkDifference {
  const removed = new Map(taken.map((link) => [link.id, link]));
  const moved: (readonly [id: number, order: number])[] = [];
  const added: AddedLink[] = [];
  for (const [near, rows] of desired) {
    const left = new Map<LinkedRow, ExistingLink[]>();
    for (const link of present.get(near) ?? []) {
      const others = left.get(link.far);
      if (!others) left.set(link.far, [link]);
      else if (repeats) others.push(link);
      // The table of another program may lack the unique index: repeated links are removed.
      else removed.set(link.id, link);
    }
    const first = fromZero.has(near) ? 0 : 1;
    const change = positioned.get(near);
    const spaced = change ? spacedNumbers(rows, left, change) : null;
    const numbers = spaced ?? (keepsNumbers ? existingOrders(rows, left) : null);
    for (const [i, far] of rows.entries()) {
      const at = numbers?.[i] ?? first + i;
      const links = left.get(far) ?? [];
      left.delete(far);
      if (links.length === 0) added.push([near, far, at]);
      if (order === null || (spaced && !change?.rows.has(far))) continue;
      for (const link of links) if (link.order !== at) moved.push([link.id, at]);
    }
    for (const link of [...left.values()].flat()) removed.set(link.id, link);
  }
  return { removed: [...removed.values()], moved, added };
}

/** Orders for positioned links; null if there is no room between others, or another link has no order. */
function spacedNumbers(
  rows: readonly LinkedRow[],
  links: ReadonlyMap<LinkedRow, readonly ExistingLink[]>,
  placed: PositionedLinks,
): readonly number[] | null {
  const kept: (readonly number[] | null)[] = [];
  for (const row of rows) {
    const numbers = links.get(row)?.map(({ order }) => order) ?? [];
    if (placed.rows.has(row)) kept.push(null);
    else if (numbers.length > 0 && numbers.every(isNumber)) kept.push(numbers);
    else return null;
  }
  return numberRows(kept, placed);
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

/** The existing orders, followed by new ones; null if they do not match the order of the rows. */
function existingOrders(
  rows: readonly LinkedRow[],
  links: ReadonlyMap<LinkedRow, readonly ExistingLink[]>,
): readonly number[] | null {
  const numbers: number[] = [];
  for (const row of rows) {
    const [link, other] = links.get(row) ?? [];
    const last = numbers.at(-1) ?? 0;
    const number = link ? link.order : last + 1;
    if (other || typeof number !== 'number' || number <= last) return null;
    numbers.push(number);
  }
  return numbers;
}
