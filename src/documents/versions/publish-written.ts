// In charge of what a write does when its row is written: where the write publishes, the row is.
import type { Writing } from '../../storage/database.ts';
import type { DocumentRow } from '../document-rows.ts';
import { isPublishing, type Version } from '../version.ts';
import type { WriteContext } from '../write-context.ts';
import { publishRows } from './publish-rows.ts';

/** A row that was written, and the rows that its document had before. */
export interface WrittenRow {
  readonly row: DocumentRow;
  readonly rows: readonly DocumentRow[];
}

/** Publishes a row where its write does. @returns the id of the row that is answered. @throws ValidationError */
export function* publishWritten(
  context: WriteContext,
  version: Version,
  { row, rows }: WrittenRow,
): Writing<number> {
  if (!isPublishing(version)) return row.id;
  // Another program may have made a draft twice: each of them is published.
  const twins = rows.filter(
    ({ id, isDraft, locale }) => isDraft && locale === row.locale && id !== row.id,
  );
  const drafts = [row, ...twins].toSorted((a, b) => a.id - b.id);
  const published = yield* publishRows(context, version.type, { drafts, rows });
  return published[drafts.indexOf(row)] ?? row.id;
}
