// In charge of `quoin start --workers`: several processes on one port. The first makes the database fit and says where
// to look, the others follow it; one that ends without being told to is replaced.
import cluster, { type Worker } from 'node:cluster';
import { CommandError } from './command-error.ts';

/** Tells a worker to end; a second time, without waiting for clients. */
export const CLOSE = 'close';

/** How long to wait before a worker is replaced, in milliseconds. */
const PAUSE = 1000;

/** True in the process of a worker. */
export function isWorker(): boolean {
  return cluster.isWorker;
}

/** True in the worker that others wait for. */
export function isFirst(worker: Worker | undefined = cluster.worker): boolean {
  return worker?.id === 1;
}

/** Runs this program again in so many processes, until it is told to end. @throws CommandError where the first cannot begin */
export async function runWorkers(count: number): Promise<void> {
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
    if (serving.size === count) console.log(`${count} processes answer.`);
  });
  cluster.on('exit', (worker, code, signal) => {
    const served = serving.delete(worker);
    if (isClosing || (isFirst(worker) && !served)) return;
    console.error(
      `Process ${worker.process.pid} has ended (${signal ?? code}): another one takes its place.`,
    );
    setTimeout(() => !isClosing && cluster.fork(), PAUSE);
  });
  await begins(cluster.fork());
  for (let i = 1; i < count && !isClosing; i += 1) cluster.fork();
}

function workers(): readonly Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
}

/** Whoever cannot begin has said why. */
function begins(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once('listening', () => resolve());
    worker.once('exit', () => reject(new CommandError('No process could begin to answer.')));
  });
}
