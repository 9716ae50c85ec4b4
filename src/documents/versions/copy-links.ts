// Copies links: the copy links to the version of each target that matches its own. If that version does not exist, the link is
// pending. Orders are those of the source.
import type { WriteSteps } from '../../storage/session.ts';
import { concurrently } from '../../storage/concurrently.ts';
import { rowsOfDocuments, type DocumentRow } from '../rows/document-rows.ts';
import { groupBy } from '../../base/group-by.ts';
import type { SlotsOf } from '../components/stored-components.ts';
import type { WriteContext } from '../write-context.ts';
import {
  insertCopies,
  isCopied,
  noSteps,
  planCopies,
  type CopyRoot,
  type ModelCopies,
  type RowCopy,
} from './copies.ts';
import { insertLinks, type NewLink } from './insert-links.ts';
import { linkKey, modelLink, ownLinks, readStoredLinks, type StoredLink } from './model-links.ts';
import {
  addPendingLinks,
  pendingLinksOf,
  toPendingLink,
  type PendingLink,
  type StoredPendingLink,
} from './pending-links.ts';
import { removeFulfilledPending, removeConflictingPending } from './remove-pending.ts';
import { readVersions, type Versions, type VersionSelector } from './read-versions.ts';

/** The links of rows, and their pending links. */
export interface LinksOfRows {
  readonly links: readonly StoredLink[];
  readonly pending: readonly StoredPendingLink[];
}

/**
 * Copies components and links to existing rows. The number of statements depends on the number of tables.
 * @param slotsOf The components of the sources
 */
export function* copyContents(
  context: WriteContext,
  roots: ModelCopies,
  slotsOf: SlotsOf,
): WriteSteps<void> {
  if (roots.copies.length === 0) return;
  const copies = planCopies(context, roots, slotsOf);
  const [links] = yield* concurrently([
    readSourceLinks(context, copies),
    insertCopies(context, copies, noSteps()),
  ]);
  yield* copyLinks(context, copies, links);
}

/** Reads the stored and pending links of the sources. */
export function* readSourceLinks(
  context: WriteContext,
  copies: readonly ModelCopies[],
): WriteSteps<LinksOfRows> {
  const [links, pending] = yield* concurrently([
    readLinksOf(context, copies),
    readWaiting(context, copies),
  ]);
  return withDistinctOrders({ links, pending });
}

/** Copies the links of the sources. */
export function* copyLinks(
  context: WriteContext,
  copies: readonly ModelCopies[],
  { links: stored, pending: waiting }: LinksOfRows,
): WriteSteps<void> {
  const orders = new FormerOrders(copies, stored);
  const [versions, found] = yield* concurrently([
    readTargets(context, copies, stored),
    copyPending(context, copies, { waiting, orders }),
  ]);
  const added: NewLink[] = [];
  const pending: PendingLink[] = [];
  const bySource = groupBy(stored, ({ link }) => link.uid);
  for (const group of copies) {
    const links = groupBy(bySource.get(group.uid) ?? [], ({ near }) => near);
    for (const copy of group.copies) {
      if (copy.to === 0) continue;
      for (const link of links.get(copy.from) ?? []) {
        if (!isCopied(group, link.link.attribute.name)) continue;
        const { version } = copy.root;
        const rows = versions.rowsOf(link.target, link.far, version);
        for (const far of rows) added.push(orders.linkTo(link, far, copy));
        // Drafts link only to existing rows, except for shared values, whose targets may not exist in the locale yet.
        const mayWait = version.status === 'published' || version.locale !== null;
        const isMissing = rows.length === 0 && mayWait;
        const target = isMissing ? versions.missing(link.target, link.far, version) : null;
        if (target) pending.push(toPending(link, copy, { ...target, uid: link.target }));
      }
    }
  }
  const links = [...added, ...found.added];
  const missing = [...pending, ...found.pending];
  yield* insertLinks(context, links);
  yield* concurrently([
    removeFulfilledPending(context, links),
    removeConflictingPending(context, missing),
  ]);
  yield* addPendingLinks(context, missing);
}

function readLinksOf(
  context: WriteContext,
  copies: readonly ModelCopies[],
): WriteSteps<readonly StoredLink[]> {
  const searches = copies.flatMap((group) => {
    const rows = [...new Set(group.copies.map(({ from }) => from))];
    const replaced = replacedRows(group);
    return ownLinks(context, group.uid)
      .filter(({ attribute }) => isCopied(group, attribute.name))
      .map((link) => ({
        link,
        side: 'near' as const,
        rows: link.storage.inverseOrder === null ? rows : [...rows, ...replaced],
      }));
  });
  return readStoredLinks(context, searches);
}

function readTargets(
  context: WriteContext,
  copies: readonly ModelCopies[],
  stored: readonly StoredLink[],
): WriteSteps<Versions> {
  const rows = new Map<string, Set<number>>();
  for (const { target, far } of stored) {
    const ids = rows.get(target) ?? new Set();
    rows.set(target, ids.add(far));
  }
  const roots = new Set<CopyRoot>();
  for (const group of copies) for (const { root } of group.copies) roots.add(root);
  const replaced = new Map<string, Set<number>>();
  for (const root of roots) {
    if (root.replaced === null) continue;
    const ids = replaced.get(root.uid) ?? new Set();
    replaced.set(root.uid, ids.add(root.replaced));
  }
  const acrossLocales = [...roots].some(({ version }) => version.locale !== null);
  return readVersions(context, rows, { replaced, acrossLocales });
}

/** Reads the pending links of the sources. */
function readWaiting(
  context: WriteContext,
  copies: readonly ModelCopies[],
): WriteSteps<readonly StoredPendingLink[]> {
  const rows = new Set<number>();
  for (const group of copies)
    for (const copy of group.copies) if (mayWait(context, copy)) rows.add(copy.from);
  return pendingLinksOf(context, [...rows]);
}

/** True if a row may have pending links: published rows, and drafts with locales, which may share values. */
function mayWait({ registry }: WriteContext, { root: { uid, source } }: RowCopy): boolean {
  return source === 'published' || registry.contentType(uid).localized;
}

interface Waiting {
  readonly waiting: readonly StoredPendingLink[];
  readonly orders: FormerOrders;
}

/** The links and pending links of copies. */
interface CopiedPending {
  readonly added: readonly NewLink[];
  readonly pending: readonly PendingLink[];
}

/** Copies pending links. If the target of the copy exists, it is linked immediately. */
function* copyPending(
  context: WriteContext,
  copies: readonly ModelCopies[],
  { waiting, orders }: Waiting,
): WriteSteps<CopiedPending> {
  if (waiting.length === 0) return { added: [], pending: [] };
  const bySource = groupBy(waiting, ({ source }) => sourceKey(source));
  const requested = copies.flatMap((group) =>
    group.copies.flatMap((copy) =>
      (bySource.get(sourceKey({ uid: group.uid, id: copy.from })) ?? []).flatMap((each) => {
        const link = modelLink(context, group.uid, each.attribute);
        const target = versionFor(context, each.target, copy.root.version);
        return link && target && copy.to !== 0 && isCopied(group, each.attribute)
          ? [{ each, copy, link, target }]
          : [];
      }),
    ),
  );
  const groups = [...groupBy(requested, ({ target }) => target.uid)];
  const found = yield* concurrently(
    groups.map(([uid, group]) => {
      const documents = group.map(({ target }) => target.documentId);
      return rowsOfDocuments(context, uid, documents);
    }),
  );
  const added: NewLink[] = [];
  const pending: PendingLink[] = [];
  for (const [i, [uid, group]] of groups.entries()) {
    const rows = new Map(found[i]?.map((row) => [versionKey(row), row.id]));
    for (const { each, copy, link, target } of group) {
      const { order, inverseOrder } = each;
      const far = rows.get(versionKey({ ...target, isDraft: target.status === 'draft' }));
      const pendingLink = { link, order, inverseOrder };
      if (far === undefined) pending.push(toPending(pendingLink, copy, target));
      else added.push(orders.linkTo({ ...pendingLink, target: uid, field: null }, far, copy));
    }
  }
  return { added, pending };
}

/** The target of the pending link of a copy; null if its type no longer exists. */
function versionFor(
  { registry }: WriteContext,
  target: PendingLink['target'],
  requested: VersionSelector,
): PendingLink['target'] | null {
  const type = registry.contentTypes.get(target.uid);
  if (!type) return null;
  return {
    ...target,
    locale: type.localized ? (requested.locale ?? target.locale) : target.locale,
    status: type.draftAndPublish ? (requested.status ?? target.status) : target.status,
  };
}

function versionKey({
  documentId,
  locale,
  isDraft,
}: Pick<DocumentRow, 'documentId' | 'locale' | 'isDraft'>): string {
  return JSON.stringify([documentId, locale, isDraft]);
}

function sourceKey({ uid, id }: PendingLink['source']): string {
  return `${uid} ${id}`;
}

/** The pending link of a copy. */
function toPending(
  { link, order, inverseOrder }: Pick<StoredLink, 'link' | 'order' | 'inverseOrder'>,
  { to, root }: RowCopy,
  target: PendingLink['target'],
): PendingLink {
  return toPendingLink({ link, near: to, order, inverseOrder }, root, target);
}

/**
 * The orders of copies are those of the source, with two exceptions: a list that starts with 0, as in new rows, starts with 1,
 * and a list with equal or missing orders is renumbered, since its copies would otherwise be sorted by other row ids.
 * @param rows Links in the order in which they are read
 */
function withDistinctOrders(rows: LinksOfRows): LinksOfRows {
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
class FormerOrders {
  readonly #orders: ReadonlyMap<string, number>;

  /** @param stored The links of the sources and of the replaced rows */
  constructor(copies: readonly ModelCopies[], stored: readonly StoredLink[]) {
    const replaced = new Map<string, ReadonlySet<number>>(
      copies.map((group) => [group.uid, new Set(replacedRows(group))]),
    );
    const orders = new Map<string, number>();
    for (const each of stored) {
      const { link, near, inverseOrder } = each;
      if (inverseOrder === null || !replaced.get(link.uid)?.has(near)) continue;
      orders.set(linkKey(each), inverseOrder);
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
    const former =
      replaced === null
        ? undefined
        : this.#orders.get(linkKey({ link, near: replaced, far, target }));
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
function replacedRows({ uid, copies }: ModelCopies): readonly number[] {
  const rows: number[] = [];
  for (const { root } of copies)
    if (root.uid === uid && root.replaced !== null) rows.push(root.replaced);
  return rows;
}
