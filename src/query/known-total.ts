// The number of rows of a list that is read elsewhere: in a snapshot that is not the one in which it was counted.
import type { Dialect } from '../storage/dialect.ts';
import { Binder } from './binder.ts';
import type { ReadJob } from './read-runner.ts';
import type { Totals } from './totals.ts';

export interface KnownTotalParts {
  readonly dialect: Dialect;
  readonly totals: Totals;
}

/**
 * Reads with the number of rows that is known, and again with a count of its own if a commit came between.
 * @param read Receives the number; null: it counts
 * @param discard Receives a reply that is not used
 */
export async function readWithTotal<Reply extends { readonly total: number | null }>(
  { compiled: { count }, values }: Pick<ReadJob, 'compiled' | 'values'>,
  { dialect, totals }: KnownTotalParts,
  {
    read,
    discard,
  }: {
    readonly read: (total: number | null) => Promise<Reply>;
    readonly discard?: (reply: Reply) => void;
  },
): Promise<Reply> {
  if (!count) return read(null);
  const counting = new Binder(values, dialect).counting(count);
  const since = totals.look();
  const known = totals.known(counting);
  const reply = await read(known);
  totals.look();
  if (known === null) totals.keep(counting, reply.total ?? 0, since);
  else if (!totals.isUnchangedSince(counting, since)) {
    // The snapshot may hold rows that came meanwhile, beside a number from before.
    discard?.(reply);
    return read(null);
  }
  return reply;
}
