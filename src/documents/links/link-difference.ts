// In charge of how the links that are to be differ from those that are there.
import type { LinkPlace } from './link-place.ts';
import type { LinkedRow } from './linked-row.ts';
import type { PresentLink, PresentLinks } from './present-links.ts';
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
  /** Near rows whose orders begin with 0. */
  readonly fromZero: ReadonlySet<number>;
}

/** What has to be written; orders go 1, 2, 3…, or 0, 1, 2… */
export function linkDifference(
  { order, repeats }: Pick<LinkPlace, 'order' | 'repeats'>,
  { present, wanted, taken, fromZero }: LinkStates,
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
    for (const [i, far] of rows.entries()) {
      const at = first + i;
      const links = left.get(far) ?? [];
      left.delete(far);
      if (links.length === 0) added.push([near, far, at]);
      if (order === null) continue;
      for (const link of links) if (link.order !== at) moved.push([link.id, at]);
    }
    for (const link of [...left.values()].flat()) removed.set(link.id, link);
  }
  return { removed: [...removed.values()], moved, added };
}
