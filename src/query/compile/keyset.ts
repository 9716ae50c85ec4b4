// SQL of keyset pagination: the sort keys as columns, the condition for the rows beyond a position, and the order.
import { sql } from 'kysely';
import type { Fragment } from '../../storage/dialect.ts';
import type { Keyset, Slot } from '../plan.ts';
import { slotParameter, type AliasedRows, type CompileContext } from './context.ts';

/** Parts of a statement that reads one page. */
export interface CompiledKeyset {
  /** The sort keys, from which the cursors are made. */
  readonly columns: readonly Fragment[];
  /** Conditions of consecutive ranges of rows; empty for all rows. */
  readonly ranges: readonly Fragment[];
  readonly order: Fragment;
}

/** Compiles a keyset. A page before a position is read in reverse order. */
export function compileKeyset(
  context: CompileContext,
  { uid, alias }: AliasedRows,
  { side, keys, position }: Keyset,
): CompiledKeyset {
  const columns = keys.map(({ attribute }) => context.column(uid, alias, attribute));
  const directed = keys.map(({ attribute, direction }, i): DirectedKey => {
    const column = columns[i] ?? sql``;
    const isAscending = (direction === 'asc') === (side === 'after');
    const nullsLast = context.dialect.nullsAre === (isAscending ? 'greatest' : 'least');
    return { column, isAscending, nullsLast, isId: attribute === 'id' };
  });
  const order = directed.map(
    ({ column, isAscending }) => sql`${column} ${sql.raw(isAscending ? 'asc' : 'desc')}`,
  );
  return {
    columns: directed.map(({ column, isId }) => (isId ? column : context.dialect.sortKey(column))),
    ranges: position ? rowsBeyond(directed, position) : [],
    order: sql.join(order),
  };
}

interface DirectedKey {
  readonly column: Fragment;
  readonly isAscending: boolean;
  /** True if rows without a value come last in this direction. */
  readonly nullsLast: boolean;
  readonly isId: boolean;
}

type Position = readonly (Slot | null)[];

/**
 * Conditions of the rows beyond a position, as one or two consecutive ranges: the rows from the position on, and the rows
 * whose first key is null while that of the position is not, or the reverse. Each has a form that can use an index on the
 * key.
 */
function rowsBeyond(
  [key, ...keys]: readonly DirectedKey[],
  [slot, ...slots]: Position,
): readonly Fragment[] {
  if (!key || slot === undefined) throw new Error('a position must end with an id');
  const { column, isAscending, nullsLast } = key;
  const beyond = sql`${column} ${isAscending ? sql`>` : sql`<`}`;
  const value = slot === null ? null : slotParameter(slot);
  if (key.isId) return [sql`${beyond} ${value}`];
  const rest = sql.join(rowsBeyond(keys, slots), sql` or `);
  if (value === null) {
    const here = sql`${column} is null and (${rest})`;
    return nullsLast ? [here] : [here, sql`${column} is not null`];
  }
  const here = sql`${beyond}= ${value} and (${beyond} ${value} or ${rest})`;
  return nullsLast ? [here, sql`${column} is null`] : [here];
}
