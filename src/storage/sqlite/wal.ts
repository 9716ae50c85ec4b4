// Limits the write-ahead log: truncates it when the database is idle or the log is too long.
import { statSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { SqliteConnection, SqliteStatement } from './connection.ts';
import { logOf } from './file-guard.ts';

/**
 * Size in bytes above which writes wait for readers of older snapshots. SQLite reuses a log only if none reads from
 * it, so that overlapping readers would make it grow without bound.
 */
export const MAX_LOG: number = 64 * 1024 * 1024;

/** The size is checked once per this number of transactions. */
const LOOK_EVERY = 32;

/** Seconds without a write after which a database is idle. */
const IDLE_TICKS = 5;

const RETRY_INTERVAL = 10;

/** The write-ahead log, seen from the write connection. */
export class WriteAheadLog {
  readonly #file: string;
  readonly #truncate: SqliteStatement;
  readonly #busyTimeout: number;
  #limit = MAX_LOG;
  #transactions = 0;
  #ticks = 0;
  #isTruncated = true;

  /** @param busyTimeout How long writes wait for readers, in milliseconds */
  constructor(connection: SqliteConnection, file: string, busyTimeout: number) {
    this.#file = logOf(file);
    this.#truncate = connection.prepare('PRAGMA wal_checkpoint(TRUNCATE)').raw();
    this.#busyTimeout = busyTimeout;
  }

  /** To be called before each transaction. Waits for readers if the log is too long. */
  async beforeTransaction(): Promise<void> {
    this.#ticks = 0;
    this.#isTruncated = false;
    this.#transactions += 1;
    if (this.#transactions % LOOK_EVERY !== 0 || this.#size() <= this.#limit) return;
    const end = performance.now() + this.#busyTimeout;
    while (!this.truncate() && performance.now() < end) await setTimeout(RETRY_INTERVAL);
    // A reader that takes longer must not delay every write.
    this.#limit = this.#size() + MAX_LOG;
  }

  /** To be called every second outside transactions. */
  tick(): void {
    this.#ticks += 1;
    if (this.#ticks >= IDLE_TICKS && !this.#isTruncated) this.#isTruncated = this.truncate();
  }

  /** Checkpoints and truncates the log. @returns false if someone reads from it */
  truncate(): boolean {
    const [busy] = this.#truncate.get() as readonly [number];
    if (busy === 0) this.#limit = MAX_LOG;
    return busy === 0;
  }

  #size(): number {
    return statSync(this.#file, { throwIfNoEntry: false })?.size ?? 0;
  }
}
