// A database inside one open transaction: reads see all earlier writes, and everything is committed or rolled back
// together. Each write still has its own savepoint.
import { SerialQueue } from '../base/serial-queue.ts';
import { ChangeFeed } from './commits/change-feed.ts';
import type { Database } from './database.ts';
import { runInSession, type Query, type Session } from './session.ts';

/** Returns the database of a session. It must not outlive the session; closing it has no effect. */
export function asOneTransaction(inside: Database, session: Session): Database {
  /** Concurrent savepoints would nest. */
  const queue = new SerialQueue();
  const changes = new ChangeFeed();
  return {
    dialect: inside.dialect,
    read: (steps) => queue.run(() => runInSession(session, steps)),
    transact: (steps) =>
      queue.run(async () => {
        changes.emit(null);
        await session.run(SAVEPOINT);
        try {
          const value = await runInSession(session, steps);
          await session.run(RELEASE);
          return value;
        } catch (error) {
          await undo(session, error);
          throw error;
        }
      }),
    runInTransaction: (work) =>
      queue.run(() => {
        changes.emit(null);
        return work(session);
      }),
    version: () => changes.version,
    isCommitting: false,
    onChange: (listener) => changes.subscribe(listener),
    stats: () => inside.stats(),
    close: async () => undefined,
  };
}

/** @throws Error if there is no savepoint to roll back to, because the database aborted the transaction */
async function undo(session: Session, cause: unknown): Promise<void> {
  try {
    await session.run(ROLLBACK_TO);
  } catch {
    throw new Error('the transaction is lost', { cause });
  }
  await session.run(RELEASE);
}

const SAVEPOINT: Query = { sql: 'SAVEPOINT one', values: [] };
const RELEASE: Query = { sql: 'RELEASE SAVEPOINT one', values: [] };
const ROLLBACK_TO: Query = { sql: 'ROLLBACK TO SAVEPOINT one', values: [] };
