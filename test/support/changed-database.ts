// Wraps a database and overrides some of its methods.
import type { Database } from '../../src/storage/database.ts';

/** Returns the database with some methods replaced. */
export function changedDatabase(database: Database, parts: Partial<Database>): Database {
  return {
    dialect: database.dialect,
    read: (steps) => database.read(steps),
    transact: (steps) => database.transact(steps),
    runInTransaction: (work) => database.runInTransaction(work),
    version: () => database.version(),
    get isCommitting() {
      return database.isCommitting;
    },
    onChange: (listener) => database.onChange(listener),
    stats: () => database.stats(),
    close: () => database.close(),
    ...parts,
  };
}
