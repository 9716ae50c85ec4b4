// In charge of what a database is asked for, in numbers, for whoever watches it.

/** What a database was asked for since it was opened. */
export interface DatabaseFigures {
  readonly reads: number;
  /** Those of them that ran in threads. */
  readonly readsInThreads: number;
  /** Those that ran in processes of their own. */
  readonly readsInProcesses: number;
  /** Those that have ended, also where they were refused. */
  readonly writes: number;
  /** Writes that run, or wait for their turn. */
  readonly waiting: number;
  /** Transactions that were begun to write; writes may share one. */
  readonly transactions: number;
  /** Statements of reads and writes. */
  readonly statements: number;
  /** None where the database is a file. */
  readonly servers: readonly ServerFigures[];
}

/** The connections to a server. */
export interface ServerFigures {
  /** Such as `db1:5432`. */
  readonly name: string;
  /** Connections that somebody uses. */
  readonly lent: number;
  /** Connections that nobody uses. */
  readonly idle: number;
  /** Reads and writes that wait for a connection. */
  readonly waiting: number;
}

/** Counts writes. */
export class WriteCount {
  ended = 0;
  waiting = 0;

  /** Counts a write, which has begun to wait. @returns what comes of it. @throws as it */
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
