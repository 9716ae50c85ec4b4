// In charge of links to documents that get drafts, of rows that these know nothing of. Drafts of others lead to drafts,
// their published rows to published ones, and rows without drafts to both (docs/strapi/publishing.md,
// "Links between versions and locales").
import type { WriteSteps } from '../../storage/database.ts';
import { groupedBy } from '../grouped-by.ts';
import { readOwners, type ModelRow } from '../versions/component-owners.ts';
import { insertLinks, type NewLink } from '../versions/insert-links.ts';
import { addPendingLinks } from '../versions/pending-links.ts';
import { readIncomingLinks, type StoredLink } from '../versions/stored-links.ts';
import { readVersions } from '../versions/versions-of.ts';
import type { WriteContext } from '../write-context.ts';
import { linkKey, type DraftedDocument, type Drafting } from './drafting.ts';
import { PUBLISHED, removeLinks, repoint, type Moved } from './far-versions.ts';

/** Leads the links of others to the version that each is of. */
export function* leadIncoming(
  context: WriteContext,
  { uid }: Drafting,
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
  const moved: Moved[] = [];
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
    // What stands nowhere is nobody's.
    if (!owner) continue;
    const draft = drafts.get(each.far);
    const isOfDraft = isDraft(owner);
    if (isOfDraft === null) {
      // A column holds one row: the one that the public sees.
      if (draft === undefined || each.link.place.rows !== 'own') continue;
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
  yield* repoint(context, moved);
  yield* insertLinks(context, added);
  yield* keepForLater(context, uid, waiting);
}

/** Whether rows of content-types are drafts; null: their type has none. */
function* readDrafts(
  { registry, layout, statements }: WriteContext,
  rows: readonly ModelRow[],
): WriteSteps<(row: ModelRow) => boolean | null> {
  const found = new Map<string, ReadonlySet<unknown>>();
  for (const [uid, group] of groupedBy(rows, (row) => row.uid)) {
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
 * Published rows that lead to documents which were never published lead to them once they are
 * (docs/strapi/differences.md, D6).
 */
function* keepForLater(
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
  const pending = links.flatMap(({ link, near, far, owner, order, inverseOrder }) => {
    const missing = versions.missing(uid, far, PUBLISHED);
    if (!missing) return [];
    const source = { uid: link.uid, id: near };
    const target = { ...missing, uid };
    return [{ owner, source, attribute: link.attribute.name, target, order, inverseOrder }];
  });
  yield* addPendingLinks(context, pending);
  yield* removeLinks(context, links);
}
