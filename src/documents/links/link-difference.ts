// In charge of how the links that are to be differ from those that are there.
import type { LinkPlace } from './link-place.ts';
import type { LinkedRow } from './linked-row.ts';
import type { PresentLink, PresentLinks } from './present-links.ts';
import { placedNumbers, type NumberingEnd } from './link-numbers.ts';
import type { WantedLinks } from './wanted-links.ts';

export interface LinkDifference {
  readonly removed: readonly PresentLink[];
  /** Links that stay, at another place. */
  readonly moved: readonly (readonly [id: number, order: number])[];
  readonly added: readonly AddedLink[];
}

/** A link that is to be, and the place among the far rows of its near one, from 1. */
export type AddedLink = readonly [near: number, far: LinkedRow, order: number];

/** What `linkDifference` compares. */
export interface LinkStates {
  readonly present: PresentLinks;
  readonly wanted: WantedLinks;
  /** Links of other rows that end. */
  readonly taken: readonly PresentLink[];
  /** What is placed, of near rows whose other links keep their numbers. */
  readonly placed: ReadonlyMap<number, PlacedLinks>;
  /** Near rows whose orders begin with 0. */
  readonly fromZero: ReadonlySet<number>;
  /** True where links that stay in their order keep their numbers: others stand ready between them. */
  readonly keepsNumbers: boolean;
}

/** What a change of one near row places among its links. */
export interface PlacedLinks extends NumberingEnd {
  readonly rows: ReadonlySet<LinkedRow>;
}

/** What has to be written; new orders go 1, 2, 3…, or 0, 1, 2… */
export function linkDifference(
  { order, repeats }: Pick<LinkPlace, 'order' | 'repeats'>,
  { present, wanted, taken, placed, fromZero, keepsNumbers }: LinkStates,
): LinkDifference {
  const removed = new Map(taken.map((link) => [link.id, link]));
  const moved: (readonly [id: number, order: number])[] = [];
  const added: AddedLink[] = [];
  for (const [near, rows] of wanted) {
    const left = new Map<LinkedRow, PresentLink[]>();
    for (const link of present.get(near) ?? []) {
      const others = left.get(link.far);
      if (!others) left.set(link.far, [link]);
      else if (repeats) others.push(link);
      // Another program's table may lack the unique index: the second of two equal links is one too many.
      else removed.set(link.id, link);
    }
    const first = fromZero.has(near) ? 0 : 1;
    const change = placed.get(near);
    const spaced = change ? spacedNumbers(rows, left, change) : null;
    const numbers = spaced ?? (keepsNumbers ? keptNumbers(rows, left) : null);
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

/** Numbers of what is placed; null if there is no room for them, or what stays has none. */
function spacedNumbers(
  rows: readonly LinkedRow[],
  links: ReadonlyMap<LinkedRow, readonly PresentLink[]>,
  placed: PlacedLinks,
): readonly number[] | null {
  const kept: (readonly number[] | null)[] = [];
  for (const row of rows) {
    const numbers = links.get(row)?.map(({ order }) => order) ?? [];
    if (placed.rows.has(row)) kept.push(null);
    else if (numbers.length > 0 && numbers.every(isNumber)) kept.push(numbers);
    else return null;
  }
  return placedNumbers(kept, placed);
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

/** The numbers that rows have, new ones behind them; null where these are not in the order of the rows. */
function keptNumbers(
  rows: readonly LinkedRow[],
  links: ReadonlyMap<LinkedRow, readonly PresentLink[]>,
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
