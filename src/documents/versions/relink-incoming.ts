// Moves the links of others from a replaced row to its replacement.
import type { WriteSteps } from '../../storage/session.ts';
import { concurrently } from '../../storage/concurrently.ts';
import { groupBy } from '../../base/group-by.ts';
import { readOwners, type ModelRow } from '../components/component-owners.ts';
import type { WriteContext } from '../write-context.ts';
import type { RowCopy } from './copies.ts';
import {
  insertLinks,
  retargetLinks,
  reorderLinks,
  type NewLink,
  type RetargetedLink,
} from './insert-links.ts';
import { linkKey, readIncomingLinks, readStoredLinks, type StoredLink } from './model-links.ts';
import { pendingLinksOf } from './pending-links.ts';
import { readVersions } from './read-versions.ts';

/** Reads the links of others to copied and to replaced rows. */
export function readIncoming(
  context: WriteContext,
  uid: string,
  replacements: readonly RowCopy[],
): WriteSteps<readonly StoredLink[]> {
  const rows = replacements.flatMap(({ from, root: { replaced } }) =>
    replaced === null ? [from] : [from, replaced],
  );
  return readIncomingLinks(context, uid, rows);
}

/** Replacements of rows, and the links to the replaced and copied rows. */
export interface Relinking {
  readonly replacements: readonly RowCopy[];
  readonly links: readonly StoredLink[];
}

/**
 * Moves the links of others to the new rows. A new published row also gets links from rows without drafts that link to its
 * draft, and from published rows of the same type whose drafts link to its draft.
 */
export function* relinkIncoming(
  context: WriteContext,
  uid: string,
  { replacements, links }: Relinking,
): WriteSteps<void> {
  if (links.length === 0) return;
  const successors = new Map(
    replacements.flatMap(({ to, root: { replaced } }) =>
      replaced === null ? [] : [[replaced, to] as const],
    ),
  );
  const moved = links.flatMap((link): readonly RetargetedLink[] => {
    const far = successors.get(link.far);
    return far === undefined ? [] : [{ link, far }];
  });
  yield* retargetLinks(context, moved);
  const published = new Map(
    replacements.flatMap(({ from, to, root: { version } }) =>
      version.status === 'published' ? [[from, to] as const] : [],
    ),
  );
  const toDrafts = links.filter(({ far }) => published.has(far));
  if (toDrafts.length === 0) return;
  yield* followDrafts(context, { uid, toDrafts, moved, published });
}

interface Following {
  readonly uid: string;
  /** The links to the drafts. */
  readonly toDrafts: readonly StoredLink[];
  /** The links that were moved to the published rows. */
  readonly moved: readonly RetargetedLink[];
  /** The published row of each draft. */
  readonly published: ReadonlyMap<number, number>;
}

function* followDrafts(
  context: WriteContext,
  { uid, toDrafts, moved, published }: Following,
): WriteSteps<void> {
  const relinked = new Map(moved.map(({ link, far }) => [linkKey({ ...link, far }), link]));
  const owners = yield* readOwners(
    context,
    toDrafts.map(({ link, near }) => ({ uid: link.uid, id: near })),
  );
  const added: RetargetedLink[] = [];
  const sameType: StoredLink[] = [];
  for (const each of toDrafts) {
    const source = { uid: each.link.uid, id: each.near };
    const far = published.get(each.far) ?? 0;
    if (isWithoutDrafts(context, owners(source))) {
      if (!relinked.has(linkKey({ ...each, far }))) added.push({ link: each, far });
    } else if (isOfSameType(uid, each) && !published.has(each.near)) sameType.push(each);
  }
  // A column contains one row: the published one.
  const [columns, rows] = partition(added, ({ link }) => link.link.storage.rows === 'near');
  yield* retargetLinks(context, columns);
  yield* insertLinks(
    context,
    rows.map(({ link, far }) => ({ ...link, far })),
  );
  yield* rebuildSameType(context, sameType, { relinked, published });
}

interface Relinked {
  /** The links that were moved to the published rows, by their new key. */
  readonly relinked: ReadonlyMap<string, StoredLink>;
  readonly published: ReadonlyMap<number, number>;
}

/** Links published rows of the same type to the same targets, in the same order, as their drafts. */
function* rebuildSameType(
  context: WriteContext,
  links: readonly StoredLink[],
  { relinked, published }: Relinked,
): WriteSteps<void> {
  const [first] = links;
  if (!first) return;
  const { uid } = first.link;
  const sources = new Map([[uid, new Set(links.map(({ near }) => near))]]);
  const none = new Map<string, ReadonlySet<number>>();
  const versions = yield* readVersions(context, sources, { replaced: none, acrossLocales: false });
  const candidates = links.flatMap((each) => {
    const far = published.get(each.far) ?? 0;
    return versions
      .rowsOf(uid, each.near, { status: 'published', locale: null })
      .map((near) => ({ ...each, near, far }));
  });
  const moved: StoredLink[] = [];
  const added: NewLink[] = [];
  for (const each of candidates) {
    const present = relinked.get(linkKey(each));
    if (present) moved.push({ ...present, order: each.order });
    else added.push(each);
  }
  yield* reorderLinks(context, moved);
  yield* insertLinks(context, yield* withoutTaken(context, added));
}

/** Removes new links of to-one attributes that already have a target or a pending link. */
function* withoutTaken(
  context: WriteContext,
  links: readonly NewLink[],
): WriteSteps<readonly NewLink[]> {
  const single = links.filter(({ link }) => link.storage.toOne);
  if (single.length === 0) return links;
  const searches = [...groupBy(single, ({ link }) => link)].map(([link, group]) => ({
    link,
    side: 'near' as const,
    rows: group.map(({ near }) => near),
  }));
  const [present, waiting] = yield* concurrently([
    readStoredLinks(context, searches),
    pendingLinksOf(context, [...new Set(single.map(({ near }) => near))]),
  ]);
  const claimed = new Set([
    ...present.map(({ link, near }) => `${link.attribute.name} ${near}`),
    ...waiting
      .filter(({ source: { uid } }) => single.some(({ link }) => link.uid === uid))
      .map(({ source: { id }, attribute }) => `${attribute} ${id}`),
  ]);
  return links.filter(
    ({ link, near }) => !link.storage.toOne || !claimed.has(`${link.attribute.name} ${near}`),
  );
}

function isOfSameType(uid: string, { link }: StoredLink): boolean {
  return link.uid === uid && link.attribute.kind === 'relation';
}

/** True if the owner has no drafts; false for a component without an owner. */
function isWithoutDrafts({ registry }: WriteContext, owner: ModelRow | null): boolean {
  return owner !== null && registry.contentTypes.get(owner.uid)?.draftAndPublish === false;
}

function partition<T>(
  items: readonly T[],
  holds: (item: T) => boolean,
): readonly [readonly T[], readonly T[]] {
  return [items.filter(holds), items.filter((item) => !holds(item))];
}
