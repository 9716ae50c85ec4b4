// Removes pending links of components that were deleted while their type had no drafts.
import type { WriteSteps } from '../../storage/session.ts';
import { pendingLinks } from '../../storage/layout/quoin-tables.ts';
import { groupBy } from '../../base/group-by.ts';
import type { WriteContext } from '../write-context.ts';

/** Removes pending links of documents of a type whose source no longer exists. */
export function* removeLostLinks(context: WriteContext, uid: string): WriteSteps<void> {
  const { registry, layout, statements } = context;
  const { table, ownerType, sourceType, sourceId } = pendingLinks;
  const links = yield* statements.select(table, {
    columns: ['id', sourceType, sourceId],
    where: [{ column: ownerType, is: uid }],
  });
  const lost: number[] = [];
  for (const [source, group] of groupBy(links, ([, type]) => String(type))) {
    const isKnown = registry.contentTypes.has(source) || registry.components.has(source);
    const found = isKnown
      ? yield* statements.select(layout.table(source), {
          columns: ['id'],
          where: [{ column: 'id', in: [...new Set(group.map(([, , row]) => Number(row)))] }],
        })
      : [];
    const present = new Set(found.map(([id]) => Number(id)));
    for (const [id, , row] of group) if (!present.has(Number(row))) lost.push(Number(id));
  }
  yield* statements.delete(table, [{ column: 'id', in: lost }]);
}
