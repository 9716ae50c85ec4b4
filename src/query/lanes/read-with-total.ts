// Totals of lists that a thread or a process reads, in a snapshot other than the one in which they were counted.
import type { Dialect } from '../../storage/dialect.ts';
import { Binder } from '../binder.ts';
import type { ReadJob } from '../read-runner.ts';
import type { Totals } from '../totals.ts';

export interface TotalsDependencies {
  readonly dialect: Dialect;
  readonly totals: Totals;
}

/**
 * Reads with the cached total, and reads again with a count if a commit changed the total meanwhile.
 * @param read Receives the cached total; null: the read counts the rows
 * @param discard Receives a reply that is not used
 */
export async function readWithTotal<Reply extends { readonly total: number | null }>(
  { compiled: { count }, values }: Pick<ReadJob, 'compiled' | 'values'>,
  { dialect, totals }: TotalsDependencies,
  {
    read,
    discard,
  }: {
    readonly read: (total: number | null) => Promise<Reply>;
    readonly discard?: (reply: Reply) => void;
  },
): Promise<Reply> {
  if (!count) return read(null);
  const counting = new Binder(values, dialect).countQuery(count);
  const since = totals.refresh();
  const cachedTotal = totals.get(counting);
  const reply = await read(cachedTotal);
  totals.refresh();
  if (cachedTotal === null) totals.store(counting, reply.total ?? 0, since);
  else if (!totals.isUnchangedSince(counting, since)) {
    // The snapshot may contain rows that were committed after they were counted.
    discard?.(reply);
    return read(null);
  }
  return reply;
}
