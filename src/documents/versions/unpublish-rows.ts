// Removes published rows. Links of others to them become pending links until they are published again
// (docs/strapi/differences.md, D6 c), except for links that their drafts define.
import type { ContentType } from '../../schema/types.ts';
import type { WriteSteps } from '../../storage/session.ts';
import { readOwners } from '../components/component-owners.ts';
import { removeEntries } from '../rows/remove.ts';
import type { WriteContext } from '../write-context.ts';
import {
  incomingLinks,
  inverseName,
  linkKey,
  modelLink,
  ownLinks,
  readStoredLinks,
  type ModelLink,
  type StoredLink,
} from './model-links.ts';
import { retargetLinks, type RetargetedLink } from './insert-links.ts';
import {
  addPendingLinks,
  removePendingLinksOf,
  toPendingLink,
  type PendingLink,
} from './pending-links.ts';
import type { Localization } from './read-versions.ts';

/** A published row of a document, and its draft. */
export interface UnpublishedRow extends Localization {
  readonly id: number;
  readonly draft: number;
}

/** Removes published rows of a type with drafts. */
export function* unpublishRows(
  context: WriteContext,
  { uid }: ContentType,
  rows: readonly UnpublishedRow[],
): WriteSteps<void> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const links = yield* readLinksTo(context, uid, rows);
  const owners = yield* readOwners(
    context,
    links.map(({ link, near }) => ({ uid: link.uid, id: near })),
  );
  const pending: PendingLink[] = [];
  const columns: RetargetedLink[] = [];
  const present = new Set(links.map(linkKey));
  for (const each of links) {
    const target = byId.get(each.far);
    if (!target) continue;
    const owner = owners({ uid: each.link.uid, id: each.near });
    if (!owner || (owner.uid === uid && byId.has(owner.id))) continue;
    const drafts = context.registry.contentType(owner.uid).draftAndPublish;
    // A row without drafts that also links to the draft needs no pending link.
    if (!drafts && present.has(linkKey({ ...each, far: target.draft }))) continue;
    // A column is set to the draft, so that the link is not lost.
    if (!drafts && each.link.storage.rows === 'near') {
      columns.push({ link: each, far: target.draft });
    } else {
      const { documentId, locale } = target;
      pending.push(toPendingLink(each, owner, { uid, documentId, locale, status: 'published' }));
    }
  }
  yield* retargetLinks(context, columns);
  const ids = rows.map(({ id }) => id);
  yield* removePendingLinksOf(context, uid, ids);
  yield* removeEntries(context, uid, ids);
  yield* addPendingLinks(context, pending);
}

/** Reads the links to the rows and to their drafts. */
function* readLinksTo(
  context: WriteContext,
  uid: string,
  rows: readonly UnpublishedRow[],
): WriteSteps<readonly StoredLink[]> {
  const ids = rows.flatMap(({ id, draft }) => [id, draft]);
  const own = ownLinks(context, uid).flatMap((link) => inversesOf(context, link));
  return yield* readStoredLinks(
    context,
    [...incomingLinks(context, uid), ...own].map((link) => ({
      link,
      side: 'far',
      rows: ids,
      target: uid,
    })),
  );
}

/**
 * The inverse attributes of an attribute, if their types have drafts. Links of rows without drafts are defined by the draft
 * of the document (docs/strapi/publishing.md, "Links from the published row").
 */
function inversesOf(context: WriteContext, { uid, attribute }: ModelLink): readonly ModelLink[] {
  if (attribute.kind === 'media') return [];
  if (attribute.kind === 'relation') {
    const name = inverseName(attribute);
    return name === undefined ? [] : draftedLink(context, attribute.target, name);
  }
  return [...context.registry.contentTypes.values()].flatMap((type) =>
    [...type.attributes.values()].flatMap((other) =>
      other.kind === 'morph' && other.target === uid && other.morphBy === attribute.name
        ? draftedLink(context, type.uid, other.name)
        : [],
    ),
  );
}

function draftedLink(context: WriteContext, uid: string, name: string): readonly ModelLink[] {
  if (!context.registry.contentType(uid).draftAndPublish) return [];
  const link = modelLink(context, uid, name);
  return link ? [link] : [];
}
