// Computes the links of one row after a write (docs/strapi/writing.md).
import { distinctConnects, reorder, type OrderChange, type RowGroup } from './order.ts';
import type { LinkWrite, RowChange } from './link-write.ts';
import type { LinkedRow } from './linked-row.ts';
import type { RowMatcher } from './read-links.ts';

/** The links of a row before a write, and their rules. */
export interface LinkState {
  /** The linked rows, in order. */
  readonly current: readonly LinkedRow[];
  /** True for one target at most. */
  readonly toOne: boolean;
  /** True for rows of one document and locale: its draft and its published row. */
  readonly isSameTarget: RowMatcher;
}

/** The linked rows after a write, in order. @throws ValidationError as `reorder` */
export function desiredRows(
  { created, change }: LinkWrite,
  state: LinkState,
): readonly LinkedRow[] {
  if (change.kind === 'set') {
    return [...new Set((state.toOne ? change.rows.slice(-1) : change.rows).flat())];
  }
  if (state.toOne) return toOneAfter(change.change, state);
  // A new row has no links, so an anchor must be connected as well (docs/strapi/writing.md, "Order and positions").
  return reorder(state.current, { ...change.change, strict: change.change.strict || created });
}

/** The rows that a change links. */
export function connectedRows(change: RowChange): readonly LinkedRow[] {
  return change.kind === 'set'
    ? change.rows.flat()
    : change.change.connect.flatMap(({ rows }) => rows);
}

/** True for a change without effect. */
export function isUnchanged(change: RowChange): boolean {
  if (change.kind === 'set') return false;
  return change.change.connect.length === 0 && change.change.disconnect.length === 0;
}

/**
 * Only the last target is linked (docs/strapi/differences.md, D13). Its draft and its published row are linked separately, and
 * both may remain.
 */
function toOneAfter(
  change: OrderChange,
  { current, isSameTarget }: LinkState,
): readonly LinkedRow[] {
  const connect = distinctConnects(change.connect);
  const connected = new Set(connect.flatMap(({ rows }) => rows));
  const removed = new Set(change.disconnect.flat().filter((row) => !connected.has(row)));
  const left = current.filter((row) => !removed.has(row));
  const target: RowGroup = connect.at(-1)?.rows ?? [];
  const [first] = target;
  if (first === undefined) return left;
  const others = [...left, ...connected].filter((row) => isSameTarget(row, first));
  return [...new Set([...target, ...others])];
}
