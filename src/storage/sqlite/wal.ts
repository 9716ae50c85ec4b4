// Keeps the write-ahead log of a database short: truncates it when the database is idle or the log is too long.
import { statSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { SqliteConnection, SqliteStatement } from './connection.ts';
import { logOf } from './file-guard.ts';

/**
 * Size of a log, in bytes, at which writes wait for the readers of older snapshots: SQLite reuses a log only when nobody
 * reads from it any more, so with overlapping readers it would grow without end.
 */
export const MAX_LOG: number = 64 * 1024 * 1024;

/** The size is looked up once in so many transactions. */
const LOOK_EVERY = 32;

/** Seconds without a write after which a database is idle. */
const IDLE_TICKS = 5;

const RETRY_INTERVAL = 10;

/** The write-ahead log of a database, seen from the connection that writes. */
export class WriteAheadLog {
  readonly #file: string;
  readonly #truncate: SqliteStatement;
  readonly #patience: number;
  #limit = MAX_LOG;
  #transactions = 0;
  #ticks = 0;
  #isTruncated = true;

  /** @param patience How long writes wait for readers, in milliseconds */
  constructor(connection: SqliteConnection, file: string, patience: number) {
    this.#file = logOf(file);
    this.#truncate = connection.prepare('PRAGMA wal_checkpoint(TRUNCATE)').raw();
    this.#patience = patience;
  }

  /** Call it before each transaction. Waits for readers if the log is too long. */
  async beforeTransaction(): Promise<void> {
    this.#ticks = 0;
    this.#isTruncated = false;
    this.#transactions += 1;
    if (this.#transactions % LOOK_EVERY !== 0 || this.#size() <= this.#limit) return;
    const end = performance.now() + this.#patience;
    while (!this.truncate() && performance.now() < end) await setTimeout(RETRY_INTERVAL);
    // A reader that stays longer must not hold up every write.
    this.#limit = this.#size() + MAX_LOG;
  }

  /** Call it every second, outside of transactions. */
  tick(): void {
    this.#ticks += 1;
    if (this.#ticks >= IDLE_TICKS && !this.#isTruncated) this.#isTruncated = this.truncate();
  }

  /** Writes the log to the database file and empties it. Returns false if somebody still reads from it. */
  truncate(): boolean {
    const [busy] = this.#truncate.get() as readonly [number];
    if (busy === 0) this.#limit = MAX_LOG;
    return busy === 0;
  }

  #size(): number {
    return statSync(this.#file, { throwIfNoEntry: false })?.size ?? 0;
  }
}
