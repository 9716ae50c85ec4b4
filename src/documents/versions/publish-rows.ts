// Publication: drafts are checked, copied in the place of what was published, and found by the links that were pending for
// them. Discarding a draft is the same copy in the other direction.
import type { Status } from '../../query/params.ts';
import type { ContentType } from '../../schema/types.ts';
import { copyRows } from '../../storage/row-copies.ts';
import type { InteractiveWriting, SqlValue, Writing } from '../../storage/database.ts';
import { together } from '../../storage/together.ts';
import { newRow, type DocumentRow } from '../document-rows.ts';
import { scalarColumns } from '../entry-rows.ts';
import { beforeRemoval } from '../hooked-removal.ts';
import { afterRow } from '../hooked-rows.ts';
import type { PlacesIn } from '../placed-components.ts';
import { removeRows, type RemovedRows } from '../remove.ts';
import { assertPublishable } from '../validity.ts';
import { isPublishing, type Version } from '../version.ts';
import type { WriteContext } from '../write-context.ts';
import type { RowEvent } from '../write-hooks.ts';
import { recordEvent, type WriteOperation } from '../write-operation.ts';
import { applyPending } from './apply-pending.ts';
import { insertCopies, nothing, planCopies, rootCopy, type RowCopy } from './copies.ts';
import { copyLinks, readSourceLinks } from './copy-links.ts';
import { beforeCopies, writeChangedLinks, writeChangedValues } from './hooked-copies.ts';
import { plainLinkColumns } from './model-links.ts';
import { removePendingLinksOf } from './pending-links.ts';
import { readIncoming, relinkIncoming } from './relink-incoming.ts';

/** Drafts of a document that are published, and the published rows that go for them. */
export interface Publication {
  readonly drafts: readonly DocumentRow[];
  readonly old: readonly DocumentRow[];
}

/** What a publication of drafts replaces. @param rows All rows of the document */
export function planPublication(
  drafts: readonly DocumentRow[],
  rows: readonly DocumentRow[],
): Publication {
  const locales = new Set(drafts.map(({ locale }) => locale));
  return { drafts, old: rows.filter(({ isDraft, locale }) => !isDraft && locales.has(locale)) };
}

/**
 * What a write publishes: the row that it writes; null: it writes a draft, or a type without drafts.
 * @param rows The rows that its document had before
 */
export function publicationOf(
  version: Version,
  row: DocumentRow,
  rows: readonly DocumentRow[],
): Publication | null {
  if (!isPublishing(version)) return null;
  // Another program may have made a draft twice: each of them is published.
  const twins = rows.filter(
    ({ id, isDraft, locale }) => isDraft && locale === row.locale && id !== row.id,
  );
  return planPublication(
    [row, ...twins].toSorted((a, b) => a.id - b.id),
    rows,
  );
}

/** The rows that a publication reads. */
export function publishedFrom({ drafts, old }: Publication): readonly number[] {
  return [...drafts, ...old].map(({ id }) => id);
}

/**
 * Publishes drafts of one document.
 * @param placesIn What stands in all rows of the publication
 * @returns the ids of the published rows, in the order of the drafts
 * @throws ValidationError
 */
export function* publishRows(
  operation: WriteOperation,
  { drafts, old }: Publication,
  placesIn: PlacesIn,
): InteractiveWriting<readonly number[]> {
  const { context, type } = operation;
  if (drafts.length === 0) return [];
  const taken = new Set<number>();
  const rows = drafts.map(({ id, locale }) => {
    const row = old.find((each) => each.locale === locale && !taken.has(each.id));
    if (row) taken.add(row.id);
    return { from: id, replaced: row?.id ?? null };
  });
  // Another program may have published a version twice: only one is there afterwards.
  const gone = old.map(({ id }) => id);
  const check = assertPublishable(context, { type, placesIn }, drafts);
  const { ids, events } = yield* insertVersions(
    operation,
    { status: 'published', placesIn, gone, check },
    rows,
  );
  const published = drafts.map((draft, i) => newRow(ids[i] ?? 0, { ...draft, isDraft: false }));
  yield* together([
    removeReplaced(context, { uid: type.uid, ids: gone }, placesIn),
    applyPending(context, type.uid, published),
  ]);
  for (const [i, draft] of drafts.entries()) {
    recordEvent(operation, 'published', { ...draft, draft: draft.id, published: ids[i] ?? null });
    yield* afterRow(operation, events[i] ?? null, ids[i]);
  }
  return ids;
}

/** Makes drafts equal to published rows. @param placesIn What stands in all of them @returns the ids of the drafts */
export function* discardRows(
  operation: WriteOperation,
  rows: readonly ReplacedRow[],
  placesIn: PlacesIn,
): InteractiveWriting<readonly number[]> {
  const { context, type } = operation;
  const gone = rows.flatMap(({ replaced }) => replaced ?? []);
  const { ids, events } = yield* insertVersions(
    operation,
    { status: 'draft', placesIn, gone },
    rows,
  );
  yield* removeReplaced(context, { uid: type.uid, ids: gone }, placesIn);
  for (const [i, event] of events.entries()) yield* afterRow(operation, event, ids[i]);
  return ids;
}

/** A publication of the row that a write has written. */
interface WrittenPublication {
  readonly placesIn: PlacesIn;
  readonly publication: Publication;
}

/** Publishes the row that a write has written. @returns the id of its published version. @throws ValidationError */
export function* publishWritten(
  operation: WriteOperation,
  row: DocumentRow,
  { publication, placesIn }: WrittenPublication,
): InteractiveWriting<number> {
  const published = yield* publishRows(operation, publication, placesIn);
  return published[publication.drafts.indexOf(row)] ?? row.id;
}

/** A row that is copied, and the one of the other version that goes for the copy; null: there is none. */
export interface ReplacedRow {
  readonly from: number;
  readonly replaced: number | null;
}

/** What becomes of the copies. */
interface Copying {
  /** The version that the copies are. */
  readonly status: Status;
  /** What stands in the rows. */
  readonly placesIn: PlacesIn;
  /** The rows that go. */
  readonly gone: readonly number[];
  /** Refuses the copies, where they may be refused. */
  readonly check?: Writing<void>;
}

/** Copies of rows, in their order, and the events of their hooks. */
interface InsertedVersions {
  readonly ids: readonly number[];
  readonly events: readonly (RowEvent | null)[];
}

/** Copies rows of a type with drafts into the other version. The rows that go are still there afterwards. */
function* insertVersions(
  operation: WriteOperation,
  { status, placesIn, gone, check = nothing() }: Copying,
  rows: readonly ReplacedRow[],
): InteractiveWriting<InsertedVersions> {
  const { context, type } = operation;
  const { uid } = type;
  const source = status === 'published' ? 'draft' : 'published';
  const version = { status, locale: null };
  const roots = rows.map(({ from, replaced }) =>
    rootCopy(from, 0, { uid, version, source, replaced }),
  );
  const copies = planCopies(context, { uid, copies: roots, attributes: null }, placesIn);
  const [, links, incoming] = yield* together([
    check,
    readSourceLinks(context, copies),
    readIncoming(context, uid, roots),
  ]);
  const removed = yield* beforeRemoval(operation, { uid, rows: gone, placesIn });
  for (const event of removed) yield* afterRow(operation, event);
  const hooked = yield* beforeCopies(operation, copies);
  yield* insertCopies(context, copies, insertRoots(context, { type, status }, roots));
  yield* writeChangedValues(context, hooked);
  for (const { copy, event } of hooked) {
    if (copy.inside) yield* afterRow(operation, event, copy.to);
  }
  yield* together([
    copyLinks(context, copies, links),
    relinkIncoming(context, uid, { replacements: roots, links: incoming }),
  ]);
  yield* writeChangedLinks(context, hooked);
  const eventOf = new Map(hooked.map(({ copy, event }) => [copy, event]));
  return {
    ids: roots.map(({ to }) => to),
    events: roots.map((copy) => eventOf.get(copy) ?? null),
  };
}

/** Removes rows when nothing leads to them any more. */
function* removeReplaced(
  context: WriteContext,
  rows: RemovedRows,
  placesIn: PlacesIn,
): Writing<void> {
  if (rows.ids.length === 0) return;
  yield* removePendingLinksOf(context, rows.uid, rows.ids);
  yield* removeRows(context, rows, placesIn);
}

/** All that a row holds but when it was published. */
function* insertRoots(
  context: WriteContext,
  { type: { uid }, status }: { readonly type: ContentType; readonly status: Status },
  roots: readonly RowCopy[],
): Writing<void> {
  const { layout, dialect } = context;
  const publishedAt = layout.column(uid, 'publishedAt');
  const columns = scalarColumns(context, uid).map(({ column }) => column);
  const now: SqlValue = dialect.store('datetime', status === 'published' ? Date.now() : null);
  const ids = yield* copyRows(
    context,
    {
      table: layout.table(uid),
      copied: [
        ...columns.filter((column) => column !== publishedAt),
        ...plainLinkColumns(context, uid),
      ],
      given: [publishedAt],
    },
    roots.map(({ from }) => [from, now]),
  );
  for (const [i, copy] of roots.entries()) {
    copy.to = ids[i] ?? 0;
    copy.root.id = copy.to;
  }
}
