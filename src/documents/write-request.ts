// Requests to write: what is written, by whom, and how the answer is to look.
import type { JsonObject } from '../base/json.ts';
import type { WriteResponse } from '../query/write-response.ts';
import type { ContentType } from '../schema/types.ts';
import type { WriteSteps } from '../storage/database.ts';
import type { Caller } from './content-events.ts';
import type { RowValues } from './entry-rows.ts';

/** How a written document is answered: as JSON text, or for programs as an object. */
export type WriteAnswer<Entry = string> = WriteResponse<Entry>;

/** Writes something else in the same transaction. @param row Id of the document's row */
export type AfterWrite = (row: number) => WriteSteps<void>;

/** What all writes say. */
interface WriteRequest<Entry> {
  readonly type: ContentType;
  readonly answer: WriteAnswer<Entry>;
  /** Who writes; default: a program. */
  readonly by?: Caller;
  /**
   * Row id of an administrator, who is stored as `updatedBy` of the written row, and as `createdBy` of a new one; default:
   * both stay as they are.
   */
  readonly creator?: number;
}

export interface CreateRequest<Entry = string> extends WriteRequest<Entry> {
  readonly data: JsonObject;
  /** Times of the row that a program sets: `createdAt` and `updatedAt`, in milliseconds since 1970. */
  readonly times?: RowValues;
  /** Is called where nothing more can be said without the database. */
  readonly onChecked?: () => void;
  /** Runs before anything is looked up or written, in the same transaction; throws if it must not go on. */
  readonly before?: () => WriteSteps<void>;
  /** Runs after the document is written, before its answer is read. */
  readonly afterWrite?: AfterWrite;
}

export interface UpdateRequest<Entry = string> extends CreateRequest<Entry> {
  /** Null: the document of a single type, made where there is none. */
  readonly documentId: string | null;
}

/** A request that is of a document, and of the locales that its read names. */
export interface DocumentRequest<Entry = string> extends WriteRequest<Entry> {
  /** Null: whatever a single type has. */
  readonly documentId: string | null;
}

export interface UnpublishRequest<Entry = string> extends DocumentRequest<Entry> {
  /** True: the drafts are made equal to what is published first. */
  readonly discardsDrafts?: boolean;
}

export interface DeleteRequest<Entry = string> extends DocumentRequest<Entry> {
  /** True: the deleted rows are given, as they were. */
  readonly withEntries: boolean;
}
