// In charge of giving the documents of types whose drafts were switched on their drafts (docs/strapi/differences.md,
// D10): a copy of what is published, where there is no draft yet, or one that is older than what was published over it.
import type { ContentType } from '../../schema/types.ts';
import type { WriteSteps } from '../../storage/database.ts';
import { copyRows } from '../../storage/row-copies.ts';
import { versionPairs } from '../../storage/version-pairs.ts';
import { scalarColumns } from '../entry-rows.ts';
import { readPlacesIn } from '../placed-components.ts';
import { removeEntries } from '../remove.ts';
import { copyComponents, rootCopy, type ModelCopies, type RowCopy } from '../versions/copies.ts';
import { ownLinks, plainLinkColumns } from '../versions/model-links.ts';
import { readIncoming, relinkIncoming } from '../versions/relink-incoming.ts';
import { readStoredLinks } from '../versions/stored-links.ts';
import type { WriteContext } from '../write-context.ts';
import { isKnownToBoth, linkKey, type DraftedDocument, type Drafting } from './drafting.ts';
import { forgetLostLinks } from './forget-lost-links.ts';
import { leadDraftLinks } from './lead-draft-links.ts';
import { leadIncoming } from './lead-incoming.ts';
import { leadOwnLinks } from './lead-own-links.ts';

/** A type whose drafts were switched on. */
export interface SwitchedOn {
  readonly type: ContentType;
  /** Drafts are older than what was published only since then, in milliseconds since 1970; null: since ever. */
  readonly since: number | null;
  /** Another program deleted its drafts, and the links of others to them. */
  readonly draftsWereDeleted: boolean;
}

/** How many drafts there are now. */
export interface DraftsMade {
  readonly made: number;
  /** Those in the place of older ones. */
  readonly replaced: number;
  /** Those from before. */
  readonly kept: number;
}

/** Documents that are copied at once. */
const AT_ONCE = 300;
/** Of so many documents there is something to say while it takes its time. */
const MANY = 3000;

/**
 * Makes drafts. All rows are there before the first link is: documents of the types may lead to each other.
 * @returns the numbers by uid
 */
export function* makeDrafts(
  context: WriteContext,
  types: readonly SwitchedOn[],
  say: (line: string) => void,
): WriteSteps<ReadonlyMap<string, DraftsMade>> {
  const switched = new Set(types.map(({ type }) => type.uid));
  const formerLinks = new Set<string>();
  const documents = new Map<string, readonly DraftedDocument[]>();
  for (const each of types) {
    yield* forgetLostLinks(context, each.type.uid);
    documents.set(each.type.uid, yield* addDrafts(context, each, formerLinks));
  }
  const deleted = new Set(
    types.flatMap(({ type, draftsWereDeleted }) => (draftsWereDeleted ? [type.uid] : [])),
  );
  for (const [uid, all] of documents) {
    const drafting: Drafting = { uid, switched, formerLinks, wereDeleted: deleted.has(uid) };
    for (let at = 0; at < all.length; at += AT_ONCE) {
      if (all.length > MANY && at % MANY === 0) {
        say(`Drafts of ${uid}: ${at} of ${all.length} documents are done.`);
      }
      yield* fillDrafts(context, drafting, all.slice(at, at + AT_ONCE));
    }
  }
  return new Map([...documents].map(([uid, all]) => [uid, count(all)]));
}

/** The rows of drafts, without what hangs on them. */
function* addDrafts(
  context: WriteContext,
  { type: { uid }, since }: SwitchedOn,
  formerLinks: Set<string>,
): WriteSteps<readonly DraftedDocument[]> {
  const pairs = yield* versionPairs(context.dialect, { table: context.layout.table(uid), since });
  const documents: DraftedDocument[] = [];
  for (let at = 0; at < pairs.length; at += AT_ONCE) {
    const some = pairs.slice(at, at + AT_ONCE);
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
    { table: layout.table(uid), copied, given: [publishedAt] },
    rows.map((id) => [id, null]),
  );
}

/** What led to older drafts leads to the new ones; which links these had is remembered, then they go. */
function* replaceDrafts(
  context: WriteContext,
  group: ModelCopies,
  formerLinks: Set<string>,
): WriteSteps<void> {
  const { uid, copies } = group;
  if (copies.length === 0) return;
  const successors = new Map(copies.map(({ to, root }) => [root.replaced, to] as const));
  const rows = copies.flatMap(({ root }) => root.replaced ?? []);
  const links = ownLinks(context, uid).filter(isKnownToBoth);
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

/** What hangs on drafts, and what leads to them. */
function* fillDrafts(
  context: WriteContext,
  drafting: Drafting,
  documents: readonly DraftedDocument[],
): WriteSteps<void> {
  const { uid } = drafting;
  const copies = documents.flatMap(({ published, draft, how }) =>
    published === null || how === 'kept'
      ? []
      : [toCopy(uid, { from: published, to: draft, replaced: null })],
  );
  const sources = copies.map(({ from }) => from);
  const placesIn = yield* readPlacesIn(context, uid, sources);
  const groups = yield* copyComponents(context, { uid, copies, attributes: null }, placesIn);
  yield* leadOwnLinks(context, drafting, { groups, documents });
  yield* leadDraftLinks(context, drafting, documents);
  yield* leadIncoming(context, drafting, documents);
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

function count(documents: readonly DraftedDocument[]): DraftsMade {
  const of = (wanted: DraftedDocument['how']): number =>
    documents.filter(({ how }) => how === wanted).length;
  return { made: of('made'), replaced: of('replaced'), kept: of('kept') };
}
