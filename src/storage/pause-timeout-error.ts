// Error of a write whose pause exceeded its time limit.

/** Code in a transaction took too long; the transaction is rolled back. */
export class PauseTimeoutError extends Error {
  override readonly name = 'PauseTimeoutError';

  /** @param what What the transaction waited for @param limit In milliseconds */
  constructor(what: string, limit: number) {
    super(
      `${what} did not end within ${limit} ms, so its write was rolled back. Other writes wait while it runs: ` +
        'it must not wait for another write.',
    );
  }
}
