// Relinks documents that get drafts. Before, their only row linked to drafts and published rows of other types; now drafts link
// to drafts, and published rows to published ones.
import type { WriteSteps } from '../../storage/session.ts';
import { groupBy } from '../../base/group-by.ts';
import { typedRow } from '../links/linked-row.ts';
import { storeLinks } from '../links/store-links.ts';
import { rootCopy, type ModelCopies } from '../versions/copies.ts';
import { insertLinks, type NewLink } from '../versions/insert-links.ts';
import { linkKey, modelLink, ownLinks, type StoredLink } from '../versions/model-links.ts';
import {
  addPendingLinks,
  pendingLinksOf,
  toPendingLink,
  type PendingLink,
} from '../versions/pending-links.ts';
import type { Versions } from '../versions/read-versions.ts';
import type { WriteContext } from '../write-context.ts';
import { isTwoWay, type DraftedDocument, type DraftLinkOptions } from './draft-links.ts';
import {
  DRAFT,
  isDraft,
  PUBLISHED,
  readTargetVersions,
  readServedLinks,
  removeLinks,
} from './far-versions.ts';
import { onlyAvailable } from './available-links.ts';

/** Documents, and the copies of their published rows and components. */
export interface DraftCopies {
  readonly groups: readonly ModelCopies[];
  readonly documents: readonly DraftedDocument[];
}

/** Adds the links of drafts, and removes links from published rows to drafts. */
export function* relinkOwnLinks(
  context: WriteContext,
  drafting: DraftLinkOptions,
  { groups, documents }: DraftCopies,
): WriteSteps<void> {
  const kept = retainedDrafts(drafting, documents);
  const all = [...groups, ...kept];
  const owners = ownerOf(all, documents);
  const stored = yield* readLinks(context, all, 'from');
  const versions = yield* readTargetVersions(context, stored);
  const incoming = yield* readLinks(context, all, 'to');
  const present = new Set(incoming.map(linkKey));
  const drafts = new Map(
    all.flatMap(({ uid, copies }) =>
      copies.map(({ from, to }) => [rowKey(uid, from), to] as const),
    ),
  );
  const isKept = new Set(
    kept.flatMap(({ uid, copies }) => copies.map(({ from }) => rowKey(uid, from))),
  );
  const crossing = stored.filter((each) => isDraft(context, versions, each));
  const added = new Map<string, NewLink>();
  const add = (link: NewLink): void => {
    const key = linkKey(link);
    if (!present.has(key) && !added.has(key)) added.set(key, link);
  };
  for (const each of crossing) add({ ...each, near: drafts.get(nearKey(each)) ?? 0 });
  const uncertain: NewLink[] = [];
  for (const each of stored) {
    if (isKept.has(nearKey(each)) || isDraft(context, versions, each)) continue;
    const near = drafts.get(nearKey(each)) ?? 0;
    for (const far of versions.rowsOf(each.target, each.far, DRAFT)) {
      const link = { ...each, near, far };
      if (isImplied(context, drafting, link)) add(link);
      else uncertain.push(link);
    }
  }
  if (drafting.wereDeleted) {
    for (const each of yield* onlyAvailable(context, uncertain)) add(each);
  }
  for (const each of yield* readWaiting(context, groups)) add(each);
  yield* removeLinks(context, replacedLinks(incoming, added));
  yield* insertLinks(context, [...added.values()]);
  yield* removeCrossing(context, crossing, versions);
  yield* addPendingLinks(
    context,
    crossing.flatMap((each) => toPending(each, owners.get(nearKey(each)), versions)),
  );
}

/** Documents whose drafts are kept: only their links to drafts of others are added. */
function retainedDrafts(
  { uid }: DraftLinkOptions,
  documents: readonly DraftedDocument[],
): readonly ModelCopies[] {
  const copies = documents.flatMap(({ published, draft, how }) => {
    if (published === null || how !== 'kept') return [];
    const root = { uid, version: DRAFT, source: 'published', replaced: null } as const;
    return [rootCopy(published, draft, root)];
  });
  return copies.length === 0 ? [] : [{ uid, copies, attributes: null }];
}

/** The published row that each copied row belongs to. */
function ownerOf(
  groups: readonly ModelCopies[],
  documents: readonly DraftedDocument[],
): ReadonlyMap<string, PendingLink['owner']> {
  const published = new Map(documents.map((each) => [each.draft, each.published]));
  const roots = groups.flatMap(({ uid, copies }) =>
    copies.flatMap(({ from, root }) => {
      const row = published.get(root.id) ?? null;
      return row === null ? [] : [[rowKey(uid, from), { uid: root.uid, id: row }] as const];
    }),
  );
  return new Map(roots);
}

function readLinks(
  context: WriteContext,
  groups: readonly ModelCopies[],
  end: 'from' | 'to',
): WriteSteps<readonly StoredLink[]> {
  return readServedLinks(
    context,
    groups.flatMap(({ uid, copies }) => {
      const rows = [...new Set(copies.map((copy) => copy[end]))];
      return ownLinks(context, uid).map((link) => ({ link, side: 'near' as const, rows }));
    }),
  );
}

/** True if the draft must have a link because its published row has it. */
function isImplied(
  { registry }: WriteContext,
  { switched, formerLinks }: DraftLinkOptions,
  link: NewLink,
): boolean {
  const { draftAndPublish } = registry.contentType(link.target);
  // A far draft with an inverse attribute was linked, or not, by a separate write.
  const isStoredThere = draftAndPublish && isTwoWay(link.link) && link.link.storage.rows !== 'near';
  return !isStoredThere || switched.has(link.target) || formerLinks.has(linkKey(link));
}

/** Links drafts to the targets of pending links of their published rows (docs/strapi/differences.md, D6). */
function* readWaiting(
  context: WriteContext,
  groups: readonly ModelCopies[],
): WriteSteps<readonly NewLink[]> {
  const copies = groups.flatMap(({ uid, copies: some }) =>
    some.map(({ from, to }) => [rowKey(uid, from), to] as const),
  );
  const drafts = new Map(copies);
  const rows = groups.flatMap(({ copies: some }) => some.map(({ from }) => from));
  const waiting = yield* pendingLinksOf(context, [...new Set(rows)]);
  const found: NewLink[] = [];
  for (const [uid, group] of groupBy(waiting, ({ target }) => target.uid)) {
    if (!context.registry.contentTypes.has(uid)) continue;
    const documents = [...new Set(group.map(({ target }) => target.documentId))];
    const targets = yield* context.statements.select(context.layout.table(uid), {
      columns: ['id', 'document_id', 'locale'],
      where: [
        { column: 'document_id', in: documents },
        { column: 'published_at', is: null },
      ],
    });
    for (const { source, attribute, target, order, inverseOrder } of group) {
      const near = drafts.get(rowKey(source.uid, source.id));
      const link = modelLink(context, source.uid, attribute);
      const row = targets.find(
        ([, document, locale]) => document === target.documentId && locale === target.locale,
      );
      if (near === undefined || !link || !row) continue;
      found.push({
        link,
        near,
        far: Number(row[0]),
        target: uid,
        order,
        inverseOrder,
        field: null,
      });
    }
  }
  return found;
}

/** Links of drafts in to-one attributes that get another target. */
function replacedLinks(
  there: readonly StoredLink[],
  added: ReadonlyMap<string, NewLink>,
): readonly StoredLink[] {
  const one = new Set(
    [...added.values()]
      .filter(({ link: { storage } }) => storage.toOne && storage.rows === 'own')
      .map(({ link, near }) => `${link.uid} ${link.attribute.name} ${near}`),
  );
  return there.filter(({ link, near }) => one.has(`${link.uid} ${link.attribute.name} ${near}`));
}

/** Removes links from published rows to drafts. A column is set to the published row if there is one. */
function* removeCrossing(
  context: WriteContext,
  links: readonly StoredLink[],
  versions: Versions,
): WriteSteps<void> {
  for (const [{ storage }, group] of groupBy(links, ({ link }) => link)) {
    // A column of the far row already refers to the draft.
    if (storage.rows === 'far') continue;
    const added = group.flatMap(({ near, far, target }) => {
      const [row] = storage.rows === 'near' ? versions.rowsOf(target, far, PUBLISHED) : [];
      if (row === undefined) return [];
      return [[near, storage.farType === null ? row : typedRow(row, target), 0] as const];
    });
    yield* storeLinks(context, storage, { removed: group, moved: [], added });
  }
}

/**
 * The pending link of a published row that was linked only to a draft, until that is published (docs/strapi/differences.md,
 * D6).
 */
function toPending(
  link: StoredLink,
  owner: PendingLink['owner'] | undefined,
  versions: Versions,
): readonly PendingLink[] {
  const { target, far } = link;
  const missing = versions.missing(target, far, PUBLISHED);
  if (!owner || !missing || versions.rowsOf(target, far, PUBLISHED).length > 0) return [];
  return [toPendingLink(link, owner, { ...missing, uid: target })];
}

function nearKey({ link, near }: Pick<StoredLink, 'link' | 'near'>): string {
  return rowKey(link.uid, near);
}

function rowKey(uid: string, row: number): string {
  return `${uid} ${row}`;
}
