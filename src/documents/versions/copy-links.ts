// Links of copies: each leads from the copy to the version of its target that the copy is of. If there is no such version
// yet, the link is pending. Places and orders are those of the source.
import type { WriteSteps } from '../../storage/database.ts';
import { together } from '../../storage/together.ts';
import { rowsOfDocuments, type DocumentRow } from '../document-rows.ts';
import { groupedBy } from '../grouped-by.ts';
import type { PlacesIn } from '../placed-components.ts';
import type { WriteContext } from '../write-context.ts';
import {
  insertCopies,
  isCopied,
  nothing,
  planCopies,
  type CopyRoot,
  type ModelCopies,
  type RowCopy,
} from './copies.ts';
import { FormerPlaces, replacedRows, withClearPlaces, type LinksOfRows } from './link-places.ts';
import { insertLinks, type NewLink } from './insert-links.ts';
import { modelLink, ownLinks } from './model-links.ts';
import {
  addPendingLinks,
  pendingLinksOf,
  type PendingLink,
  type StoredPendingLink,
} from './pending-links.ts';
import { readStoredLinks, type StoredLink } from './stored-links.ts';
import { endWaiting, takePending } from './end-pending.ts';
import { readVersions, type Versions, type WantedVersion } from './versions-of.ts';

/**
 * Gives rows that are there copies of the components and links of others, in a number of statements that depends on the
 * tables that these have something in.
 * @param placesIn What stands in the others
 */
export function* copyParts(
  context: WriteContext,
  roots: ModelCopies,
  placesIn: PlacesIn,
): WriteSteps<void> {
  if (roots.copies.length === 0) return;
  const copies = planCopies(context, roots, placesIn);
  const [links] = yield* together([
    readSourceLinks(context, copies),
    insertCopies(context, copies, nothing()),
  ]);
  yield* copyLinks(context, copies, links);
}

/** Reads the links of what is copied, stored and pending. */
export function* readSourceLinks(
  context: WriteContext,
  copies: readonly ModelCopies[],
): WriteSteps<LinksOfRows> {
  const [links, waiting] = yield* together([
    readLinksOf(context, copies),
    readWaiting(context, copies),
  ]);
  return withClearPlaces({ links, waiting });
}

/** Gives copies the links of what they are copies of. */
export function* copyLinks(
  context: WriteContext,
  copies: readonly ModelCopies[],
  { links: stored, waiting }: LinksOfRows,
): WriteSteps<void> {
  const places = new FormerPlaces(copies, stored);
  const [versions, found] = yield* together([
    readTargets(context, copies, stored),
    copyPending(context, copies, { waiting, places }),
  ]);
  const added: NewLink[] = [];
  const pending: PendingLink[] = [];
  const bySource = groupedBy(stored, ({ link }) => link.uid);
  for (const group of copies) {
    const links = groupedBy(bySource.get(group.uid) ?? [], ({ near }) => near);
    for (const copy of group.copies) {
      if (copy.to === 0) continue;
      for (const link of links.get(copy.from) ?? []) {
        if (!isCopied(group, link.link.attribute.name)) continue;
        const { version } = copy.root;
        const rows = versions.rowsOf(link.target, link.far, version);
        for (const far of rows) added.push(places.linkTo(link, far, copy));
        // Drafts of one locale link what is there: only what locales share may lead to where nothing is yet.
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
  yield* together([endWaiting(context, links), takePending(context, missing)]);
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
        rows: link.place.inverseOrder === null ? rows : [...rows, ...replaced],
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

/** The pending links of what is copied. */
function readWaiting(
  context: WriteContext,
  copies: readonly ModelCopies[],
): WriteSteps<readonly StoredPendingLink[]> {
  const rows = new Set<number>();
  for (const group of copies)
    for (const copy of group.copies) if (mayWait(context, copy)) rows.add(copy.from);
  return pendingLinksOf(context, [...rows]);
}

/** Published rows have pending links, and drafts of types with locales: they may share what is not in every locale. */
function mayWait({ registry }: WriteContext, { root: { uid, source } }: RowCopy): boolean {
  return source === 'published' || registry.contentType(uid).localized;
}

interface Waiting {
  readonly waiting: readonly StoredPendingLink[];
  readonly places: FormerPlaces;
}

/** What copies get, and what they wait for. */
interface CopiedPending {
  readonly added: readonly NewLink[];
  readonly pending: readonly PendingLink[];
}

/** Pending links are copied too: if the version that they are to lead to is there, it is linked at once. */
function* copyPending(
  context: WriteContext,
  copies: readonly ModelCopies[],
  { waiting, places }: Waiting,
): WriteSteps<CopiedPending> {
  if (waiting.length === 0) return { added: [], pending: [] };
  const bySource = groupedBy(waiting, ({ source }) => sourceKey(source));
  const wanted = copies.flatMap((group) =>
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
  const groups = [...groupedBy(wanted, ({ target }) => target.uid)];
  const found = yield* together(
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
      const place = { link, order, inverseOrder };
      if (far === undefined) pending.push(toPending(place, copy, target));
      else added.push(places.linkTo({ ...place, target: uid, field: null }, far, copy));
    }
  }
  return { added, pending };
}

/** What a link of a copy waits for; null where the type is gone. */
function versionFor(
  { registry }: WriteContext,
  target: PendingLink['target'],
  wanted: WantedVersion,
): PendingLink['target'] | null {
  const type = registry.contentTypes.get(target.uid);
  if (!type) return null;
  return {
    ...target,
    locale: type.localized ? (wanted.locale ?? target.locale) : target.locale,
    status: type.draftAndPublish ? (wanted.status ?? target.status) : target.status,
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

/** A link that a copy is to have, once there is a row that it can lead to. */
function toPending(
  { link, order, inverseOrder }: Pick<StoredLink, 'link' | 'order' | 'inverseOrder'>,
  { to, root }: RowCopy,
  target: PendingLink['target'],
): PendingLink {
  return {
    owner: { uid: root.uid, id: root.id },
    source: { uid: link.uid, id: to },
    attribute: link.attribute.name,
    target,
    order,
    inverseOrder,
  };
}
