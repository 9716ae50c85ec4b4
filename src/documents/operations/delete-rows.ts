// Deletes rows of a type without drafts and locales in one transaction, in a number of statements that does not depend on
// how many there are, unless hooks run around each row.
import type { ContentType } from '../../schema/types.ts';
import type { InteractiveWriteSteps, WriteSteps } from '../../storage/session.ts';
import type { Caller } from '../content-events.ts';
import { newRow } from '../rows/document-rows.ts';
import { afterRow } from '../rows/row-hooks.ts';
import { beforeRemoval } from '../rows/removal-hooks.ts';
import { removeEntries } from '../rows/remove.ts';
import { recordEach, type WriteOperation } from '../write-operation.ts';

export interface RowDeletion {
  readonly type: ContentType;
  /** Who deletes; default: a program. */
  readonly by?: Caller;
  /** Runs first, in the same transaction. @returns the ids of the rows @throws if nothing may be deleted */
  readonly rows: () => WriteSteps<readonly number[]>;
}

/** Deletes rows with their components and links. */
export function* deleteRows(
  operation: WriteOperation,
  rowsOf: RowDeletion['rows'],
): InteractiveWriteSteps<void> {
  const { context, type } = operation;
  const { layout, statements } = context;
  const ids = yield* rowsOf();
  const rows = yield* statements.select(layout.table(type.uid), {
    columns: ['id', layout.column(type.uid, 'documentId')],
    where: [{ column: 'id', in: ids }],
    order: ['id'],
  });
  const events = yield* beforeRemoval(operation, { uid: type.uid, rows: ids });
  yield* removeEntries(context, type.uid, ids);
  const removed = rows.map(([id, documentId]) =>
    newRow(Number(id), {
      documentId: documentId === null ? null : String(documentId),
      locale: null,
      isDraft: false,
    }),
  );
  recordEach(operation, 'deleted', removed);
  for (const event of events) yield* afterRow(operation, event);
}
