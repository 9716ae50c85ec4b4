// In charge of putting copies of rows in the place of others: the published rows of drafts, or the drafts of published
// rows (spec/lifecycle.md section 5). A copy has an id of its own; what led to the row before leads to it.
import type { Status } from '../../query/params.ts';
import type { ContentType } from '../../schema/types.ts';
import { copyRows } from '../../storage/row-copies.ts';
import type { SqlValue, Writing } from '../../storage/database.ts';
import { scalarColumns } from '../entry-rows.ts';
import type { PlacesIn } from '../placed-components.ts';
import { removeRows } from '../remove.ts';
import type { WriteContext } from '../write-context.ts';
import type { RowCopy } from './copy.ts';
import { copyParts } from './copy-parts.ts';
import { plainLinkColumns } from './model-links.ts';
import { moveIncoming } from './move-incoming.ts';
import { removePendingLinksOf } from './pending-links.ts';

/** A row that is copied, and the one of the other version that goes for the copy; null: there is none. */
export interface ReplacedRow {
  readonly from: number;
  readonly replaced: number | null;
}

/** What becomes of the copies. */
export interface Replacing {
  readonly type: ContentType;
  /** The version that the copies are. */
  readonly status: Status;
  /** What stands in the rows, and in those that go. */
  readonly placesIn: PlacesIn;
}

/** Copies rows of a type with drafts into the other version. @returns the ids of the copies, in the order of the rows */
export function* replaceRows(
  context: WriteContext,
  { type, status, placesIn }: Replacing,
  rows: readonly ReplacedRow[],
): Writing<readonly number[]> {
  const { uid } = type;
  const copied = yield* copyRootRows(context, { type, status }, rows);
  const ids = copied.map((id) => id ?? 0);
  const source = status === 'published' ? 'draft' : 'published';
  const version = { status, locale: null };
  const copies = rows.map(({ from, replaced }, i): RowCopy => {
    const id = ids[i] ?? 0;
    return { from, to: id, root: { uid, id, version, source, replaced } };
  });
  yield* copyParts(context, { uid, copies, attributes: null }, placesIn);
  yield* moveIncoming(context, uid, copies);
  const gone = rows.flatMap(({ replaced }) => (replaced === null ? [] : [replaced]));
  yield* removePendingLinksOf(context, uid, gone);
  yield* removeRows(context, { uid, ids: gone }, placesIn);
  return ids;
}

/** All that a row holds but when it was published. */
function copyRootRows(
  context: WriteContext,
  { type: { uid }, status }: Omit<Replacing, 'placesIn'>,
  rows: readonly ReplacedRow[],
): Writing<readonly (number | null)[]> {
  const { layout, dialect } = context;
  const publishedAt = layout.column(uid, 'publishedAt');
  const columns = scalarColumns(context, uid).map(({ column }) => column);
  const now: SqlValue = dialect.store('datetime', status === 'published' ? Date.now() : null);
  return copyRows(
    context,
    {
      table: layout.table(uid),
      copied: [
        ...columns.filter((column) => column !== publishedAt),
        ...plainLinkColumns(context, uid),
      ],
      given: [publishedAt],
    },
    rows.map(({ from }) => [from, now]),
  );
}
