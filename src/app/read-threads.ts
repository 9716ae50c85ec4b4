// In charge of how many threads read for a project's server, and of starting them (docs/decisions/0017).
import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import { startThread } from '../base/own-thread.ts';
import type { ThreadData } from '../storage/sqlite/reader-thread.ts';
import type { ReaderThreadsOptions } from '../storage/sqlite/reader-threads.ts';

/** Threads that may read. */
export type ReadThreads = Pick<ReaderThreadsOptions, 'most' | 'worth'>;

/** Measured: one that goes there and back costs 0.05 ms, and half as much again as it takes where a thread has to be woken up. */
const WORTH = { besideOthers: 0.12, alone: 5 };

/** With more, the process that hands them their work is what is waited for. */
const MOST = 4;

/**
 * The threads of a server.
 * @param wanted As `threads` of config/quoin says; null: it does not
 * @returns null where nothing is gained by any
 */
export function readThreadsOf(wanted: number | null): ReadThreads | null {
  const cores = availableParallelism();
  const most = wanted ?? (cores > 1 ? Math.min(cores, MOST) : 0);
  return most === 0 ? null : { most, worth: WORTH };
}

/** Starts one. */
export function startReadThread(workerData: ThreadData): Worker {
  const entry = { from: import.meta.url, source: './read-thread.ts', built: 'read-thread.cjs' };
  return startThread(entry, { workerData, execArgv: [] });
}
