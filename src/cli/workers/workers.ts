// `quoin start --workers`: several processes on one port. The first worker migrates the database and prints the URL,
// then the others start; one that exits unexpectedly, or is blocked by project code, is replaced. Workers share commits in
// a commit log that they inherit; counters in memory live in the primary process.
import cluster, { type Worker } from 'node:cluster';
import { fstatSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import {
  CommitLog,
  createCommitLog,
  type WorkerPosition,
} from '../../storage/commits/commit-log.ts';
import { CommandError } from '../command-error.ts';
import { forwardMessages, ClusterWorkers } from './worker-messages.ts';

/** Asks a worker to close; a second message, to close without waiting for clients. */
export const CLOSE = 'close';

/** Delay before a worker is replaced, in milliseconds. */
const PAUSE = 1000;

/** Environment variable with the index of a worker. */
const WORKER_INDEX = 'QUOIN_WORKER';

/** File descriptor of the commit log in workers, after stdio and the IPC channel. */
const COMMIT_LOG = 4;

/** Returns true in a worker. Other programs may run this one in a cluster as well. */
export function isWorker(): boolean {
  return cluster.isWorker && process.env[WORKER_INDEX] !== undefined;
}

/** Returns true in the first worker. */
export function isFirst(worker: Worker | undefined = cluster.worker): boolean {
  return worker?.id === 1;
}

/**
 * Opens the commit log of this worker. @param count Number of workers
 * @throws CommandError if the log could not be created
 */
export function openCommitLog(count: number): CommitLog {
  if (fstatSync(COMMIT_LOG).isFile()) return new CommitLog(COMMIT_LOG, positionOf(count));
  throw new CommandError(
    'Several processes need a temporary file, which cannot be created. Set TMPDIR to a writable folder.',
  );
}

/** The other workers, for metrics. @param count Number of workers */
export function otherWorkers(count: number): ClusterWorkers {
  return new ClusterWorkers(positionOf(count));
}

function positionOf(count: number): WorkerPosition {
  return { index: Number(process.env[WORKER_INDEX]), count };
}

/** Runs workers until the process receives a signal. @throws CommandError if the first worker cannot start */
export async function runWorkers(count: number): Promise<void> {
  cluster.setupPrimary({ stdio: ['inherit', 'inherit', 'inherit', 'ipc', newCommitLog(count)] });
  forwardMessages();
  const { coordinateChanges } = await import('./model-change-coordinator.ts');
  coordinateChanges((worker) => worker.send(CLOSE, () => undefined));
  const { endBlockedWorkers } = await import('./blocked-workers.ts');
  endBlockedWorkers();
  const { grantTurns } = await import('./closing-turn.ts');
  grantTurns();
  const { countForWorkers } = await import('../../http/routing/shared-counts.ts');
  countForWorkers();
  const serving = new Set<Worker>();
  let isClosing = false;
  const close = (): void => {
    isClosing = true;
    for (const worker of liveWorkers()) {
      if (serving.has(worker)) worker.send(CLOSE);
      else worker.process.kill();
    }
  };
  process.on('SIGINT', close);
  process.on('SIGTERM', close);
  cluster.on('listening', (worker) => {
    serving.add(worker);
    if (serving.size === count) console.log(`${count} workers are ready.`);
  });
  const fork = (index: number): Worker => {
    const worker = cluster.fork({ [WORKER_INDEX]: String(index) });
    // Ignores messages to a worker that has just exited; its exit is handled below.
    worker.on('error', () => undefined);
    worker.on('exit', (code, signal) => {
      const served = serving.delete(worker);
      if (isClosing || (isFirst(worker) && !served)) return;
      console.error(
        `Worker ${worker.process.pid} exited (${signal ?? code}) and is being replaced.`,
      );
      setTimeout(() => !isClosing && fork(index), PAUSE);
    });
    return worker;
  };
  await begins(fork(0));
  for (let index = 1; index < count && !isClosing; index += 1) fork(index);
}

/** If the file cannot be created, workers that need it report the error. */
function newCommitLog(count: number): number {
  try {
    return createCommitLog(count);
  } catch {
    return openSync(devNull, 'r+');
  }
}

function liveWorkers(): readonly Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
}

/** A worker that cannot start has printed the reason. */
function begins(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once('listening', () => resolve());
    worker.once('exit', () => reject(new CommandError('No worker could start.')));
  });
}
