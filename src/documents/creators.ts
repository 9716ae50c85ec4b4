// Administrators who created and changed an entry (docs/strapi/content-manager.md, "Creators").
import type { WriteSteps } from '../storage/database.ts';
import type { WrittenEntry } from './components.ts';
import type { WriteOperation } from './write-operation.ts';

/** Stores who writes a row: in `updatedBy`, and in `createdBy` of a new row. */
export function* storeCreator(
  { context, creator }: Pick<WriteOperation, 'context' | 'creator'>,
  { row, created, input }: Pick<WrittenEntry, 'row' | 'created' | 'input'>,
): WriteSteps<void> {
  if (creator === null) return;
  const { layout, statements } = context;
  const names = created ? ['createdBy', 'updatedBy'] : ['updatedBy'];
  const columns = names.flatMap((name) => {
    const link = layout.link(input.uid, name);
    return link.kind === 'column' ? [link.column] : [];
  });
  yield* statements.update(layout.table(input.uid), columns, [
    [row, ...columns.map(() => creator)],
  ]);
}
