// Interface of file stores: the local disk, a bucket or an upload provider.
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
  /** The row of the file, or the format in the row. */
  readonly row?: JsonObject;
  /** The row, or format, of the replaced object. */
  readonly replacedRow?: JsonObject;
}

/** Returns the path at which a store preserves the replaced bytes. */
export function pathBefore({ path }: Pick<StagedObject, 'path'>): string {
  return `${path}.before`;
}

export interface StoredObject {
  /** URL for clients. */
  readonly url: string;
  /** `provider_metadata` of the row, for the removal. */
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
  const reject = (): Promise<never> => Promise.reject(new AppError('ApplicationError', reason));
  return { provider, put: reject, open: reject, remove: reject, flush: () => Promise.resolve() };
}

export interface FileStore {
  /** `provider` of its rows. */
  readonly provider: string;
  /** Stores an object atomically. @throws an error of the store */
  put(object: StagedObject): Promise<StoredObject>;
  /** Opens an object for reading, or returns null if it does not exist. @throws an error of the store */
  open(name: string): Promise<StoredBytes | null>;
  /** Removes an object if it exists. @throws an error of the store */
  remove(name: string, row?: JsonObject): Promise<void>;
  /** Makes stored objects durable. */
  flush(): Promise<void>;
}
