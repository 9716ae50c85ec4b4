// In charge of the words for writes: what is written, and how the answer is to look.
import type { JsonObject } from '../base/json.ts';
import type { PreparedRead, ResponseFormat } from '../query/read.ts';
import type { ContentType } from '../schema/types.ts';
import type { Writing } from '../storage/database.ts';

/** How a written document is answered. */
export interface WriteAnswer {
  /** A read by `row`. */
  readonly read: PreparedRead;
  readonly format: ResponseFormat;
}

/**
 * What else is written in the same transaction: all of it, or nothing.
 * @param row Id of the document's row, which is there
 */
export type AlsoWrite = (row: number) => Writing<void>;

export interface CreateRequest {
  readonly type: ContentType;
  readonly data: JsonObject;
  readonly answer: WriteAnswer;
  /** Is called where nothing more can be said without the database. */
  readonly onChecked?: () => void;
  /** Comes before anything is looked up or written, in the same transaction: throws where it must not go on. */
  readonly before?: () => Writing<void>;
  /** Comes after the document, before its answer is read. */
  readonly also?: AlsoWrite;
}

export interface UpdateRequest extends CreateRequest {
  /** Null: the document of a single type, made where there is none. */
  readonly documentId: string | null;
}

/** A request that is of a document, and of the locales that its read names. */
export interface DocumentRequest {
  readonly type: ContentType;
  /** Null: whatever a single type has. */
  readonly documentId: string | null;
  readonly answer: WriteAnswer;
}

export interface DeleteRequest extends DocumentRequest {
  /** True: the deleted rows are given, as they were. */
  readonly withEntries: boolean;
}
