// Changes of links by rows.
import type { OrderChange, RowGroup } from './order.ts';

/** A change of the links of one row. */
export type RowChange =
  /** Replaces all links by these, in this order and without repetitions. */
  | { readonly kind: 'set'; readonly rows: readonly RowGroup[] }
  | { readonly kind: 'change'; readonly change: OrderChange };

export interface LinkWrite {
  /** Id of the row with the attribute. There is at most one write for each row. */
  readonly row: number;
  /** True if this write inserts the row, so it has no links yet. */
  readonly created: boolean;
  readonly change: RowChange;
  readonly published?: PublishedRow | null;
}

/** The published row of a document whose draft is written. */
export interface PublishedRow {
  readonly row: number;
  /** True if the write publishes the draft, which replaces the row. */
  readonly replaced: boolean;
}
