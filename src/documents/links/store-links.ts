// Stores the difference of links: in a table of links, or in columns of one of the two sides.
import type { SqlValue, WriteSteps } from '../../storage/session.ts';
import { appendLinks } from '../../storage/statements/link-statements.ts';
import type { WriteContext } from '../write-context.ts';
import type { LinkDifference } from './link-difference.ts';
import type { LinkStorage } from './link-storage.ts';
import { parseRow } from './linked-row.ts';

/** Stores a difference. */
export function* storeLinks(
  context: WriteContext,
  storage: LinkStorage,
  difference: LinkDifference,
): WriteSteps<void> {
  if (storage.rows === 'own') yield* storeRows(context, storage, difference);
  else yield* storeColumns(context, storage, difference);
}

/**
 * Deletes first, so that no pair is stored twice. Gaps in the inverse order remain: they are not visible, and closing them
 * would update all links of a row.
 */
function* storeRows(
  context: WriteContext,
  storage: LinkStorage,
  { removed, moved, added }: LinkDifference,
): WriteSteps<void> {
  const { statements } = context;
  const { table, near, far, farType, order, inverseOrder } = storage;
  yield* statements.delete(table, [{ column: 'id', in: removed.map(({ id }) => id) }]);
  if (order !== null) yield* statements.update(table, [order], moved);
  if (added.length === 0) return;
  const links = added.map(([nearRow, farRow, at]) => ({ nearRow, at, ...parseRow(farRow) }));
  if (inverseOrder !== null) {
    const rows = links.map(({ nearRow, id, at }) => [nearRow, id, at] as const);
    yield [appendLinks(context, { ...storage, inverseOrder }, rows)];
    return;
  }
  const same = [...storage.fixed, ...storage.defaults];
  const columns = [near, far, ...optional(farType), ...optional(order)];
  yield* statements.add(
    table,
    [...columns, ...same.map(({ column }) => column)],
    links.map(({ nearRow, id, uid, at }) => [
      nearRow,
      id,
      ...(farType === null ? [] : [uid]),
      ...(order === null ? [] : [at]),
      ...same.map(({ is }) => is),
    ]),
  );
}

/** Updates each row once, even if its link is removed and another one added. */
function* storeColumns(
  { statements }: WriteContext,
  { table, rows, near, far, farType, fixed }: LinkStorage,
  { removed, added }: LinkDifference,
): WriteSteps<void> {
  const columns =
    rows === 'near' ? [far, ...optional(farType)] : [near, ...fixed.map(({ column }) => column)];
  const nothing = columns.map(() => null);
  const values = new Map<number, readonly SqlValue[]>(removed.map(({ id }) => [id, nothing]));
  for (const [nearRow, farRow] of added) {
    const { id, uid } = parseRow(farRow);
    if (rows === 'near') values.set(nearRow, farType === null ? [id] : [id, uid]);
    else values.set(id, [nearRow, ...fixed.map(({ is }) => is)]);
  }
  yield* statements.update(
    table,
    columns,
    [...values].map(([id, row]) => [id, ...row]),
  );
}

function optional(column: string | null): readonly string[] {
  return column === null ? [] : [column];
}
