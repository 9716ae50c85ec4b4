// Requests of writes: the data, the author, and the form of the response.
import type { JsonObject } from '../base/json.ts';
import type { WriteResponse } from '../query/write-response.ts';
import type { ContentType } from '../schema/types.ts';
import type { WriteSteps } from '../storage/session.ts';
import type { Caller } from './content-events.ts';
import type { RowCreators, RowValues } from './rows/entry-rows.ts';

/** The response to a write: entries as JSON text, or as objects for programs. */
export type ResponseRequest<Entry = string> = WriteResponse<Entry>;

/**
 * Runs in the same transaction after a write that has a response.
 * @param row Id of the row in the response
 * @param others Ids of its other rows, if the request acted on several locales
 */
export type AfterWrite = (row: number, ...others: readonly number[]) => WriteSteps<void>;

/** The properties of all write requests. */
interface WriteRequest<Entry> {
  readonly type: ContentType;
  readonly response: ResponseRequest<Entry>;
  /** The author of the write. Default: a program. */
  readonly by?: Caller;
  /**
   * Row id of an administrator, who is stored as `updatedBy` of the written row, and as `createdBy` of a new one; default:
   * both stay as they are.
   */
  readonly creator?: number;
  /** Administrators set by a program instead. */
  readonly creators?: RowCreators;
  /**
   * Set if the write runs inside the document middlewares of the project, which see it as a document call: its parameters
   * besides the document, the locale and the data. Default: it is a document call itself, or none in Strapi.
   */
  readonly documentCall?: JsonObject;
  /** When it began to wait for the database, by `performance.now()`. Default: now */
  readonly since?: number;
  /** Runs in the same transaction before the write; throws to prevent it. */
  readonly beforeWrite?: () => WriteSteps<void>;
  /** Runs before the response is read, unless there are no rows. */
  readonly afterWrite?: AfterWrite;
}

export interface CreateRequest<Entry = string> extends WriteRequest<Entry> {
  readonly data: JsonObject;
  /** `createdAt` and `updatedAt` as set by a program, in milliseconds since the epoch. */
  readonly times?: RowValues;
  /** The documentId of a new document, as chosen by a program; default: a random one. */
  readonly newDocumentId?: string;
}

export interface UpdateRequest<Entry = string> extends CreateRequest<Entry> {
  /** Null for the document of a single type, which is created if it does not exist. */
  readonly documentId: string | null;
}

/** A request for a document, in the locales of its read. */
export interface DocumentRequest<Entry = string> extends WriteRequest<Entry> {
  /** Null for the document of a single type. */
  readonly documentId: string | null;
}

export interface UnpublishRequest<Entry = string> extends DocumentRequest<Entry> {
  /** True: the drafts are first reset to the published rows. */
  readonly discardsDrafts?: boolean;
}

export interface DeleteRequest<Entry = string> extends Omit<DocumentRequest<Entry>, 'afterWrite'> {
  /** True to return the deleted entries. */
  readonly withEntries: boolean;
}
