// Port for file stores: the local disk or a bucket.
import type { Readable } from 'node:stream';
import { AppError } from '../base/errors.ts';
import type { JsonObject, JsonValue } from '../base/json.ts';

/** A file in the staging folder to store. */
export interface StagedObject {
  /** Storage name: `<hash><ext>`. */
  readonly name: string;
  /** Absolute path. */
  readonly path: string;
  readonly mime: string;
  /** If true, an object with this name may exist and is replaced. */
  readonly replaces: boolean;
  /** What its row, or its format in a row, says of it. */
  readonly row?: JsonObject;
  /** The same of the object that it replaces. */
  readonly replacedRow?: JsonObject;
}

/** Where a store keeps the bytes that a staged object replaces, if it does. */
export function pathBefore({ path }: Pick<StagedObject, 'path'>): string {
  return `${path}.before`;
}

/** A stored object. */
export interface StoredObject {
  /** URL for clients. */
  readonly url: string;
  /** Stored in its row as `provider_metadata`, for the removal. */
  readonly metadata?: JsonValue;
  /** Restores the previous state as far as the store can. */
  undo(): Promise<void>;
}

/** Bytes of an object. */
export interface StoredBytes {
  readonly size: number;
  /** Yields `size` bytes or fails. */
  readonly stream: Readable;
}

/** Returns a store that cannot be used. @param reason For callers */
export function unavailableStore(provider: string, reason: string): FileStore {
  const refuse = (): Promise<never> => Promise.reject(new AppError('ApplicationError', reason));
  return { provider, put: refuse, open: refuse, remove: refuse, flush: () => Promise.resolve() };
}

/** A store of files. */
export interface FileStore {
  /** `provider` of its rows. */
  readonly provider: string;
  /** Stores an object atomically. @throws an error of the store */
  put(object: StagedObject): Promise<StoredObject>;
  /** Opens an object for reading, or returns null if it does not exist. @throws an error of the store */
  open(name: string): Promise<StoredBytes | null>;
  /** Removes an object if it exists. @param row What its row says of it @throws an error of the store */
  remove(name: string, row?: JsonObject): Promise<void>;
  /** Makes stored objects durable. */
  flush(): Promise<void>;
}
