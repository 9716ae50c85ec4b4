// Runs code in a transaction that everything it asks of the database joins.
import type { InteractiveDatabase } from '../../storage/database.ts';

/** Runs work in a transaction, or in the one that it is called in. What it throws undoes the transaction. */
export async function runInTransaction<T>(
  database: InteractiveDatabase,
  work: () => Promise<T>,
): Promise<T> {
  if (database.isInteractive) return work();
  let result: { readonly value: T } | undefined;
  await database.interact(
    (function* () {
      yield {
        name: 'A transaction',
        wait: async () => {
          result = { value: await work() };
        },
      };
    })(),
  );
  if (!result) throw new Error('The transaction ended before its code');
  return result.value;
}
