// Places of copied links in lists: those of their sources, and those of the rows that are replaced.
import { groupedBy } from '../grouped-by.ts';
import type { ModelCopies, RowCopy } from './copies.ts';
import type { NewLink } from './insert-links.ts';
import type { ModelLink } from './model-links.ts';
import type { StoredPendingLink } from './pending-links.ts';
import type { StoredLink } from './stored-links.ts';

/** The links of rows, and their pending links. */
export interface LinksOfRows {
  readonly links: readonly StoredLink[];
  readonly waiting: readonly StoredPendingLink[];
}

/**
 * The places in copies: those of the source. A list that begins with 0, as those of new rows do, begins with 1; one in
 * which places are equal, or missing, is numbered as it is read: its copies would be read in the order of other rows.
 * @param rows Their links in the order in which they are read
 */
export function withClearPlaces(rows: LinksOfRows): LinksOfRows {
  const { links, waiting } = rows;
  const orders = new Map<Placed, number>();
  const lists = groupedBy<Placed, string>([...links.filter(hasPlace), ...waiting], listKey);
  for (const [, list] of lists) {
    const inOrder = list.toSorted((a, b) => placeOf(a) - placeOf(b));
    const isClear =
      inOrder.every(({ order }) => order !== null) &&
      new Set(inOrder.map(placeOf)).size === inOrder.length;
    const shift = inOrder[0]?.order === 0 ? 1 : 0;
    if (isClear && shift === 0) continue;
    for (const [i, item] of inOrder.entries())
      orders.set(item, isClear ? placeOf(item) + shift : i + 1);
  }
  const placed = <T extends Placed>(item: T): T => {
    const order = orders.get(item);
    return order === undefined ? item : { ...item, order };
  };
  return { links: links.map(placed), waiting: waiting.map(placed) };
}

type Placed = StoredLink | StoredPendingLink;

function hasPlace({ link }: StoredLink): boolean {
  return link.place.order !== null;
}

function placeOf({ order }: Placed): number {
  return order ?? 0;
}

function listKey(item: Placed): string {
  return 'link' in item
    ? `${item.link.uid} ${item.link.attribute.name} ${item.near}`
    : `${item.source.uid} ${item.attribute} ${item.source.id}`;
}

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
