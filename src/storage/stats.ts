// Statistics of a database for monitoring.

/** Statistics since the database was opened. */
export interface DatabaseStats {
  readonly reads: number;
  /** Reads that ran in threads. */
  readonly readsInThreads: number;
  /** Reads that ran in processes. */
  readonly readsInProcesses: number;
  /** Finished writes, including rejected ones. */
  readonly writes: number;
  /** Running and waiting writes. */
  readonly waiting: number;
  /** Write transactions; several writes may share one. */
  readonly transactions: number;
  /** Statements of reads and writes. */
  readonly statements: number;
  /** Empty for a database in a file. */
  readonly servers: readonly ConnectionStats[];
}

/** Connections to a server. */
export interface ConnectionStats {
  /** For example `db1:5432`. */
  readonly name: string;
  /** Connections in use. */
  readonly inUse: number;
  /** Idle connections. */
  readonly idle: number;
  /** Reads and writes that wait for a connection. */
  readonly waiting: number;
}

export class WriteCount {
  ended = 0;
  waiting = 0;

  /** Counts a write that has started to wait. @returns its result @throws its error */
  async follow<T>(write: Promise<T>): Promise<T> {
    this.waiting += 1;
    try {
      return await write;
    } finally {
      this.waiting -= 1;
      this.ended += 1;
    }
  }
}
