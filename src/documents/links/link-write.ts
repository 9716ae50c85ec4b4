// In charge of the words for how the links of rows change, once the targets are found.
import type { OrderChange, RowGroup } from '../order.ts';

/** How the links of one row change. */
export type RowChange =
  /** They become exactly these, in this order; a row that is named twice counts once. */
  | { readonly kind: 'set'; readonly rows: readonly RowGroup[] }
  | { readonly kind: 'change'; readonly change: OrderChange };

export interface LinkWrite {
  /** Id of the row that has the attribute; each row has one write at most. */
  readonly row: number;
  /** True: inserted in this write, so it has no links yet. */
  readonly created: boolean;
  readonly change: RowChange;
  readonly published?: PublishedRow | null;
}

/** The published row of the document whose draft is written. */
export interface PublishedRow {
  readonly row: number;
  /** True where the write publishes the draft in its place. */
  readonly replaced: boolean;
}
