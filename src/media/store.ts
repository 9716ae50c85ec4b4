// In charge of the words for where the bytes of files lie: the disk of this machine, or a bucket.
import type { Readable } from 'node:stream';

/** A file in the staging folder that is to be stored. */
export interface StagedObject {
  /** `<hash><ext>`, which it is stored under. */
  readonly name: string;
  /** Absolute path. */
  readonly path: string;
  readonly mime: string;
  /** True where one of that name may be there: it takes its place. */
  readonly replaces: boolean;
}

/** Where a store keeps the bytes, meanwhile, whose place a staged object takes, if it keeps them. */
export function pathBefore({ path }: Pick<StagedObject, 'path'>): string {
  return `${path}.before`;
}

/** An object that was stored. */
export interface StoredObject {
  /** As clients fetch it. */
  readonly url: string;
  /** Makes it as it was before, as far as the store can. */
  undo(): Promise<void>;
}

/** The bytes of an object. */
export interface StoredBytes {
  readonly size: number;
  /** Gives so many bytes, or fails. */
  readonly stream: Readable;
}

/** Where the bytes of files lie. */
export interface FileStore {
  /** What the rows of its files name it. */
  readonly provider: string;
  /** Stores an object, whole or not at all. @throws the fault of the store */
  put(object: StagedObject): Promise<StoredObject>;
  /** Opens an object to read it; null where it is not there. @throws the fault of the store */
  open(name: string): Promise<StoredBytes | null>;
  /** Removes an object, if it is there. @throws the fault of the store */
  remove(name: string): Promise<void>;
  /** Makes what was put outlast a power cut. */
  flush(): Promise<void>;
}
