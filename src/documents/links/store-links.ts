// In charge of storing how links differ from what is there: rows of a table of links, or columns of one of the two
// sides.
import type { SqlValue, WriteSteps } from '../../storage/database.ts';
import { appendLinks } from '../../storage/link-statements.ts';
import type { WriteContext } from '../write-context.ts';
import type { LinkDifference } from './link-difference.ts';
import type { LinkPlace } from './link-place.ts';
import { partsOf } from './linked-row.ts';

/** Stores a difference; what does not differ is not written. */
export function* storeLinks(
  context: WriteContext,
  place: LinkPlace,
  difference: LinkDifference,
): WriteSteps<void> {
  if (place.rows === 'own') yield* storeRows(context, place, difference);
  else yield* storeColumns(context, place, difference);
}

/**
 * Deletes first, so that no pair is there twice. The gaps that this leaves in the order of the far rows stay: nobody
 * sees them, and closing them would touch every link of a row that many are linked to.
 */
function* storeRows(
  context: WriteContext,
  place: LinkPlace,
  { removed, moved, added }: LinkDifference,
): WriteSteps<void> {
  const { statements } = context;
  const { table, near, far, farType, order, inverseOrder } = place;
  yield* statements.delete(table, [{ column: 'id', in: removed.map(({ id }) => id) }]);
  if (order !== null) yield* statements.update(table, [order], moved);
  if (added.length === 0) return;
  const links = added.map(([nearRow, farRow, at]) => ({ nearRow, at, ...partsOf(farRow) }));
  if (inverseOrder !== null) {
    const rows = links.map(({ nearRow, id, at }) => [nearRow, id, at] as const);
    yield [appendLinks(context, { ...place, inverseOrder }, rows)];
    return;
  }
  const same = [...place.fixed, ...place.given];
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

/** A row that lost its link and got another is written once. */
function* storeColumns(
  { statements }: WriteContext,
  { table, rows, near, far, farType, fixed }: LinkPlace,
  { removed, added }: LinkDifference,
): WriteSteps<void> {
  const columns =
    rows === 'near' ? [far, ...optional(farType)] : [near, ...fixed.map(({ column }) => column)];
  const nothing = columns.map(() => null);
  const values = new Map<number, readonly SqlValue[]>(removed.map(({ id }) => [id, nothing]));
  for (const [nearRow, farRow] of added) {
    const { id, uid } = partsOf(farRow);
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
