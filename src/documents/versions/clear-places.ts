// In charge of the places of copies in lists: those of their sources, and in lists where these say too little, others.
// Links that stand ready are in these lists too.
import { groupedBy } from '../grouped-by.ts';
import type { StoredPendingLink } from './pending-links.ts';
import type { StoredLink } from './stored-links.ts';

/** The links of rows, and those that stand ready in them. */
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
