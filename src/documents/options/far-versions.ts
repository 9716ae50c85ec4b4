// In charge of which version of a document links lead to.
import type { SqlValue, WriteSteps } from '../../storage/database.ts';
import { groupedBy } from '../grouped-by.ts';
import { storeLinks } from '../links/store-links.ts';
import { readStoredLinks, type LinkSearch, type StoredLink } from '../versions/stored-links.ts';
import { readVersions, type Versions, type WantedVersion } from '../versions/versions-of.ts';
import type { WriteContext } from '../write-context.ts';

export const DRAFT: WantedVersion = { status: 'draft', locale: null };
export const PUBLISHED: WantedVersion = { status: 'published', locale: null };

/** Reads links, without those that name a type which is gone: they are other programs'. */
export function* readKnown(
  context: WriteContext,
  searches: readonly LinkSearch[],
): WriteSteps<readonly StoredLink[]> {
  const stored = yield* readStoredLinks(context, searches);
  return stored.filter(({ target }) => context.registry.contentTypes.has(target));
}

/** The versions of what links lead to. */
export function readFar(
  context: WriteContext,
  stored: readonly StoredLink[],
): WriteSteps<Versions> {
  const rows = new Map(
    [...groupedBy(stored, ({ target }) => target)].map(
      ([uid, links]) => [uid, new Set(links.map(({ far }) => far))] as const,
    ),
  );
  return readVersions(context, rows, { replaced: new Map(), acrossLocales: false });
}

/** True for a link to a draft. */
export function isDraft(
  { registry }: WriteContext,
  versions: Versions,
  { target, far }: Pick<StoredLink, 'target' | 'far'>,
): boolean {
  const { draftAndPublish } = registry.contentType(target);
  return draftAndPublish && versions.rowsOf(target, far, DRAFT).includes(far);
}

/** Removes links, wherever they stand. */
export function* removeLinks(
  context: WriteContext,
  links: readonly StoredLink[],
): WriteSteps<void> {
  for (const [{ place }, group] of groupedBy(links, ({ link }) => link)) {
    yield* storeLinks(context, place, { removed: group, moved: [], added: [] });
  }
}

/** A link, and the row that it is to lead to. */
export interface Moved {
  readonly link: StoredLink;
  readonly far: number;
}

/** Makes links lead elsewhere; each keeps its row and its place. */
export function* repoint({ statements }: WriteContext, links: readonly Moved[]): WriteSteps<void> {
  for (const [{ place }, group] of groupedBy(links, ({ link }) => link.link)) {
    const rows = group.map(({ link, far }): readonly SqlValue[] => [link.id, far]);
    yield* statements.update(place.table, [place.far], rows);
  }
}
