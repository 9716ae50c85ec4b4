// Starts processes that run long reads for a server (docs/decisions/0022).
import type { ChildProcess } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { startProcess } from '../../base/child-process.ts';
import type { ProcessData } from '../../storage/sqlite/reader-process.ts';
import type { ReaderProcessesOptions } from '../../storage/sqlite/reader-processes.ts';

/** Number of processes, and which reads they run. */
export type ReadProcesses = Pick<ReaderProcessesOptions, 'max' | 'budget'>;

/** More would take processor time from the server; a lower priority returns only a part of it. */
const MAX_PROCESSES = 2;

/**
 * All requests wait for a read that runs in the serving process. The goal is that none waits more than 300 ms on a
 * busy machine, where a read may take several times its estimate.
 */
const BUDGET = 50;

/** @param isAlone False if other processes serve the same project; each of them has one process for long reads */
export function readProcessesOf(isAlone: boolean): ReadProcesses {
  return { max: isAlone ? Math.min(availableParallelism(), MAX_PROCESSES) : 1, budget: BUDGET };
}

export function startReadProcess(data: ProcessData): ChildProcess {
  const entry = { from: import.meta.url, built: 'read-process.cjs' };
  return startProcess(entry, data);
}
