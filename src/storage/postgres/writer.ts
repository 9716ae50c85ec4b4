// In charge of writing to PostgreSQL: one transaction at a time in all of Quoin, as on SQLite, so that no two writes
// decide on what the other is changing. Writings that wait together share one, each in a savepoint of its own; none is
// answered before the commit.
import { BoundedQueue, UNBOUNDED, type QueueLimits } from '../../base/bounded-queue.ts';
import type { ChangedTables } from '../change-feed.ts';
import type { RawQuery, RawResult, Row, Session, Writing } from '../session.ts';
import { noted, WrittenTables } from '../written-tables.ts';
import { lastTrigger } from './attachment.ts';
import { runStatements, type Connection } from './connection.ts';
import type { ConnectionPool, Lent } from './pool.ts';
import { positionQuery } from './server-state.ts';

/** Writings that share one transaction. */
const SHARED = 64;

/** For how long others may join a transaction, in milliseconds. */
const SHARED_TIME = 20;

/** Taken by every transaction of ours that writes, on whatever node; a number that nobody else has. */
const LOCK = 'SELECT pg_advisory_xact_lock(7381655212)';

/** A writing that has not begun. */
interface Waiting {
  /** Runs it. @returns what to do once it is known whether the transaction was committed */
  run(transaction: Transaction): Promise<() => void>;
  fail(error: unknown): void;
}

/** A transaction that has begun. */
interface Transaction {
  readonly connection: Connection;
  /** Where its statements are noted. */
  readonly written: WrittenTables;
}

/** What it needs to write. */
export interface WriterParts {
  /** Connections to the server that takes the writes now. @throws UnavailableError where none does */
  readonly pool: () => ConnectionPool;
  /** How many writings may wait, and for how long. Default: no limit */
  readonly queue?: QueueLimits;
  /** True where it must be known where in the log a commit is. */
  readonly placesCommits: boolean;
  /** Is called before each commit. @param tables Those that it may change */
  readonly committing: (tables: ChangedTables) => void;
  /** Is called after each commit, before anybody is answered. */
  readonly committed: (commit: OwnCommit) => void;
}

/** A commit of ours, as far as it is known. */
export interface OwnCommit {
  /** How far the log was behind it, in bytes. */
  readonly position: number | null;
  /** Null where it is not known whether it came to be. */
  readonly written: WrittenTables | null;
  /** Names the last trigger that was there when it was made. */
  readonly lastTrigger: unknown;
}

/** Writes one transaction after another. */
export class PostgresWriter {
  readonly #parts: WriterParts;
  #transactions = 0;
  #last: Promise<unknown> = Promise.resolve();
  readonly #waiting: BoundedQueue<Waiting>;
  #isCommitting = false;

  constructor(parts: WriterParts) {
    this.#parts = parts;
    this.#waiting = new BoundedQueue(parts.queue ?? UNBOUNDED, ({ fail }, error) => fail(error));
  }

  /** True while a commit is under way. */
  get isCommitting(): boolean {
    return this.#isCommitting;
  }

  /** How many were begun. */
  get transactions(): number {
    return this.#transactions;
  }

  /** Runs work in a transaction, which begins when the one before has ended. @throws whatever work throws */
  write<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.#next(() =>
      this.#inTransaction(async ({ connection, written }) => {
        const session = new PostgresSession(connection, written);
        try {
          return await work(session);
        } finally {
          session.end();
        }
      }),
    );
  }

  /** Runs a writing with those that wait at the same time. @throws OverloadedError, whatever the writing throws */
  transact<T>(writing: Writing<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const run = async ({ connection, written }: Transaction): Promise<() => void> => {
        const part = new WrittenTables();
        const result = await inSavepoint(connection, noted(writing, part));
        if ('value' in result) written.include(part);
        return 'error' in result ? () => reject(result.error) : () => resolve(result.value);
      };
      this.#waiting.push({ run, fail: reject });
      if (this.#waiting.length === 1) void this.#next(() => this.#shared());
    });
  }

  async close(): Promise<void> {
    await this.#last;
  }

  #next<T>(begin: () => Promise<T>): Promise<T> {
    const result = this.#last.then(begin);
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #shared(): Promise<void> {
    // Those who waited may have been rejected meanwhile.
    if (this.#waiting.length === 0) return;
    const patient = this.#waiting.mark;
    const begun: Waiting[] = [];
    const settle: (() => void)[] = [];
    try {
      await this.#inTransaction((transaction) => this.#runWaiting(transaction, begun, settle));
      for (const each of settle) each();
    } catch (error) {
      // Where no transaction could be begun, those who waited for it are told.
      const failed = begun.length > 0 ? begun : this.#waiting.takeUntil(patient);
      for (const each of failed) each.fail(error);
    } finally {
      if (this.#waiting.length > 0) void this.#next(() => this.#shared());
    }
  }

  async #runWaiting(
    transaction: Transaction,
    begun: Waiting[],
    settle: (() => void)[],
  ): Promise<void> {
    const end = performance.now() + SHARED_TIME;
    do {
      const next = this.#waiting.shift();
      if (!next) return;
      begun.push(next);
      settle.push(await next.run(transaction));
    } while (begun.length < SHARED && performance.now() < end);
  }

  async #inTransaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const pool = this.#parts.pool();
    const run = async (connection: Connection, lent: Lent): Promise<T> => {
      await Promise.all([connection.script(pool.beginWriting), connection.script(LOCK)]);
      this.#transactions += 1;
      const transaction = { connection, written: new WrittenTables() };
      const result = await outcome(() => work(transaction));
      if ('value' in result) {
        await this.#commit(transaction);
        return result.value;
      }
      lent.endsWith(connection.script('ROLLBACK'));
      throw result.error;
    };
    // The only one that writes: readers that wait do not hold it up.
    return await pool.use(run, undefined, true);
  }

  /** @throws what speaks against it; UnavailableError where the connection was lost in it, and nobody knows what came of it */
  async #commit({ connection, written }: Transaction): Promise<void> {
    const { placesCommits, committing, committed } = this.#parts;
    this.#isCommitting = true;
    committing(written.changed);
    const [trigger, done, placed] = await Promise.allSettled([
      // Nobody can make one on a table that was written to, or take one away, before the end.
      connection.rows(lastTrigger),
      connection.commit(),
      placesCommits ? connection.rows(positionQuery) : [],
    ]);
    const isKnown = done.status === 'fulfilled';
    const position = isKnown ? firstOf(placed)?.[0] : undefined;
    try {
      committed({
        position: position === undefined ? null : Number(position),
        written: isKnown ? written : null,
        lastTrigger: firstOf(trigger)?.[0],
      });
    } finally {
      this.#isCommitting = false;
    }
    if (done.status === 'rejected') throw done.reason;
  }
}

function firstOf(rows: PromiseSettledResult<readonly Row[]>): Row | undefined {
  return 'value' in rows ? rows.value[0] : undefined;
}

type Outcome<T> = { readonly value: T } | { readonly error: unknown };

async function outcome<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await work() };
  } catch (error) {
    return { error };
  }
}

/** @throws UnavailableError where the whole transaction is lost */
async function inSavepoint<T>(connection: Connection, writing: Writing<T>): Promise<Outcome<T>> {
  // Sent ahead. The end of the connection may be its answer, long before anybody asks for that.
  const begun = outcome(() => connection.script('SAVEPOINT writing'));
  const result = await outcome(() => runStatements(connection, writing));
  const before = await begun;
  if ('error' in before) throw before.error;
  if ('value' in result) {
    await connection.script('RELEASE SAVEPOINT writing');
    return result;
  }
  // Where the connection is lost, this is refused too.
  await connection.script('ROLLBACK TO SAVEPOINT writing; RELEASE SAVEPOINT writing');
  return result;
}

/** The statements of one transaction. */
class PostgresSession implements Session {
  readonly #connection: Connection;
  readonly #written: WrittenTables;
  #ended = false;

  constructor(connection: Connection, written: WrittenTables) {
    this.#connection = connection;
    this.#written = written;
  }

  rows(query: Parameters<Session['rows']>[0]): ReturnType<Session['rows']> {
    this.#assertOpen();
    this.#written.note(query);
    return this.#connection.rows(query);
  }

  async run(query: Parameters<Session['run']>[0]): Promise<void> {
    this.#assertOpen();
    this.#written.note(query);
    await this.#connection.rows(query);
  }

  script(sql: string): Promise<void> {
    this.#assertOpen();
    this.#written.note({ sql });
    return this.#connection.script(sql);
  }

  raw(query: RawQuery): Promise<RawResult> {
    this.#assertOpen();
    this.#written.noteRaw(query);
    return this.#connection.raw(query);
  }

  /** What comes later would stand in another transaction, or in none. */
  end(): void {
    this.#ended = true;
  }

  #assertOpen(): void {
    if (this.#ended)
      throw new Error('This transaction has ended: its session cannot be used any more.');
  }
}
