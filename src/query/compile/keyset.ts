// SQL of keyset pagination: the keys of the order as columns, what lies beyond the row, and the
// order in which it is read.
import { sql } from 'kysely';
import type { Fragment } from '../../storage/dialect.ts';
import type { Keyset, Slot } from '../plan.ts';
import { slotParameter, type CompileContext } from './context.ts';
import type { FilteredRows } from './filters.ts';

/** The pieces of a statement that reads such a part. */
export interface CompiledKeyset {
  /** The keys, for the cursors of the rows. */
  readonly columns: readonly Fragment[];
  /** Rows that follow each other, by a condition each; none: all rows. */
  readonly pieces: readonly Fragment[];
  readonly order: Fragment;
}

/** Before a row all is read the other way round. */
export function compileKeyset(
  context: CompileContext,
  { uid, alias }: FilteredRows,
  { side, keys, place }: Keyset,
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
    pieces: place ? behind(directed, place) : [],
    order: sql.join(order),
  };
}

interface DirectedKey {
  readonly column: Fragment;
  readonly isAscending: boolean;
  /** In this direction rows without a value come last. */
  readonly nullsLast: boolean;
  readonly isId: boolean;
}

type Place = readonly (Slot | null)[];

/**
 * What lies behind a place, in one or two pieces that follow each other: from the place on, and rows without a value of
 * the first key where the place has one, or with one where it has none. Each is written so that an index on the key can
 * be entered where it begins.
 */
function behind(
  [key, ...keys]: readonly DirectedKey[],
  [slot, ...slots]: Place,
): readonly Fragment[] {
  if (!key || slot === undefined) throw new Error('a place that does not end with an id');
  const { column, isAscending, nullsLast } = key;
  const beyond = sql`${column} ${isAscending ? sql`>` : sql`<`}`;
  const value = slot === null ? null : slotParameter(slot);
  if (key.isId) return [sql`${beyond} ${value}`];
  const rest = sql.join(behind(keys, slots), sql` or `);
  if (value === null) {
    const here = sql`${column} is null and (${rest})`;
    return nullsLast ? [here] : [here, sql`${column} is not null`];
  }
  const here = sql`${beyond}= ${value} and (${beyond} ${value} or ${rest})`;
  return nullsLast ? [here, sql`${column} is null`] : [here];
}
