// In charge of how the links that are to be differ from those that are there.
import type { NewLink } from '../../storage/link-statements.ts';
import type { LinkPlace } from './link-place.ts';
import type { PresentLink, PresentLinks } from './present-links.ts';
import type { WantedLinks } from './wanted-links.ts';

export interface LinkDifference {
  readonly removed: readonly PresentLink[];
  /** Links that stay, at another place. */
  readonly moved: readonly (readonly [id: number, order: number])[];
  readonly added: readonly NewLink[];
}

/** What `linkDifference` compares. */
export interface LinkStates {
  readonly present: PresentLinks;
  readonly wanted: WantedLinks;
  /** Links of other rows that end. */
  readonly taken: readonly PresentLink[];
}

/** What has to be written; orders go 1, 2, 3… */
export function linkDifference(
  { order }: Pick<LinkPlace, 'order'>,
  { present, wanted, taken }: LinkStates,
): LinkDifference {
  const removed = new Map(taken.map((link) => [link.id, link]));
  const moved: (readonly [id: number, order: number])[] = [];
  const added: NewLink[] = [];
  for (const [near, rows] of wanted) {
    const left = new Map<number, PresentLink>();
    for (const link of present.get(near) ?? []) {
      // Another program's table may lack the unique index: the second of two equal links is one too many.
      if (left.has(link.far)) removed.set(link.id, link);
      else left.set(link.far, link);
    }
    for (const [i, far] of rows.entries()) {
      const link = left.get(far);
      left.delete(far);
      if (!link) added.push([near, far, i + 1]);
      else if (order !== null && link.order !== i + 1) moved.push([link.id, i + 1]);
    }
    for (const link of left.values()) removed.set(link.id, link);
  }
  return { removed: [...removed.values()], moved, added };
}
