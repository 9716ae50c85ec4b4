// In charge of the links of documents that get drafts. While they had none, their one row led to drafts and published
// rows of other types alike: now drafts lead to drafts, and published rows to published ones.
import type { WriteSteps } from '../../storage/database.ts';
import { groupedBy } from '../grouped-by.ts';
import { typedRow } from '../links/linked-row.ts';
import { storeLinks } from '../links/store-links.ts';
import { rootCopy, type ModelCopies } from '../versions/copies.ts';
import { insertLinks, type NewLink } from '../versions/insert-links.ts';
import { modelLink, ownLinks } from '../versions/model-links.ts';
import { addPendingLinks, pendingLinksOf, type PendingLink } from '../versions/pending-links.ts';
import type { StoredLink } from '../versions/stored-links.ts';
import type { Versions } from '../versions/versions-of.ts';
import type { WriteContext } from '../write-context.ts';
import { isKnownToBoth, linkKey, type DraftedDocument, type Drafting } from './drafting.ts';
import { DRAFT, isDraft, PUBLISHED, readFar, readKnown, removeLinks } from './far-versions.ts';
import { withoutHeld } from './without-held.ts';

/** Documents, and the copies that were made of their published rows and of what these are made of. */
export interface Drafted {
  readonly groups: readonly ModelCopies[];
  readonly documents: readonly DraftedDocument[];
}

/** Gives drafts the links that they are to have, and takes from published rows those that lead to drafts. */
export function* leadOwnLinks(
  context: WriteContext,
  drafting: Drafting,
  { groups, documents }: Drafted,
): WriteSteps<void> {
  const kept = toKept(drafting, documents);
  const all = [...groups, ...kept];
  const owners = ownerOf(all, documents);
  const stored = yield* readLinks(context, all, 'from');
  const versions = yield* readFar(context, stored);
  const there = yield* readLinks(context, all, 'to');
  const present = new Set(there.map(linkKey));
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
  const unsaid: NewLink[] = [];
  for (const each of stored) {
    if (isKept.has(nearKey(each)) || isDraft(context, versions, each)) continue;
    const near = drafts.get(nearKey(each)) ?? 0;
    for (const far of versions.rowsOf(each.target, each.far, DRAFT)) {
      const link = { ...each, near, far };
      if (isSaid(context, drafting, link)) add(link);
      else unsaid.push(link);
    }
  }
  if (drafting.wereDeleted) {
    for (const each of yield* withoutHeld(context, unsaid)) add(each);
  }
  for (const each of yield* readWaiting(context, groups)) add(each);
  yield* removeLinks(context, outOfTheWay(there, added));
  yield* insertLinks(context, [...added.values()]);
  yield* removeCrossing(context, crossing, versions);
  yield* addPendingLinks(
    context,
    crossing.flatMap((each) => toPending(each, owners.get(nearKey(each)), versions)),
  );
}

/** Documents whose drafts stay: only what led to drafts of others is led anew. */
function toKept({ uid }: Drafting, documents: readonly DraftedDocument[]): readonly ModelCopies[] {
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
  return readKnown(
    context,
    groups.flatMap(({ uid, copies }) => {
      const rows = [...new Set(copies.map((copy) => copy[end]))];
      return ownLinks(context, uid).map((link) => ({ link, side: 'near' as const, rows }));
    }),
  );
}

/** True for a link between drafts that is to be because the published rows are linked. */
function isSaid(
  { registry }: WriteContext,
  { switched, formerLinks }: Drafting,
  link: NewLink,
): boolean {
  const { draftAndPublish } = registry.contentType(link.target);
  // A draft that knows of the link was led to the one row there was, or not, by a write of its own.
  const saysItself = draftAndPublish && isKnownToBoth(link.link) && link.link.place.rows !== 'near';
  return !saysItself || switched.has(link.target) || formerLinks.has(linkKey(link));
}

/** What stands ready in published rows leads to drafts at once (docs/strapi/differences.md, D6). */
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
  for (const [uid, group] of groupedBy(waiting, ({ target }) => target.uid)) {
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

/** Links of drafts to one target at most that get another one. */
function outOfTheWay(
  there: readonly StoredLink[],
  added: ReadonlyMap<string, NewLink>,
): readonly StoredLink[] {
  const one = new Set(
    [...added.values()]
      .filter(({ link: { place } }) => place.toOne && place.rows === 'own')
      .map(({ link, near }) => `${link.uid} ${link.attribute.name} ${near}`),
  );
  return there.filter(({ link, near }) => one.has(`${link.uid} ${link.attribute.name} ${near}`));
}

/** A column keeps one row: the published one, where there is one. */
function* removeCrossing(
  context: WriteContext,
  links: readonly StoredLink[],
  versions: Versions,
): WriteSteps<void> {
  for (const [{ place }, group] of groupedBy(links, ({ link }) => link)) {
    // A column of the far row leads to the draft by now.
    if (place.rows === 'far') continue;
    const added = group.flatMap(({ near, far, target }) => {
      const [row] = place.rows === 'near' ? versions.rowsOf(target, far, PUBLISHED) : [];
      if (row === undefined) return [];
      return [[near, place.farType === null ? row : typedRow(row, target), 0] as const];
    });
    yield* storeLinks(context, place, { removed: group, moved: [], added });
  }
}

/**
 * A published row that led to a draft alone leads to what is published of it, once there is something
 * (docs/strapi/differences.md, D6).
 */
function toPending(
  { link, near, far, target, order, inverseOrder }: StoredLink,
  owner: PendingLink['owner'] | undefined,
  versions: Versions,
): readonly PendingLink[] {
  const missing = versions.missing(target, far, PUBLISHED);
  if (!owner || !missing || versions.rowsOf(target, far, PUBLISHED).length > 0) return [];
  return [
    {
      owner,
      source: { uid: link.uid, id: near },
      attribute: link.attribute.name,
      target: { ...missing, uid: target },
      order,
      inverseOrder,
    },
  ];
}

function nearKey({ link, near }: Pick<StoredLink, 'link' | 'near'>): string {
  return rowKey(link.uid, near);
}

function rowKey(uid: string, row: number): string {
  return `${uid} ${row}`;
}
