// The order of copied links: that of their sources, and that of the links of replaced rows.
import { groupBy } from '../../base/group-by.ts';
import type { ModelCopies, RowCopy } from './copies.ts';
import type { NewLink } from './insert-links.ts';
import type { ModelLink } from './model-links.ts';
import type { StoredPendingLink } from './pending-links.ts';
import type { StoredLink } from './stored-links.ts';

/** The links of rows, and their pending links. */
export interface LinksOfRows {
  readonly links: readonly StoredLink[];
  readonly pending: readonly StoredPendingLink[];
}

/**
 * The orders of copies are those of the source, with two exceptions: a list that starts with 0, as in new rows, starts with 1,
 * and a list with equal or missing orders is renumbered, since its copies would otherwise be sorted by other row ids.
 * @param rows Links in the order in which they are read
 */
export function withDistinctOrders(rows: LinksOfRows): LinksOfRows {
  const { links, pending } = rows;
  const orders = new Map<OrderedLink, number>();
  const lists = groupBy<OrderedLink, string>([...links.filter(hasOrder), ...pending], listKey);
  for (const [, list] of lists) {
    const inOrder = list.toSorted((a, b) => orderOf(a) - orderOf(b));
    const isClear =
      inOrder.every(({ order }) => order !== null) &&
      new Set(inOrder.map(orderOf)).size === inOrder.length;
    const shift = inOrder[0]?.order === 0 ? 1 : 0;
    if (isClear && shift === 0) continue;
    for (const [i, item] of inOrder.entries())
      orders.set(item, isClear ? orderOf(item) + shift : i + 1);
  }
  const withOrder = <T extends OrderedLink>(item: T): T => {
    const order = orders.get(item);
    return order === undefined ? item : { ...item, order };
  };
  return { links: links.map(withOrder), pending: pending.map(withOrder) };
}

type OrderedLink = StoredLink | StoredPendingLink;

function hasOrder({ link }: StoredLink): boolean {
  return link.storage.order !== null;
}

function orderOf({ order }: OrderedLink): number {
  return order ?? 0;
}

function listKey(item: OrderedLink): string {
  return 'link' in item
    ? `${item.link.uid} ${item.link.attribute.name} ${item.near}`
    : `${item.source.uid} ${item.attribute} ${item.source.id}`;
}

/** The inverse orders of the links of replaced rows. */
export class FormerOrders {
  readonly #orders: ReadonlyMap<string, number>;

  /** @param stored The links of the sources and of the replaced rows */
  constructor(copies: readonly ModelCopies[], stored: readonly StoredLink[]) {
    const replaced = new Map<string, ReadonlySet<number>>(
      copies.map((group) => [group.uid, new Set(replacedRows(group))]),
    );
    const orders = new Map<string, number>();
    for (const { link, near, far, inverseOrder } of stored) {
      if (inverseOrder === null || !replaced.get(link.uid)?.has(near)) continue;
      orders.set(linkKey(link, near, far), inverseOrder);
    }
    this.#orders = orders;
  }

  /**
   * The link of a copy: like that of its source, but with the inverse order of the replaced row. A link that the replaced
   * published row did not have is added last.
   */
  linkTo(
    { link, target, order, inverseOrder, field }: Omit<NewLink, 'near' | 'far'>,
    far: number,
    { to, root: { replaced, version } }: RowCopy,
  ): NewLink {
    const former = replaced === null ? undefined : this.#orders.get(linkKey(link, replaced, far));
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

/** The rows that are replaced by copies of content-types. */
export function replacedRows({ uid, copies }: ModelCopies): readonly number[] {
  const rows: number[] = [];
  for (const { root } of copies)
    if (root.uid === uid && root.replaced !== null) rows.push(root.replaced);
  return rows;
}

function linkKey({ uid, attribute }: ModelLink, near: number, far: number): string {
  return `${uid} ${attribute.name} ${near} ${far}`;
}
