// A transaction that several writes share: its limits, its commit, and what happens to them if it is lost.
import type { WriteTransaction } from './write-transaction.ts';

/** Maximum number of writes in a transaction; more would delay reads, which run on the same thread. */
export const MAX_WRITES = 64;

/** Writes of a transaction. */
export interface WriteBatch<Write> {
  readonly begun: Write[];
  /** What to do after the commit, for each write that has ended. */
  readonly completions: (() => void)[];
}

interface SharedWrite {
  fail(error: unknown): void;
}

/** Runs writes in a transaction that has begun, and commits it. @param run Adds writes to the batch as they begin and end */
export async function commitTogether<Write extends SharedWrite>(
  transaction: WriteTransaction,
  run: (batch: WriteBatch<Write>) => void | Promise<void>,
): Promise<void> {
  const batch: WriteBatch<Write> = { begun: [], completions: [] };
  try {
    // A synchronous run commits in the same turn of the event loop.
    const running = run(batch);
    if (running) await running;
    if (transaction.isOpen) transaction.commit();
    for (const each of batch.completions) each();
  } catch (error) {
    failAll(batch, error);
    transaction.rollback();
  }
}

/**
 * Fails all writes of a transaction that is lost. Only the write that ended it gets the reason; for the others it may
 * contain values that are not theirs.
 */
function failAll({ begun, completions }: WriteBatch<SharedWrite>, error: unknown): void {
  const ended = completions.length;
  const lost =
    ended < begun.length
      ? new Error('another write of the same transaction ended it', { cause: error })
      : error;
  for (const [i, each] of begun.entries()) each.fail(i < ended ? lost : error);
}
