// Decides how many reader threads a server has, and starts them (docs/decisions/0017).
import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import { startThread } from '../../base/worker-thread.ts';
import type { ThreadData } from '../../storage/sqlite/reader-thread.ts';
import type { ReaderThreadsOptions } from '../../storage/sqlite/reader-threads.ts';

/** Number of threads, and which reads they run. */
export type ReadThreads = Pick<ReaderThreadsOptions, 'max' | 'minCost'>;

/** Measured: a round trip costs 0.05 ms, and half as much again as the read takes if a thread has to be woken up. */
const MIN_COST = { besideOthers: 0.12, alone: 5 };

/** With more, the process that distributes the work is the bottleneck. */
const MAX_THREADS = 4;

/**
 * Returns the number of threads of a server.
 * @param configured `threads` of config/quoin, or null if it is not set
 * @returns null if threads would not help
 */
export function readThreadsOf(configured: number | null): ReadThreads | null {
  const cores = availableParallelism();
  const max = configured ?? (cores > 1 ? Math.min(cores, MAX_THREADS) : 0);
  return max === 0 ? null : { max, minCost: MIN_COST };
}

export function startReadThread(workerData: ThreadData): Worker {
  const entry = { from: import.meta.url, built: 'read-thread.cjs' };
  return startThread(entry, { workerData, execArgv: [] });
}
