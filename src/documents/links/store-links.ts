// In charge of storing how links differ from what is there: rows of a join table or of the files' table, or a column
// of one of the two sides.
import type { Writing } from '../../storage/database.ts';
import { appendLinks } from '../../storage/link-statements.ts';
import type { WriteContext } from '../write-context.ts';
import type { LinkDifference } from './link-difference.ts';
import type { LinkPlace } from './link-place.ts';

/** Stores a difference; what does not differ is not written. */
export function* storeLinks(
  context: WriteContext,
  place: LinkPlace,
  difference: LinkDifference,
): Writing<void> {
  if (place.rows === 'own') yield* storeRows(context, place, difference);
  else yield* storeColumn(context, place, difference);
}

/**
 * Deletes first, so that no pair is there twice. The gaps that this leaves in the order of the far rows stay: nobody
 * sees them, and closing them would touch every link of a row that many are linked to.
 */
function* storeRows(
  context: WriteContext,
  place: LinkPlace,
  { removed, moved, added }: LinkDifference,
): Writing<void> {
  const { statements } = context;
  const { table, near, far, fixed, order, inverseOrder } = place;
  yield* statements.delete(table, [{ column: 'id', in: removed.map(({ id }) => id) }]);
  if (order !== null) yield* statements.update(table, [order], moved);
  if (added.length === 0) return;
  if (inverseOrder !== null) {
    yield [appendLinks(context, { ...place, inverseOrder }, added)];
    return;
  }
  const columns = [
    near,
    far,
    ...(order === null ? [] : [order]),
    ...fixed.map((each) => each.column),
  ];
  const same = fixed.map(({ is }) => is);
  const rows = added.map((row) => [...(order === null ? row.slice(0, 2) : row), ...same]);
  yield* statements.insert(table, columns, rows);
}

/** A row that lost its link and got another is written once. */
function* storeColumn(
  { statements }: WriteContext,
  { table, rows, near, far }: LinkPlace,
  { removed, added }: LinkDifference,
): Writing<void> {
  const values = new Map<number, number | null>(removed.map(({ id }) => [id, null]));
  for (const [nearRow, farRow] of added) {
    if (rows === 'near') values.set(nearRow, farRow);
    else values.set(farRow, nearRow);
  }
  yield* statements.update(table, [rows === 'near' ? far : near], [...values]);
}
