// Relinks one-way links to documents that get drafts: drafts of others link to drafts, their published rows to published ones,
// and rows without drafts to both (docs/strapi/publishing.md, "Links between versions and locales").
import type { WriteSteps } from '../../storage/session.ts';
import { groupBy } from '../../base/group-by.ts';
import { readOwners, type ModelRow } from '../components/component-owners.ts';
import {
  insertLinks,
  retargetLinks,
  type NewLink,
  type RetargetedLink,
} from '../versions/insert-links.ts';
import { addPendingLinks, toPendingLink } from '../versions/pending-links.ts';
import { linkKey, readIncomingLinks, type StoredLink } from '../versions/model-links.ts';
import { readVersions } from '../versions/read-versions.ts';
import type { WriteContext } from '../write-context.ts';
import type { DraftedDocument, DraftLinkOptions } from './draft-links.ts';
import { PUBLISHED, removeLinks } from './far-versions.ts';

/** Moves links of others to the version that matches their own. */
export function* relinkIncomingVersions(
  context: WriteContext,
  { uid }: DraftLinkOptions,
  documents: readonly DraftedDocument[],
): WriteSteps<void> {
  const rows = documents.flatMap(({ published, draft }) =>
    published === null ? [draft] : [published, draft],
  );
  const links = yield* readIncomingLinks(context, uid, rows);
  if (links.length === 0) return;
  const drafts = new Map(
    documents.flatMap(({ published, draft }) =>
      published === null ? [] : [[published, draft] as const],
    ),
  );
  const published = new Map(documents.map((each) => [each.draft, each.published]));
  const owners = yield* readOwners(
    context,
    links.map(({ link, near }) => ({ uid: link.uid, id: near })),
  );
  const isDraft = yield* readDrafts(
    context,
    links.flatMap(({ link, near }) => owners({ uid: link.uid, id: near }) ?? []),
  );
  const present = new Set(links.map(linkKey));
  const added: NewLink[] = [];
  const moved: RetargetedLink[] = [];
  const removed: StoredLink[] = [];
  const waiting: (StoredLink & { readonly owner: ModelRow })[] = [];
  const move = (each: StoredLink, far: number): void => {
    const key = linkKey({ ...each, far });
    if (present.has(key)) removed.push(each);
    else moved.push({ link: each, far });
    present.add(key);
  };
  for (const each of links) {
    const owner = owners({ uid: each.link.uid, id: each.near });
    // A component without an owner is ignored.
    if (!owner) continue;
    const draft = drafts.get(each.far);
    const isOfDraft = isDraft(owner);
    if (isOfDraft === null) {
      // A column contains one row: the published one.
      if (draft === undefined || each.link.storage.rows !== 'own') continue;
      const link = { ...each, far: draft };
      if (!present.has(linkKey(link))) added.push(link);
    } else if (isOfDraft && draft !== undefined) move(each, draft);
    else if (!isOfDraft && draft === undefined) {
      const row = published.get(each.far) ?? null;
      if (row !== null) move(each, row);
      else waiting.push({ ...each, owner });
    }
  }
  yield* removeLinks(context, removed);
  yield* retargetLinks(context, moved);
  yield* insertLinks(context, added);
  yield* addPending(context, uid, waiting);
}

/** Reads which rows of content-types are drafts; the result is null for a type without drafts. */
function* readDrafts(
  { registry, layout, statements }: WriteContext,
  rows: readonly ModelRow[],
): WriteSteps<(row: ModelRow) => boolean | null> {
  const found = new Map<string, ReadonlySet<unknown>>();
  for (const [uid, group] of groupBy(rows, (row) => row.uid)) {
    if (registry.contentTypes.get(uid)?.draftAndPublish !== true) continue;
    const drafts = yield* statements.select(layout.table(uid), {
      columns: ['id'],
      where: [
        { column: 'id', in: [...new Set(group.map(({ id }) => id))] },
        { column: 'published_at', is: null },
      ],
    });
    found.set(uid, new Set(drafts.map(([id]) => Number(id))));
  }
  return ({ uid, id }) => found.get(uid)?.has(id) ?? null;
}

/**
 * Links from published rows to documents that were never published become pending links (docs/strapi/differences.md, D6).
 */
function* addPending(
  context: WriteContext,
  uid: string,
  links: readonly (StoredLink & { readonly owner: ModelRow })[],
): WriteSteps<void> {
  if (links.length === 0) return;
  const rows = new Map([[uid, new Set(links.map(({ far }) => far))]]);
  const versions = yield* readVersions(context, rows, {
    replaced: new Map(),
    acrossLocales: false,
  });
  const pending = links.flatMap((each) => {
    const missing = versions.missing(uid, each.far, PUBLISHED);
    return missing ? [toPendingLink(each, each.owner, { ...missing, uid })] : [];
  });
  yield* addPendingLinks(context, pending);
  yield* removeLinks(context, links);
}
