// In charge of the links that stand ready in published rows, where these are copied: a draft gets them at once, another
// published row waits as well.
import type { Writing } from '../../storage/database.ts';
import { rowsOfDocuments } from '../document-rows.ts';
import { groupedBy } from '../grouped-by.ts';
import type { WriteContext } from '../write-context.ts';
import { isCopied, type ModelCopies, type RowCopy } from './copy.ts';
import type { FormerPlaces } from './former-places.ts';
import type { NewLink } from './insert-links.ts';
import { modelLink } from './model-links.ts';
import { pendingLinksOf, type PendingLink } from './pending-links.ts';
import type { StoredLink } from './stored-links.ts';

/** What copies get, and what they wait for. */
export interface CopiedPending {
  readonly added: readonly NewLink[];
  readonly pending: readonly PendingLink[];
}

/** Links that stand ready in published rows are copied too: a draft gets them at once. */
export function* copyPending(
  context: WriteContext,
  copies: readonly ModelCopies[],
  formerPlaces: FormerPlaces,
): Writing<CopiedPending> {
  const published = copies.flatMap((group) =>
    group.copies.flatMap((copy) => (copy.root.source === 'published' ? [{ group, copy }] : [])),
  );
  const rows = [...new Set(published.map(({ copy }) => copy.from))];
  const stored = yield* pendingLinksOf(context, rows);
  if (stored.length === 0) return { added: [], pending: [] };
  const bySource = groupedBy(stored, ({ source }) => sourceKey(source));
  const wanted = published.flatMap(({ group, copy }) =>
    (bySource.get(sourceKey({ uid: group.uid, id: copy.from })) ?? []).flatMap((each) => {
      const link = modelLink(context, group.uid, each.attribute);
      return link && isCopied(group, each.attribute) ? [{ each, copy, link }] : [];
    }),
  );
  const added: NewLink[] = [];
  const pending: PendingLink[] = [];
  for (const [uid, group] of groupedBy(wanted, ({ each }) => each.target.uid)) {
    const type = context.registry.contentTypes.get(uid);
    if (!type) continue;
    const documents = group.map(({ each }) => each.target.documentId);
    const rows = yield* rowsOfDocuments(context, uid, documents);
    for (const { each, copy, link } of group) {
      const { status, locale: wantedLocale } = copy.root.version;
      const { documentId } = each.target;
      const locale = type.localized ? (wantedLocale ?? each.target.locale) : each.target.locale;
      const row = rows.find(
        (other) =>
          other.documentId === documentId &&
          other.locale === locale &&
          other.isDraft === (status === 'draft'),
      );
      const { order, inverseOrder } = each;
      const places = { link, order, inverseOrder };
      const source = { ...places, target: uid, field: null };
      if (row) added.push(formerPlaces.linkTo({ ...source, far: row.id }, copy));
      else if (status === 'published') {
        pending.push(toPending(places, copy, { uid, documentId, locale }));
      }
    }
  }
  return { added, pending };
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
