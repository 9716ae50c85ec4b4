// How changes of the content model wait for locks on PostgreSQL: for a short time and repeatedly, because readers queue
// behind a waiting lock request.

/** How often a lock is requested, and after which pause in milliseconds. */
export const LOCK_TRIES = 20;
export const LOCK_PAUSE = 250;

/** How long a statement waits for a lock, in milliseconds. */
const SHORT = 100;

/**
 * Now and then a statement waits for longer: PostgreSQL ends an autovacuum that a statement has waited for since
 * `deadlock_timeout`, which is a second by default.
 */
const LONG = 1500;
const LONG_EVERY = 4;

/** How long the statements of a try wait for locks, in milliseconds. @param tries From 1 */
export function lockWaitOf(tries: number): number {
  return tries % LONG_EVERY === 0 ? LONG : SHORT;
}
