// In charge of the rows that one row is linked to after a write (docs/strapi/writing.md).
import { distinctConnects, reorder, type OrderChange, type RowGroup } from '../order.ts';
import type { LinkWrite, RowChange } from './link-write.ts';
import type { LinkedRow } from './linked-row.ts';
import type { IsSame } from './present-links.ts';

/** What is there before the write, and what may be there after it. */
export interface LinkState {
  /** The rows that are linked now, in order. */
  readonly current: readonly LinkedRow[];
  /** True where one target is linked at most. */
  readonly toOne: boolean;
  /** True for rows of one document and locale: its draft and its published row. */
  readonly isSameTarget: IsSame;
}

/** The rows after a write, in order. @throws AppError 400 `ValidationError` as `reorder` */
export function wantedRows({ created, change }: LinkWrite, state: LinkState): readonly LinkedRow[] {
  if (change.kind === 'set') {
    return [...new Set((state.toOne ? change.rows.slice(-1) : change.rows).flat())];
  }
  if (state.toOne) return toOneAfter(change.change, state);
  // A new row has no links that an anchor could be among (docs/strapi/writing.md, "Order and positions").
  return reorder(state.current, { ...change.change, strict: change.change.strict || created });
}

/** The rows that a change names to be linked. */
export function namedRows(change: RowChange): readonly LinkedRow[] {
  return change.kind === 'set'
    ? change.rows.flat()
    : change.change.connect.flatMap(({ rows }) => rows);
}

/** True where a change leaves all as it is. */
export function isIdle(change: RowChange): boolean {
  if (change.kind === 'set') return false;
  return change.change.connect.length === 0 && change.change.disconnect.length === 0;
}

/**
 * The last target counts (docs/strapi/differences.md, D13); its draft and published rows are linked one by one, and
 * both may stay.
 */
function toOneAfter(
  change: OrderChange,
  { current, isSameTarget }: LinkState,
): readonly LinkedRow[] {
  const connect = distinctConnects(change.connect);
  const connected = new Set(connect.flatMap(({ rows }) => rows));
  const gone = new Set(change.disconnect.flat().filter((row) => !connected.has(row)));
  const left = current.filter((row) => !gone.has(row));
  const target: RowGroup = connect.at(-1)?.rows ?? [];
  const [first] = target;
  if (first === undefined) return left;
  const others = [...left, ...connected].filter((row) => isSameTarget(row, first));
  return [...new Set([...target, ...others])];
}
