// In charge of links that stand ready for rows without drafts (their target was unpublished): a write that takes a
// target away from such a row takes the waiting link too.
import { pendingLinks as columns } from '../../storage/quoin-tables.ts';
import type { Writing } from '../../storage/database.ts';
import { isToOne, type LinkedAttribute } from '../check/linked-attribute.ts';
import type { RelationInput, TargetInput } from '../input.ts';
import type { WriteContext } from '../write-context.ts';

/** A relation that was written, of a row that was there before. */
export interface WrittenRelation {
  readonly row: number;
  readonly relation: RelationInput;
}

/** Forgets the waiting links that writes of an attribute end. */
export function* forgetPending(
  context: WriteContext,
  { uid, attribute }: { readonly uid: string; readonly attribute: LinkedAttribute },
  written: readonly WrittenRelation[],
): Writing<void> {
  if (!mayWait(context, uid, attribute)) return;
  const of = [
    { column: columns.sourceType, is: uid },
    { column: columns.attribute, is: attribute.name },
  ];
  const emptied = written.filter(
    ({ relation }) =>
      relation.kind === 'set' || (isToOne(attribute) && relation.connect.length > 0),
  );
  yield* context.statements.delete(columns.table, [
    { column: columns.sourceId, in: emptied.map(({ row }) => row) },
    ...of,
  ]);
  for (const { row, relation } of written) {
    if (relation.kind === 'set' || relation.disconnect.length === 0) continue;
    yield* context.statements.delete(columns.table, [
      {
        column: columns.targetDocument,
        in: yield* documentsOf(context, attribute, relation.disconnect),
      },
      { column: columns.sourceId, is: row },
      ...of,
    ]);
  }
}

/** Drafts have no links that wait, and only what has drafts is waited for. */
function mayWait({ registry }: WriteContext, uid: string, attribute: LinkedAttribute): boolean {
  const model = registry.model(uid);
  if (model.modelType === 'contentType' && model.draftAndPublish) return false;
  if (attribute.kind === 'media') return false;
  return attribute.target === undefined || registry.contentType(attribute.target).draftAndPublish;
}

function* documentsOf(
  { statements, layout }: WriteContext,
  attribute: LinkedAttribute,
  targets: readonly TargetInput[],
): Writing<readonly string[]> {
  const documents = targets.flatMap((target) =>
    target.by === 'documentId' ? [target.documentId] : [],
  );
  const rows = targets.flatMap((target) => (target.by === 'id' ? [target.id] : []));
  const uid = attribute.kind === 'media' ? undefined : attribute.target;
  if (rows.length === 0 || uid === undefined) return documents;
  const found = yield* statements.select(layout.table(uid), {
    columns: ['document_id'],
    where: [{ column: 'id', in: rows.filter((id) => Number.isSafeInteger(id)) }],
  });
  return [...documents, ...found.map(([documentId]) => String(documentId))];
}
