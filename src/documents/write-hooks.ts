// Hooks of writes: code that runs before and after each row inside the transaction, and middlewares that run around an
// operation outside of it. Writes without hooks can share a transaction.
import type { JsonValue } from '../base/json.ts';
import type { PreparedRead } from '../query/prepared-read.ts';
import type { ColumnValue } from './input.ts';
import type { RowChange } from './links/link-write.ts';
import type { Caller } from './content-events.ts';
import type {
  CreateRequest,
  DeleteRequest,
  DocumentRequest,
  UpdateRequest,
} from './write-request.ts';

/** A write of a row of a content-type or a component. */
export interface RowEvent {
  readonly action: 'create' | 'update' | 'delete';
  /** uid of the model. */
  readonly uid: string;
  /** Id of the row; null until it is inserted. */
  row: number | null;
  /**
   * The row from which values are copied, to publish or discard a draft or to share values between locales; null if nothing
   * is copied.
   */
  readonly copyOf: number | null;
  /** Names of the copied attributes; null for all. */
  readonly copied: ReadonlySet<string> | null;
  /** True for the first row of a new document. */
  readonly isFirst: boolean;
  /**
   * The written values by attribute; for a copy those that differ from its source. A hook that runs before may change them.
   */
  readonly values: Map<string, ColumnValue>;
  /** The changes of links by attribute, which a hook may change as well. */
  readonly relations: Map<string, RowChange>;
  /**
   * The components in the written attributes, which are already stored; empty for a copy. A hook that runs before may leave
   * out and reorder those of an attribute.
   */
  readonly components: Map<string, readonly ComponentRef[]>;
  /** The read for the response; null for a component. */
  readonly responseRead: PreparedRead | null;
  readonly by: Caller;
  /** State that a hook passes from before to after. */
  state: unknown;
}

/** A component in an attribute. */
export interface ComponentRef {
  readonly uid: string;
  readonly row: number;
}

/** Changes of hooks to the entry in the response, by attribute. */
export type ResponseChanges = ReadonlyMap<string, JsonValue>;

/** Hooks of rows. If one throws, the write is rolled back. */
export interface RowHooks {
  /** True if rows of a model have hooks. */
  has(uid: string): boolean;
  before(event: RowEvent): Promise<void>;
  /** @returns changes to the entry in the response, if any */
  after(event: RowEvent): Promise<ResponseChanges | void>;
  /** The timeout of a hook in milliseconds; default: that of the database for interactive transactions. */
  readonly timeout?: number | undefined;
}

/** A requested write. */
export type WriteCall<Entry = string> =
  | { readonly action: 'create'; readonly request: CreateRequest<Entry> }
  | { readonly action: 'update'; readonly request: UpdateRequest<Entry> }
  | { readonly action: 'delete'; readonly request: DeleteRequest<Entry> }
  | {
      readonly action: 'publish' | 'unpublish' | 'discardDraft';
      readonly request: DocumentRequest<Entry>;
    };

/** Runs a write. @returns the entries of the response */
export type RunWrite = <Entry>(call: WriteCall<Entry>) => Promise<readonly Entry[]>;

/**
 * Runs around a write, outside of its transaction. @param next Runs the write, once @returns the entries of the response
 */
export type WriteMiddleware = <Entry>(
  call: WriteCall<Entry>,
  next: RunWrite,
) => Promise<readonly Entry[]>;

/** The hooks and middlewares of writes. */
export interface WriteHooks {
  readonly rows: RowHooks;
  /** Middlewares, the outermost first. */
  readonly middlewares: readonly WriteMiddleware[];
  /** Timeout of a transaction of several writes inside middlewares, in milliseconds; default: that of the database. */
  readonly transactionTimeout?: number;
}

/** No hooks and no middlewares. */
export const NO_HOOKS: WriteHooks = {
  rows: { has: () => false, before: async () => undefined, after: async () => undefined },
  middlewares: [],
};
