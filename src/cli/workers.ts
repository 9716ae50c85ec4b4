// In charge of `quoin start --workers`: several processes on one port. The first makes the database fit and says where
// to look, the others follow it; one that ends without being told to is replaced. They tell each other of their
// commits on a board that they are born with; what is counted in memory is counted by the process that makes them.
import cluster, { type Worker } from 'node:cluster';
import { fstatSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { countForWorkers } from '../http/routing/window-counter.ts';
import { CommitBoard, makeBoard } from '../storage/commit-board.ts';
import { CommandError } from './command-error.ts';
import { handOnLetters, WorkerPeers } from './peers.ts';

/** Tells a worker to end; a second time, without waiting for clients. */
export const CLOSE = 'close';

/** How long to wait before a worker is replaced, in milliseconds. */
const PAUSE = 1000;

/** The variable that gives a worker its place on the board. */
const PLACE = 'QUOIN_WORKER';

/** The descriptor of the board in every worker: behind the streams and the channel to the process that has made them. */
const BOARD = 4;

/** True in the process of a worker. (Other programs, too, run this one in a cluster.) */
export function isWorker(): boolean {
  return cluster.isWorker && process.env[PLACE] !== undefined;
}

/** True in the worker that others wait for. */
export function isFirst(worker: Worker | undefined = cluster.worker): boolean {
  return worker?.id === 1;
}

/**
 * Where this worker tells others of its commits, and they tell it. @param count How many there are
 * @throws CommandError where there is no board
 */
export function boardOf(count: number): CommitBoard {
  if (fstatSync(BOARD).isFile()) return new CommitBoard(BOARD, placeOf(count));
  throw new CommandError(
    'Several processes need a temporary file, which cannot be created. Set TMPDIR to a writable folder.',
  );
}

/** The other workers, for whoever is asked for the numbers of all. @param count How many there are */
export function peersOf(count: number): WorkerPeers {
  return new WorkerPeers(placeOf(count));
}

function placeOf(count: number): { readonly own: number; readonly of: number } {
  return { own: Number(process.env[PLACE]), of: count };
}

/** Runs this program again in so many processes, until it is told to end. @throws CommandError where the first cannot begin */
export async function runWorkers(count: number): Promise<void> {
  cluster.setupPrimary({ stdio: ['inherit', 'inherit', 'inherit', 'ipc', newBoard(count)] });
  handOnLetters();
  await countForWorkers();
  const serving = new Set<Worker>();
  let isClosing = false;
  const close = (): void => {
    isClosing = true;
    for (const worker of workers()) {
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
  const fork = (place: number): Worker => {
    const worker = cluster.fork({ [PLACE]: String(place) });
    // What could not be sent to one that has just ended: its end is told, and that of this process would be the end of all.
    worker.on('error', () => undefined);
    worker.on('exit', (code, signal) => {
      const served = serving.delete(worker);
      if (isClosing || (isFirst(worker) && !served)) return;
      console.error(
        `Worker ${worker.process.pid} exited (${signal ?? code}) and is being replaced.`,
      );
      setTimeout(() => !isClosing && fork(place), PAUSE);
    });
    return worker;
  };
  await begins(fork(0));
  for (let place = 1; place < count && !isClosing; place += 1) fork(place);
}

/** Where none can be made, whoever needs it says so: the workers know their database. */
function newBoard(count: number): number {
  try {
    return makeBoard(count);
  } catch {
    return openSync(devNull, 'r+');
  }
}

function workers(): readonly Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
}

/** Whoever cannot begin has said why. */
function begins(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once('listening', () => resolve());
    worker.once('exit', () => reject(new CommandError('No worker could start.')));
  });
}
