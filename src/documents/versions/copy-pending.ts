// In charge of the links that stand ready in rows that are copied: their copies get them at once, or wait as well.
import type { Writing } from '../../storage/database.ts';
import { rowsOfDocuments, type DocumentRow } from '../document-rows.ts';
import { groupedBy } from '../grouped-by.ts';
import type { WriteContext } from '../write-context.ts';
import { isCopied, type ModelCopies, type RowCopy } from './copy.ts';
import type { FormerPlaces } from './former-places.ts';
import type { NewLink } from './insert-links.ts';
import { modelLink } from './model-links.ts';
import { pendingLinksOf, type PendingLink, type StoredPendingLink } from './pending-links.ts';
import type { StoredLink } from './stored-links.ts';
import type { WantedVersion } from './versions-of.ts';

/** What copies get, and what they wait for. */
export interface CopiedPending {
  readonly added: readonly NewLink[];
  readonly pending: readonly PendingLink[];
}

/** The links that stand ready in what is copied. */
export function readWaiting(
  context: WriteContext,
  copies: readonly ModelCopies[],
): Writing<readonly StoredPendingLink[]> {
  const rows = new Set<number>();
  for (const group of copies)
    for (const copy of group.copies) if (mayWait(context, copy)) rows.add(copy.from);
  return pendingLinksOf(context, [...rows]);
}

interface Waiting {
  /** The links that stand ready in what is copied. */
  readonly waiting: readonly StoredPendingLink[];
  readonly places: FormerPlaces;
}

/** Links that stand ready are copied too: where the version that they are to lead to is there, it is linked at once. */
export function* copyPending(
  context: WriteContext,
  copies: readonly ModelCopies[],
  { waiting, places }: Waiting,
): Writing<CopiedPending> {
  if (waiting.length === 0) return { added: [], pending: [] };
  const bySource = groupedBy(waiting, ({ source }) => sourceKey(source));
  const wanted = copies.flatMap((group) =>
    group.copies.flatMap((copy) =>
      (bySource.get(sourceKey({ uid: group.uid, id: copy.from })) ?? []).flatMap((each) => {
        const link = modelLink(context, group.uid, each.attribute);
        const target = versionFor(context, each.target, copy.root.version);
        return link && target && isCopied(group, each.attribute)
          ? [{ each, copy, link, target }]
          : [];
      }),
    ),
  );
  const added: NewLink[] = [];
  const pending: PendingLink[] = [];
  for (const [uid, group] of groupedBy(wanted, ({ target }) => target.uid)) {
    const documents = group.map(({ target }) => target.documentId);
    const rows = new Map(
      (yield* rowsOfDocuments(context, uid, documents)).map((row) => [versionKey(row), row.id]),
    );
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

/** Published rows wait, and drafts of types with locales: they may share what is not in every locale. */
function mayWait({ registry }: WriteContext, { root: { uid, source } }: RowCopy): boolean {
  return source === 'published' || registry.contentType(uid).localized;
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
export function toPending(
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
