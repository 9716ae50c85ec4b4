// In charge of a database that is one open transaction: whoever reads and writes through it sees what was written
// before, and all of it is kept or undone together. Each writing still has a savepoint of its own.
import { ChangeFeed } from './change-feed.ts';
import type { Database } from './database.ts';
import { readIn, withoutPauses, type Query, type Session } from './session.ts';

/** The database of a session. It lives no longer than the session does; closing it does nothing. */
export function asOneTransaction(inside: Database, session: Session): Database {
  let last: Promise<unknown> = Promise.resolve();
  const changes = new ChangeFeed();
  /** Savepoints would nest where two writings were under way. */
  const next = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
  return {
    dialect: inside.dialect,
    read: (reading) => next(() => readIn(session, reading)),
    transact: (writing) =>
      next(async () => {
        changes.tell(null);
        await session.run(SAVEPOINT);
        try {
          const value = await readIn(session, withoutPauses(writing));
          await session.run(RELEASE);
          return value;
        } catch (error) {
          await undo(session, error);
          throw error;
        }
      }),
    write: (work) =>
      next(() => {
        changes.tell(null);
        return work(session);
      }),
    version: () => changes.version,
    isCommitting: false,
    onChange: (listener) => changes.listen(listener),
    figures: () => inside.figures(),
    close: async () => undefined,
  };
}

/** @throws Error where there is nothing to go back to: the database has ended the whole transaction by itself */
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
