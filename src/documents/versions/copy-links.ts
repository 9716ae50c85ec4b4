// In charge of the links of copies: each leads from the copy to that version of its target that the copy is of. What has
// no such version yet stands ready for it (decision D6). Places and orders are those of the source.
import type { Writing } from '../../storage/database.ts';
import { groupedBy } from '../grouped-by.ts';
import type { WriteContext } from '../write-context.ts';
import { withClearPlaces } from './clear-places.ts';
import { isCopied, type CopyRoot, type ModelCopies } from './copy.ts';
import { copyPending, readWaiting, toPending } from './copy-pending.ts';
import { FormerPlaces, replacedRows } from './former-places.ts';
import { insertLinks, type NewLink } from './insert-links.ts';
import { ownLinks } from './model-links.ts';
import { addPendingLinks, type PendingLink } from './pending-links.ts';
import { readStoredLinks, type StoredLink } from './stored-links.ts';
import { endWaiting, takePending } from './take-pending.ts';
import { readVersions, type Versions } from './versions-of.ts';

/** Gives copies the links of what they are copies of. */
export function* copyLinks(context: WriteContext, copies: readonly ModelCopies[]): Writing<void> {
  const { links: stored, waiting } = withClearPlaces({
    links: yield* readLinksOf(context, copies),
    waiting: yield* readWaiting(context, copies),
  });
  const versions = yield* readTargets(context, copies, stored);
  const places = new FormerPlaces(copies, stored);
  const added: NewLink[] = [];
  const pending: PendingLink[] = [];
  const bySource = groupedBy(stored, ({ link }) => link.uid);
  for (const group of copies) {
    const links = groupedBy(bySource.get(group.uid) ?? [], ({ near }) => near);
    for (const copy of group.copies) {
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
  const found = yield* copyPending(context, copies, { waiting, places });
  const links = [...added, ...found.added];
  yield* insertLinks(context, links);
  yield* endWaiting(context, links);
  const missing = [...pending, ...found.pending];
  yield* takePending(context, missing);
  yield* addPendingLinks(context, missing);
}

function readLinksOf(
  context: WriteContext,
  copies: readonly ModelCopies[],
): Writing<readonly StoredLink[]> {
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
): Writing<Versions> {
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
