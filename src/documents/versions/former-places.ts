// In charge of where rows that are replaced stand in the lists of the rows that they are linked to: what takes their
// place stands there too (spec/lifecycle.md section 5.2).
import type { ModelCopies, RowCopy } from './copy.ts';
import type { NewLink } from './insert-links.ts';
import type { ModelLink } from './model-links.ts';
import type { StoredLink } from './stored-links.ts';

/** The places of rows that go. */
export class FormerPlaces {
  readonly #places: ReadonlyMap<string, number>;

  /** @param stored The links of what is copied and of the rows that go for the copies */
  constructor(copies: readonly ModelCopies[], stored: readonly StoredLink[]) {
    const replaced = new Map<string, ReadonlySet<number>>(
      copies.map((group) => [group.uid, new Set(replacedRows(group))]),
    );
    const places = new Map<string, number>();
    for (const { link, near, far, inverseOrder } of stored) {
      if (inverseOrder === null || !replaced.get(link.uid)?.has(near)) continue;
      places.set(placeKey(link, near, far), inverseOrder);
    }
    this.#places = places;
  }

  /**
   * The link of a copy: as its source has it, but in the place of the row that goes. A link that a published row did not
   * have is the last one when that is published again.
   */
  linkTo(
    { link, target, order, inverseOrder, field }: Omit<NewLink, 'near' | 'far'>,
    far: number,
    { to, root: { replaced, version } }: RowCopy,
  ): NewLink {
    const former = replaced === null ? undefined : this.#places.get(placeKey(link, replaced, far));
    const isLast = replaced !== null && former === undefined && version.status === 'published';
    return {
      link,
      near: to,
      far,
      target,
      field,
      order,
      inverseOrder: former ?? inverseOrder,
      isLast,
    };
  }
}

/** The rows that go for those copies that are of content-types. */
export function replacedRows({ uid, copies }: ModelCopies): readonly number[] {
  const rows: number[] = [];
  for (const { root } of copies)
    if (root.uid === uid && root.replaced !== null) rows.push(root.replaced);
  return rows;
}

function placeKey({ uid, attribute }: ModelLink, near: number, far: number): string {
  return `${uid} ${attribute.name} ${near} ${far}`;
}
