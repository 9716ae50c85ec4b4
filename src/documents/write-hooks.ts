// Hooks: code that runs before and after a row is written, inside the transaction, and around a whole operation, outside of
// it. Without hooks nothing waits, and writes share transactions.
import type { JsonValue } from '../base/json.ts';
import type { PreparedRead } from '../query/prepared-read.ts';
import type { ColumnValue } from './input.ts';
import type { RowChange } from './links.ts';
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
  /**
   * The row that values are copied from: that is how drafts are published and discarded, and how locales share values;
   * null: nothing is copied.
   */
  readonly copyOf: number | null;
  /** Names of the attributes that are copied; null: all. */
  readonly copied: ReadonlySet<string> | null;
  /** True for the first row of a new document: no program has seen its documentId yet. */
  readonly isFirst: boolean;
  /**
   * What is written, by attribute; of a copy what differs from its source. A hook that is called before may change it.
   */
  readonly values: Map<string, ColumnValue>;
  /** The links that are written, in the same way. */
  readonly relations: Map<string, RowChange>;
  /** The components in the attributes that are written, which are in the database already; none of a copy. */
  readonly components: ReadonlyMap<string, readonly PlacedComponent[]>;
  /** How the entry is answered; null: it is a component. */
  readonly answer: PreparedRead | null;
  readonly by: Caller;
  /** Whatever a hook keeps from before to after. */
  state: unknown;
}

/** A component in an attribute. */
export interface PlacedComponent {
  readonly uid: string;
  readonly row: number;
}

/** What hooks change in the answer of a row, by attribute. */
export type AnswerChanges = ReadonlyMap<string, JsonValue>;

/** Hooks on rows. What they throw undoes the write. */
export interface RowHooks {
  /** True if rows of a model have hooks. */
  has(uid: string): boolean;
  before(event: RowEvent): Promise<void>;
  /** @returns what it changes in the answer of the row, if anything */
  after(event: RowEvent): Promise<AnswerChanges | void>;
  /** How long a write waits for one of them, in milliseconds; absent: as long as the database waits for code. */
  readonly timeout?: number | undefined;
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
