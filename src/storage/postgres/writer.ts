// Writes to PostgreSQL: one transaction at a time across all processes of Quoin, as on SQLite, so that no write
// decides on rows that another one is changing. Waiting writes share a transaction, each in its own savepoint; none
// is acknowledged before the commit.
import { settle, type Settled } from '../../base/settle.ts';
import { BoundedQueue, UNBOUNDED, type QueueLimits } from '../../base/bounded-queue.ts';
import { SerialQueue } from '../../base/serial-queue.ts';
import type { ChangedTables } from '../commits/change-feed.ts';
import type { WriteOptions } from '../database.ts';
import { endedTransaction } from '../errors.ts';
import { sendAhead } from '../send-ahead.ts';
import {
  runInSession,
  type RawQuery,
  type RawResult,
  type Row,
  type Session,
  type WriteSteps,
} from '../session.ts';
import { trackWrites, WrittenTables } from '../commits/written-tables.ts';
import { lastTrigger } from './attachment.ts';
import type { Connection } from './connection.ts';
import type { ConnectionPool, ConnectionLease } from './pool.ts';
import { positionQuery } from './server-state.ts';

/** Maximum number of writes in a transaction. */
const SHARED = 64;

/** How long writes may join a transaction, in milliseconds. */
const SHARED_TIME = 20;

/** Advisory lock of every write transaction, on any node. */
const LOCK = 'SELECT pg_advisory_xact_lock(7381655212)';

/** A write that has not started. */
interface Waiting {
  /** Runs it. @returns what to do when the outcome of the transaction is known */
  run(transaction: Transaction): Promise<() => void>;
  fail(error: unknown): void;
}

/** A transaction that has started. */
interface Transaction {
  readonly connection: Connection;
  /** Records its statements. */
  readonly written: WrittenTables;
}

export interface WriterDependencies {
  /** Connections to the primary. @throws UnavailableError if there is none */
  readonly pool: () => ConnectionPool;
  /** How many writes may wait, and for how long. Default: no limit */
  readonly queue?: QueueLimits;
  /** True if the log position of commits is needed. */
  readonly placesCommits: boolean;
  /** Called before each commit. @param tables Tables that it may change */
  readonly committing: (tables: ChangedTables) => void;
  /** Called after each commit, before the responses. */
  readonly committed: (commit: OwnCommit) => void;
}

/** A commit of this process, as far as it is known. */
export interface OwnCommit {
  /** Log position after it, in bytes. */
  readonly position: number | null;
  /** Null if the outcome is unknown. */
  readonly written: WrittenTables | null;
  /** The most recent trigger at the commit. */
  readonly lastTrigger: unknown;
}

/** Runs transactions sequentially. */
export class PostgresWriter {
  readonly #dependencies: WriterDependencies;
  #transactions = 0;
  readonly #queue = new SerialQueue();
  readonly #waiting: BoundedQueue<Waiting>;
  #isCommitting = false;

  constructor(dependencies: WriterDependencies) {
    this.#dependencies = dependencies;
    this.#waiting = new BoundedQueue(dependencies.queue ?? UNBOUNDED, ({ fail }, error) =>
      fail(error),
    );
  }

  /** True while a commit is in progress. */
  get isCommitting(): boolean {
    return this.#isCommitting;
  }

  /** Number of started transactions. */
  get transactions(): number {
    return this.#transactions;
  }

  /** Runs work in its own transaction. @throws errors of the work */
  runInTransaction<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.#queue.run(() =>
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

  /** Runs a write together with those that wait. @throws OverloadedError, errors of the write */
  transact<T>(steps: WriteSteps<T>, { since }: WriteOptions = {}): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const run = async ({ connection, written }: Transaction): Promise<() => void> => {
        const part = new WrittenTables();
        const result = await writeInSavepoint(connection, trackWrites(sendAhead(steps), part));
        if ('value' in result) written.include(part);
        return 'error' in result ? () => reject(result.error) : () => resolve(result.value);
      };
      this.#waiting.push({ run, fail: reject }, since);
      if (this.#waiting.length === 1) void this.#queue.run(() => this.#shared());
    });
  }

  close(): Promise<void> {
    return this.#queue.idle();
  }

  async #shared(): Promise<void> {
    // Waiting writes may have been rejected in the meantime.
    if (this.#waiting.length === 0) return;
    const patient = this.#waiting.mark;
    const begun: Waiting[] = [];
    const completions: (() => void)[] = [];
    try {
      await this.#inTransaction((transaction) => this.#runWaiting(transaction, begun, completions));
      for (const each of completions) each();
    } catch (error) {
      // If no transaction could be started, the waiting writes fail.
      const failed = begun.length > 0 ? begun : this.#waiting.takeUntil(patient);
      for (const each of failed) each.fail(error);
    } finally {
      if (this.#waiting.length > 0) void this.#queue.run(() => this.#shared());
    }
  }

  async #runWaiting(
    transaction: Transaction,
    begun: Waiting[],
    completions: (() => void)[],
  ): Promise<void> {
    const end = performance.now() + SHARED_TIME;
    do {
      const next = this.#waiting.shift();
      if (!next) return;
      begun.push(next);
      completions.push(await next.run(transaction));
    } while (begun.length < SHARED && performance.now() < end);
  }

  async #inTransaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const pool = this.#dependencies.pool();
    const run = async (connection: Connection, lease: ConnectionLease): Promise<T> => {
      await Promise.all([connection.script(pool.beginWrite), connection.script(LOCK)]);
      this.#transactions += 1;
      const transaction = { connection, written: new WrittenTables() };
      const result = await settle(() => work(transaction));
      if ('value' in result) {
        await this.#commit(transaction);
        return result.value;
      }
      lease.endsWith(connection.script('ROLLBACK'));
      throw result.error;
    };
    // There is one writer: waiting readers do not delay it.
    return await pool.use(run, undefined, true);
  }

  /** @throws the reason of a failed commit; UnavailableError if the connection was lost and the outcome is unknown */
  async #commit({ connection, written }: Transaction): Promise<void> {
    const { placesCommits, committing, committed } = this.#dependencies;
    this.#isCommitting = true;
    committing(written.changed);
    const [trigger, done, placed] = await Promise.allSettled([
      // Triggers of written tables cannot be created or dropped before the end of the transaction.
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

/** @throws UnavailableError if the whole transaction is lost */
async function writeInSavepoint<T>(
  connection: Connection,
  steps: WriteSteps<T>,
): Promise<Settled<T>> {
  // Pipelined. The connection may end before anyone awaits it.
  const begun = settle(() => connection.script('SAVEPOINT one_write'));
  const result = await settle(() => runInSession(connection, steps));
  const before = await begun;
  if ('error' in before) throw before.error;
  if ('value' in result) {
    await connection.script('RELEASE SAVEPOINT one_write');
    return result;
  }
  // If the connection is lost, this fails as well.
  await connection.script('ROLLBACK TO SAVEPOINT one_write; RELEASE SAVEPOINT one_write');
  return result;
}

/** Statements of a transaction. */
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
    this.#written.record(query);
    return this.#connection.rows(query);
  }

  async run(query: Parameters<Session['run']>[0]): Promise<void> {
    this.#assertOpen();
    this.#written.record(query);
    await this.#connection.rows(query);
  }
  raw(query: RawQuery): Promise<RawResult> {
    this.#assertOpen();
    this.#written.recordRaw(query);
    return this.#connection.raw(query);
  }

  script(sql: string): Promise<void> {
    this.#assertOpen();
    this.#written.record({ sql });
    return this.#connection.script(sql);
  }

  /** Later statements would run in another transaction or in none. */
  end(): void {
    this.#ended = true;
  }

  #assertOpen(): void {
    if (this.#ended) throw endedTransaction();
  }
}
