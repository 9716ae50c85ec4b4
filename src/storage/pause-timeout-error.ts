// The error of a writing whose pause did not end in time.

/** Code that a transaction waits for took too long. The transaction is undone. */
export class PauseTimeoutError extends Error {
  override readonly name = 'PauseTimeoutError';

  /** @param what What was waited for @param limit In milliseconds */
  constructor(what: string, limit: number) {
    super(
      `${what} did not end within ${limit} ms, so its write was undone. While it runs, other writes wait for it: ` +
        'it must not wait for a write that somebody else has begun.',
    );
  }
}
