// Hooks: code that runs before and after a row is written, inside the transaction, and around a whole operation, outside of
// it. Without hooks nothing waits, and writes share transactions.
import type { ColumnValue } from './input.ts';
import type { Caller } from './content-events.ts';
import type {
  CreateRequest,
  DeleteRequest,
  DocumentRequest,
  UpdateRequest,
} from './write-request.ts';

/** A row that is written: of a content-type or a component. */
export interface RowEvent {
  readonly action: 'create' | 'update' | 'delete';
  /** Of the model. */
  readonly uid: string;
  /** Id of the row; null until it is inserted. */
  row: number | null;
  /** A copy of this row is inserted: that is how drafts are published, and discarded; null: it is no copy. */
  readonly copyOf: number | null;
  /**
   * What is written, by attribute; of a copy what differs from its source. A hook that is called before may change it.
   */
  readonly values: Map<string, ColumnValue>;
  readonly by: Caller;
  /** Whatever a hook keeps from before to after. */
  state: unknown;
}

/** Hooks on rows. What they throw undoes the write. */
export interface RowHooks {
  /** True if rows of a model have hooks. */
  has(uid: string): boolean;
  before(event: RowEvent): Promise<void>;
  after(event: RowEvent): Promise<void>;
}

/** A write as it is asked for. */
export type WriteCall<Entry = string> =
  | { readonly action: 'create'; readonly request: CreateRequest<Entry> }
  | { readonly action: 'update'; readonly request: UpdateRequest<Entry> }
  | { readonly action: 'delete'; readonly request: DeleteRequest<Entry> }
  | {
      readonly action: 'publish' | 'unpublish' | 'discardDraft';
      readonly request: DocumentRequest<Entry>;
    };

/**
 * Runs around a write, outside of its transaction. @param next Runs the write, once @returns its entries, as the request wants them
 */
export type WriteMiddleware = <Entry>(
  call: WriteCall<Entry>,
  next: (call: WriteCall<Entry>) => Promise<readonly Entry[]>,
) => Promise<readonly Entry[]>;

/** All code that takes part in writes. */
export interface WriteHooks {
  readonly rows: RowHooks;
  /** The first is outermost. */
  readonly middlewares: readonly WriteMiddleware[];
}

/** Nobody takes part. */
export const NO_HOOKS: WriteHooks = {
  rows: { has: () => false, before: async () => undefined, after: async () => undefined },
  middlewares: [],
};
