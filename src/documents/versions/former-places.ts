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
    this.#places = new Map(
      stored.flatMap(({ link, near, far, inverseOrder }) =>
        inverseOrder !== null && replaced.get(link.uid)?.has(near) === true
          ? [[placeKey(link, near, far), inverseOrder] as const]
          : [],
      ),
    );
  }

  /**
   * The link of a copy: as its source has it, but in the place of the row that goes. A link that a published row did not
   * have is the last one when that is published again.
   */
  linkTo(source: Omit<NewLink, 'near'>, { to, root: { replaced, version } }: RowCopy): NewLink {
    const { link, far, target, order, inverseOrder, field } = source;
    const former = replaced === null ? undefined : this.#places.get(placeKey(link, replaced, far));
    const isNew = replaced !== null && former === undefined && version.status === 'published';
    const place = { order, inverseOrder: former ?? inverseOrder, isLast: isNew };
    return { link, near: to, far, target, field, ...place };
  }
}

/** The rows that go for those copies that are of content-types. */
export function replacedRows({ uid, copies }: ModelCopies): readonly number[] {
  return copies.flatMap(({ root }) =>
    root.uid === uid && root.replaced !== null ? [root.replaced] : [],
  );
}

function placeKey({ uid, attribute }: ModelLink, near: number, far: number): string {
  return `${uid} ${attribute.name} ${near} ${far}`;
}
