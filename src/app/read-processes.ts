// Processes that run long reads for a project's server (docs/decisions/0022).
import type { ChildProcess } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { startProcess } from '../base/own-process.ts';
import type { ProcessData } from '../storage/sqlite/reader-process.ts';
import type { ReaderProcessesOptions } from '../storage/sqlite/reader-processes.ts';

/** Processes that may read. */
export type ReadProcesses = Pick<ReaderProcessesOptions, 'most' | 'budget'>;

/** More would take processor time from the server, which a lower priority gives back only in part. */
const MOST = 2;

/**
 * Everybody waits for a read that runs in the serving process. The goal is that nobody waits for more than 300 ms on a busy
 * machine, where it may take several times as long as estimated.
 */
const BUDGET = 50;

/** @param isAlone False if other processes serve the same project: each has one */
export function readProcessesOf(isAlone: boolean): ReadProcesses {
  return { most: isAlone ? Math.min(availableParallelism(), MOST) : 1, budget: BUDGET };
}

/** Starts one. */
export function startReadProcess(data: ProcessData): ChildProcess {
  const entry = { from: import.meta.url, source: './read-process.ts', built: 'read-process.cjs' };
  return startProcess(entry, data);
}
