// Reads and changes the version of a document that links lead to.
import type { WriteSteps } from '../../storage/session.ts';
import { groupBy } from '../../base/group-by.ts';
import { storeLinks } from '../links/store-links.ts';
import { readStoredLinks, type LinkSearch, type StoredLink } from '../versions/model-links.ts';
import { readVersions, type Versions, type VersionSelector } from '../versions/read-versions.ts';
import type { WriteContext } from '../write-context.ts';

export const DRAFT: VersionSelector = { status: 'draft', locale: null };
export const PUBLISHED: VersionSelector = { status: 'published', locale: null };

/** Reads links, except to types that are not in the schema. */
export function* readServedLinks(
  context: WriteContext,
  searches: readonly LinkSearch[],
): WriteSteps<readonly StoredLink[]> {
  const stored = yield* readStoredLinks(context, searches);
  return stored.filter(({ target }) => context.registry.contentTypes.has(target));
}

/** Reads the versions of the targets of links. */
export function readTargetVersions(
  context: WriteContext,
  stored: readonly StoredLink[],
): WriteSteps<Versions> {
  const rows = new Map(
    [...groupBy(stored, ({ target }) => target)].map(
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

/** Removes links of any attributes. */
export function* removeLinks(
  context: WriteContext,
  links: readonly StoredLink[],
): WriteSteps<void> {
  for (const [{ storage }, group] of groupBy(links, ({ link }) => link)) {
    yield* storeLinks(context, storage, { removed: group, moved: [], added: [] });
  }
}
