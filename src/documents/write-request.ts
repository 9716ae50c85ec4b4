// Requests to write: what is written, by whom, and how the answer is to look.
import type { JsonObject } from '../base/json.ts';
import type { PreparedRead, ResponseFormat } from '../query/read.ts';
import type { ContentType } from '../schema/types.ts';
import type { Writing } from '../storage/database.ts';
import type { Caller } from './content-events.ts';
import type { RowValues } from './entry-rows.ts';

/** How a written document is answered. */
export interface WriteAnswer {
  /** A read by `row`. */
  readonly read: PreparedRead;
  readonly format: ResponseFormat;
}

/** Writes something else in the same transaction. @param row Id of the document's row */
export type AlsoWrite = (row: number) => Writing<void>;

/** What all writes say. */
interface WriteRequest {
  readonly type: ContentType;
  readonly answer: WriteAnswer;
  /** Who writes; default: a program. */
  readonly by?: Caller;
}

export interface CreateRequest extends WriteRequest {
  readonly data: JsonObject;
  /** Times of the row that a program sets: `createdAt` and `updatedAt`, in milliseconds since 1970. */
  readonly times?: RowValues;
  /** Is called where nothing more can be said without the database. */
  readonly onChecked?: () => void;
  /** Runs before anything is looked up or written, in the same transaction; throws if it must not go on. */
  readonly before?: () => Writing<void>;
  /** Runs after the document is written, before its answer is read. */
  readonly also?: AlsoWrite;
}

export interface UpdateRequest extends CreateRequest {
  /** Null: the document of a single type, made where there is none. */
  readonly documentId: string | null;
}

/** A request that is of a document, and of the locales that its read names. */
export interface DocumentRequest extends WriteRequest {
  /** Null: whatever a single type has. */
  readonly documentId: string | null;
}

export interface DeleteRequest extends DocumentRequest {
  /** True: the deleted rows are given, as they were. */
  readonly withEntries: boolean;
}
