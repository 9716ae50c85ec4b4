// A transaction that several writes share: its limits, and what happens to them if it is lost.

/** Maximum number of writes in a transaction; more would delay reads, which run on the same thread. */
export const MAX_WRITES = 64;

/** How long writes may join a transaction, in milliseconds: a large write takes seconds, and 64 of them minutes. */
export const JOIN_TIME = 20;

/**
 * Fails all writes of a transaction that is lost. Only the write that ended it gets the reason; for the others it may
 * contain values that are not theirs. @param settled Number of writes that ended before
 */
export function failAll(
  begun: readonly { fail(error: unknown): void }[],
  settled: number,
  error: unknown,
): void {
  const lost =
    settled < begun.length
      ? new Error('another write of the same transaction ended it', { cause: error })
      : error;
  for (const [i, each] of begun.entries()) each.fail(i < settled ? lost : error);
}
