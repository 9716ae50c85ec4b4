// Relinks drafts that were kept from before: while the type had no drafts, publications of other documents may have linked
// them to published rows.
import type { WriteSteps } from '../../storage/session.ts';
import { componentFields, readSlots } from '../components/component-slots.ts';
import { groupBy } from '../../base/group-by.ts';
import {
  insertLinks,
  retargetLinks,
  type NewLink,
  type RetargetedLink,
} from '../versions/insert-links.ts';
import {
  inverseName,
  linkKey,
  ownLinks,
  readStoredLinks,
  type LinkSearch,
  type StoredLink,
} from '../versions/model-links.ts';
import { addPendingLinks } from '../versions/pending-links.ts';
import { readVersions } from '../versions/read-versions.ts';
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

/** Moves links between kept drafts and published rows of others to the published rows of both. */
export function* relinkRetainedDrafts(
  context: WriteContext,
  { uid }: DraftLinkOptions,
  documents: readonly DraftedDocument[],
): WriteSteps<void> {
  const published = new Map(
    documents.flatMap((each) =>
      each.how === 'kept' ? [[each.draft, each.published] as const] : [],
    ),
  );
  yield* relinkToDrafts(context, uid, [...published.keys()]);
  const links = ownLinks(context, uid).filter(
    (link) => isTwoWay(link) && link.storage.rows !== 'near',
  );
  const stored = yield* readServedLinks(
    context,
    links.map((link) => ({ link, side: 'near', rows: [...published.keys()] })),
  );
  const versions = yield* readTargetVersions(context, stored);
  const crossing = stored.filter(
    ({ target, far, ...each }) =>
      context.registry.contentType(target).draftAndPublish &&
      !isDraft(context, versions, { ...each, target, far }),
  );
  if (crossing.length === 0) return;
  const rows = crossing.flatMap(({ near }) => published.get(near) ?? []);
  const present = new Set(
    (yield* readStoredLinks(
      context,
      links.map((link) => ({ link, side: 'near', rows })),
    )).map(linkKey),
  );
  yield* removeLinks(context, crossing);
  const added = crossing.flatMap((each): readonly NewLink[] => {
    const near = published.get(each.near) ?? null;
    if (near === null) return [];
    const link = { ...each, near };
    return present.has(linkKey(link)) ? [] : [link];
  });
  yield* insertLinks(context, added);
  yield* addPending(
    context,
    uid,
    crossing.filter(({ near }) => published.get(near) === null),
  );
}

/** Relinks one-way links of drafts and of their components to drafts. */
function* relinkToDrafts(
  context: WriteContext,
  uid: string,
  drafts: readonly number[],
): WriteSteps<void> {
  const searches: LinkSearch[] = [];
  let level: readonly ModelRows[] = drafts.length === 0 ? [] : [{ uid, rows: drafts }];
  while (level.length > 0) {
    for (const each of level) {
      const links = ownLinks(context, each.uid).filter(
        (link) => !isTwoWay(link) || link.storage.rows === 'near',
      );
      searches.push(...links.map((link) => ({ link, side: 'near' as const, rows: each.rows })));
    }
    level = yield* readComponents(context, level);
  }
  const stored = yield* readServedLinks(context, searches);
  const versions = yield* readTargetVersions(context, stored);
  const present = new Set(stored.map(linkKey));
  const removed: StoredLink[] = [];
  const moved: RetargetedLink[] = [];
  for (const each of stored) {
    const { draftAndPublish } = context.registry.contentType(each.target);
    if (!draftAndPublish || isDraft(context, versions, each)) continue;
    const [far] = versions.rowsOf(each.target, each.far, DRAFT);
    if (far === undefined) continue;
    if (present.has(linkKey({ ...each, far }))) removed.push(each);
    else moved.push({ link: each, far });
  }
  yield* removeLinks(context, removed);
  yield* retargetLinks(context, moved);
}

interface ModelRows {
  readonly uid: string;
  readonly rows: readonly number[];
}

/** Reads the components of rows, one level below. */
function* readComponents(
  context: WriteContext,
  level: readonly ModelRows[],
): WriteSteps<readonly ModelRows[]> {
  const parts: ModelRows[] = [];
  for (const { uid, rows } of level) {
    const slots = yield* readSlots(context, { uid, fields: componentFields(context, uid) }, rows);
    for (const [type, group] of groupBy(slots, (slot) => slot.type)) {
      if (!context.registry.components.has(type)) continue;
      parts.push({ uid: type, rows: group.map(({ component }) => component) });
    }
  }
  return parts;
}

/**
 * Links from published rows of others to documents that were never published become pending links
 * (docs/strapi/differences.md, D6).
 */
function* addPending(
  context: WriteContext,
  uid: string,
  links: readonly StoredLink[],
): WriteSteps<void> {
  const rows = new Map([[uid, new Set(links.map(({ near }) => near))]]);
  const versions = yield* readVersions(context, rows, {
    replaced: new Map(),
    acrossLocales: false,
  });
  const pending = links.flatMap(({ link, near, far, target, order, inverseOrder }) => {
    const { attribute } = link;
    const name = inverseName(attribute);
    const missing = versions.missing(uid, near, PUBLISHED);
    if (name === undefined || !missing) return [];
    const owner = { uid: target, id: far };
    const orders = { order: inverseOrder, inverseOrder: order };
    return [{ owner, source: owner, attribute: name, target: { ...missing, uid }, ...orders }];
  });
  yield* addPendingLinks(context, pending);
}
