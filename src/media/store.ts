// In charge of the words for where the bytes of files lie: the disk of this machine, or a bucket.

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

/** An object that was stored. */
export interface StoredObject {
  /** As clients fetch it. */
  readonly url: string;
  /** Makes it as it was before, as far as the store can. */
  undo(): Promise<void>;
}

/** Where the bytes of files lie. */
export interface FileStore {
  /** What the rows of its files name it. */
  readonly provider: string;
  /** Stores an object, whole or not at all. @throws the fault of the store */
  put(object: StagedObject): Promise<StoredObject>;
  /** Removes an object, if it is there. @throws the fault of the store */
  remove(name: string): Promise<void>;
  /** Makes what was put outlast a power cut. */
  flush(): Promise<void>;
}
