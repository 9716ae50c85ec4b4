// Publishes rows: checks drafts, replaces the published rows by copies of them, and applies pending links. Discarding a draft
// copies in the other direction.
import type { Status } from '../../query/params.ts';
import type { ContentType } from '../../schema/types.ts';
import { copyRows } from '../../storage/statements/row-copies.ts';
import type { InteractiveWriteSteps, SqlValue, WriteSteps } from '../../storage/session.ts';
import { concurrently } from '../../storage/concurrently.ts';
import { newRow, type DocumentRow } from '../rows/document-rows.ts';
import { scalarColumns } from '../rows/entry-rows.ts';
import { beforeRemoval } from '../rows/removal-hooks.ts';
import { afterRow } from '../rows/row-hooks.ts';
import type { SlotsOf } from '../components/stored-components.ts';
import { removeRows, type RemovedRows } from '../rows/remove.ts';
import { assertPublishable } from '../validation/assert-valid.ts';
import type { WriteContext } from '../write-context.ts';
import type { RowEvent } from '../write-hooks.ts';
import { recordEvent, type WriteOperation } from '../write-operation.ts';
import { applyPending } from './apply-pending.ts';
import {
  insertCopies,
  noSteps,
  planCopies,
  rootCopy,
  type RowCopy,
  beforeCopies,
  writeChangedLinks,
  writeChangedValues,
} from './copies.ts';
import { copyLinks, readSourceLinks } from './copy-links.ts';
import { plainLinkColumns } from './model-links.ts';
import { removePendingLinksOf } from './pending-links.ts';
import { readIncoming, relinkIncoming } from './relink-incoming.ts';

/** Drafts of a document to be published, and the published rows that they replace. */
export interface Publication {
  readonly drafts: readonly DocumentRow[];
  readonly replaced: readonly DocumentRow[];
}

/** The ids of the rows of a publication, whose components it needs. */
export function rowsOfPublication({ drafts, replaced }: Publication): readonly number[] {
  return [...drafts, ...replaced].map(({ id }) => id);
}

/**
 * Publishes drafts of one document.
 * @param slotsOf The components of all rows of the publication
 * @returns the ids of the published rows, in the order of the drafts
 * @throws ValidationError
 */
export function* publishRows(
  operation: WriteOperation,
  { drafts, replaced }: Publication,
  slotsOf: SlotsOf,
): InteractiveWriteSteps<readonly number[]> {
  const { context, type } = operation;
  const used = new Set<number>();
  const rows = drafts.map(({ id, locale }) => {
    const row = replaced.find((each) => each.locale === locale && !used.has(each.id));
    if (row) used.add(row.id);
    return { from: id, replaced: row?.id ?? null };
  });
  // Another program may have published a version twice: only one remains.
  const replacedIds = replaced.map(({ id }) => id);
  const check = assertPublishable(context, { type, slotsOf }, drafts);
  const { ids, events } = yield* insertVersions(
    operation,
    { status: 'published', slotsOf, replacedIds, check },
    rows,
  );
  const published = drafts.map((draft, i) => newRow(ids[i] ?? 0, { ...draft, isDraft: false }));
  yield* concurrently([
    removeReplaced(context, { uid: type.uid, ids: replacedIds }, slotsOf),
    applyPending(context, type.uid, published),
  ]);
  for (const [i, { id, documentId, locale }] of drafts.entries()) {
    const written = { draft: id, published: ids[i] ?? null };
    recordEvent(operation, 'published', { documentId, locale, rows: written });
    yield* afterRow(operation, events[i] ?? null, ids[i]);
  }
  return ids;
}

/** Reverts drafts to published rows. @param slotsOf The components of all rows @returns the ids of the drafts */
export function* discardRows(
  operation: WriteOperation,
  rows: readonly ReplacedRow[],
  slotsOf: SlotsOf,
): InteractiveWriteSteps<readonly number[]> {
  const { context, type } = operation;
  const replacedIds = rows.flatMap(({ replaced }) => replaced ?? []);
  const { ids, events } = yield* insertVersions(
    operation,
    { status: 'draft', slotsOf, replacedIds },
    rows,
  );
  yield* removeReplaced(context, { uid: type.uid, ids: replacedIds }, slotsOf);
  for (const [i, event] of events.entries()) yield* afterRow(operation, event, ids[i]);
  return ids;
}

/** A row to be copied, and the row of the other version that the copy replaces, or null. */
export interface ReplacedRow {
  readonly from: number;
  readonly replaced: number | null;
}

/** Options of copies. */
interface Copying {
  /** The status of the copies. */
  readonly status: Status;
  /** The components of the rows. */
  readonly slotsOf: SlotsOf;
  /** The rows of the other version, which are removed afterwards. */
  readonly replacedIds: readonly number[];
  /** Checks the sources; throws if they are invalid. */
  readonly check?: WriteSteps<void>;
}

/** The ids of copies in order, and the events of their hooks. */
interface InsertedVersions {
  readonly ids: readonly number[];
  readonly events: readonly (RowEvent | null)[];
}

/** Copies rows of a type with drafts to the other version. The replaced rows are not removed yet. */
function* insertVersions(
  operation: WriteOperation,
  { status, slotsOf, replacedIds, check = noSteps() }: Copying,
  rows: readonly ReplacedRow[],
): InteractiveWriteSteps<InsertedVersions> {
  const { context, type } = operation;
  const { uid } = type;
  const source = status === 'published' ? 'draft' : 'published';
  const version = { status, locale: null };
  const roots = rows.map(({ from, replaced }) =>
    rootCopy(from, 0, { uid, version, source, replaced }),
  );
  const copies = planCopies(context, { uid, copies: roots, attributes: null }, slotsOf);
  const [, links, incoming] = yield* concurrently([
    check,
    readSourceLinks(context, copies),
    readIncoming(context, uid, roots),
  ]);
  const removals = yield* beforeRemoval(operation, { uid, rows: replacedIds, slotsOf });
  for (const event of removals) yield* afterRow(operation, event);
  const hooked = yield* beforeCopies(operation, copies);
  yield* insertCopies(context, copies, insertRoots(context, { type, status }, roots));
  yield* writeChangedValues(context, hooked);
  for (const { copy, event } of hooked) {
    if (copy.inside) yield* afterRow(operation, event, copy.to);
  }
  yield* concurrently([
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

/** Removes replaced rows, after the links to them were moved. */
function* removeReplaced(
  context: WriteContext,
  rows: RemovedRows,
  slotsOf: SlotsOf,
): WriteSteps<void> {
  if (rows.ids.length === 0) return;
  yield* removePendingLinksOf(context, rows.uid, rows.ids);
  yield* removeRows(context, rows, slotsOf);
}

/** Inserts copies of rows with a new `publishedAt`. */
function* insertRoots(
  context: WriteContext,
  { type: { uid }, status }: { readonly type: ContentType; readonly status: Status },
  roots: readonly RowCopy[],
): WriteSteps<void> {
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
      assigned: [publishedAt],
    },
    roots.map(({ from }) => [from, now]),
  );
  for (const [i, copy] of roots.entries()) {
    copy.to = ids[i] ?? 0;
    copy.root.id = copy.to;
  }
}
