// Creates drafts after they were switched on for a type (docs/strapi/differences.md, D10): copies of published rows without a
// draft, or with a draft that is outdated.
import type { Logger } from '../../base/logger.ts';
import type { ContentType } from '../../schema/types.ts';
import type { WriteSteps } from '../../storage/session.ts';
import { copyRows } from '../../storage/statements/row-copies.ts';
import { versionPairs } from '../../storage/statements/version-pairs.ts';
import { scalarColumns } from '../rows/entry-rows.ts';
import { readSlotsOf } from '../components/stored-components.ts';
import { removeEntries } from '../rows/remove.ts';
import { copyComponents, rootCopy, type ModelCopies, type RowCopy } from '../versions/copies.ts';
import { linkKey, ownLinks, plainLinkColumns, readStoredLinks } from '../versions/model-links.ts';
import { readIncoming, relinkIncoming } from '../versions/relink-incoming.ts';
import { removeOrphanedPending } from '../versions/remove-pending.ts';
import type { WriteContext } from '../write-context.ts';
import { isTwoWay, type DraftedDocument, type DraftLinkOptions } from './draft-links.ts';
import { relinkRetainedDrafts } from './relink-retained-drafts.ts';
import { relinkIncomingVersions } from './relink-incoming-versions.ts';
import { relinkOwnLinks } from './relink-own-links.ts';

/** A type whose drafts were switched on. */
export interface DraftActivation {
  readonly type: ContentType;
  /** Drafts can be outdated only since this time, in milliseconds since the epoch; null for no limit. */
  readonly since: number | null;
  /** True if another program deleted its drafts and the links to them. */
  readonly draftsWereDeleted: boolean;
}

/** The number of drafts. */
export interface DraftCounts {
  readonly made: number;
  /** Drafts that replaced outdated ones. */
  readonly replaced: number;
  /** Drafts from before. */
  readonly kept: number;
}

/** Documents that are copied in one batch. */
const BATCH = 300;

/** Progress is reported after this number of documents. */
const PROGRESS_INTERVAL = 3000;

/**
 * Creates drafts. All rows are inserted before the first link, since documents of the types may link to each other.
 * @returns the numbers by uid
 */
export function* makeDrafts(
  context: WriteContext,
  types: readonly DraftActivation[],
  log: Pick<Logger, 'info'>,
): WriteSteps<ReadonlyMap<string, DraftCounts>> {
  const switched = new Set(types.map(({ type }) => type.uid));
  const formerLinks = new Set<string>();
  const documents = new Map<string, readonly DraftedDocument[]>();
  for (const each of types) {
    yield* removeOrphanedPending(context, each.type.uid);
    documents.set(each.type.uid, yield* addDrafts(context, each, formerLinks));
  }
  const deleted = new Set(
    types.flatMap(({ type, draftsWereDeleted }) => (draftsWereDeleted ? [type.uid] : [])),
  );
  for (const [uid, all] of documents) {
    const drafting: DraftLinkOptions = {
      uid,
      switched,
      formerLinks,
      wereDeleted: deleted.has(uid),
    };
    for (let at = 0; at < all.length; at += BATCH) {
      if (all.length > PROGRESS_INTERVAL && at % PROGRESS_INTERVAL === 0) {
        log.info(`Drafts of ${uid}: ${at} of ${all.length} documents are done.`);
      }
      yield* fillDrafts(context, drafting, all.slice(at, at + BATCH));
    }
  }
  return new Map([...documents].map(([uid, all]) => [uid, count(all)]));
}

/** Inserts the rows of drafts, without components and links. */
function* addDrafts(
  context: WriteContext,
  { type: { uid }, since }: DraftActivation,
  formerLinks: Set<string>,
): WriteSteps<readonly DraftedDocument[]> {
  const pairs = yield* versionPairs(context.dialect, { table: context.layout.table(uid), since });
  const documents: DraftedDocument[] = [];
  for (let at = 0; at < pairs.length; at += BATCH) {
    const some = pairs.slice(at, at + BATCH);
    const copied = some.flatMap(({ published, draft, isStale }) =>
      published !== null && (draft === null || isStale) ? [{ published, draft }] : [],
    );
    const ids = yield* copyToDrafts(
      context,
      uid,
      copied.map(({ published }) => published),
    );
    const made = new Map(copied.map(({ published }, i) => [published, ids[i] ?? 0]));
    const copies = copied.flatMap(({ published, draft }) => {
      const to = made.get(published) ?? 0;
      return draft === null ? [] : [toCopy(uid, { from: published, to, replaced: draft })];
    });
    yield* replaceDrafts(context, { uid, copies, attributes: null }, formerLinks);
    for (const { published, draft } of some) {
      const id = published === null ? undefined : made.get(published);
      if (id !== undefined) {
        const how = draft === null ? 'made' : 'replaced';
        documents.push({ published, draft: id, how });
      } else if (draft !== null) documents.push({ published, draft, how: 'kept' });
    }
  }
  return documents;
}

function copyToDrafts(
  context: WriteContext,
  uid: string,
  rows: readonly number[],
): WriteSteps<readonly (number | null)[]> {
  const { layout } = context;
  const publishedAt = layout.column(uid, 'publishedAt');
  const scalars = scalarColumns(context, uid).map(({ column }) => column);
  const copied = [
    ...scalars.filter((column) => column !== publishedAt),
    ...plainLinkColumns(context, uid),
  ];
  return copyRows(
    context,
    { table: layout.table(uid), copied, assigned: [publishedAt] },
    rows.map((id) => [id, null]),
  );
}

/** Relinks the links to outdated drafts, records the links of these drafts and removes them. */
function* replaceDrafts(
  context: WriteContext,
  group: ModelCopies,
  formerLinks: Set<string>,
): WriteSteps<void> {
  const { uid, copies } = group;
  if (copies.length === 0) return;
  const successors = new Map(copies.map(({ to, root }) => [root.replaced, to] as const));
  const rows = copies.flatMap(({ root }) => root.replaced ?? []);
  const links = ownLinks(context, uid).filter(isTwoWay);
  const stored = yield* readStoredLinks(
    context,
    links.map((link) => ({ link, side: 'near', rows })),
  );
  for (const each of stored) {
    formerLinks.add(linkKey({ ...each, near: successors.get(each.near) ?? 0 }));
  }
  const incoming = yield* readIncoming(context, uid, copies);
  yield* relinkIncoming(context, uid, { replacements: copies, links: incoming });
  yield* removeEntries(context, uid, rows);
}

/** Copies components, and relinks the links of drafts and to drafts. */
function* fillDrafts(
  context: WriteContext,
  drafting: DraftLinkOptions,
  documents: readonly DraftedDocument[],
): WriteSteps<void> {
  const { uid } = drafting;
  const copies = documents.flatMap(({ published, draft, how }) =>
    published === null || how === 'kept'
      ? []
      : [toCopy(uid, { from: published, to: draft, replaced: null })],
  );
  const sources = copies.map(({ from }) => from);
  const slotsOf = yield* readSlotsOf(context, uid, sources);
  const groups = yield* copyComponents(context, { uid, copies, attributes: null }, slotsOf);
  yield* relinkOwnLinks(context, drafting, { groups, documents });
  yield* relinkRetainedDrafts(context, drafting, documents);
  yield* relinkIncomingVersions(context, drafting, documents);
}

interface Rows {
  readonly from: number;
  readonly to: number;
  readonly replaced: number | null;
}

function toCopy(uid: string, { from, to, replaced }: Rows): RowCopy {
  const version = { status: 'draft', locale: null } as const;
  return rootCopy(from, to, { uid, version, source: 'published', replaced });
}

function count(documents: readonly DraftedDocument[]): DraftCounts {
  const of = (kind: DraftedDocument['how']): number =>
    documents.filter(({ how }) => how === kind).length;
  return { made: of('made'), replaced: of('replaced'), kept: of('kept') };
}
