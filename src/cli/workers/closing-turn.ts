// Workers close a SQLite database one after another. SQLite removes the log of a database with its last connection;
// of two connections that are closed at the same time, neither is the last one, and the log would remain.
import cluster, { type Worker } from 'node:cluster';
import { SerialQueue } from '../../base/serial-queue.ts';
import { isRecord } from '../../schema/raw.ts';

const KIND = 'closing';

/** A worker requests its turn and ends it; the primary process grants it. */
type Step = 'request' | 'grant' | 'end';

/** In a worker: closes a database when it is the turn of this process. @throws errors of `close` */
export async function closeInTurn(close: () => Promise<void>): Promise<void> {
  await turn();
  try {
    await close();
  } finally {
    process.send?.({ kind: KIND, step: 'end' }, undefined, {}, () => undefined);
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => {
    process.on('message', (message) => isStep(message, 'grant') && resolve());
    // Without the primary process, there is no turn to wait for.
    process.once('disconnect', resolve);
    process.send?.({ kind: KIND, step: 'request' }, undefined, {}, (error) => error && resolve());
  });
}

/** In the primary process: grants the turns that workers request, one at a time. */
export function grantTurns(): void {
  const turns = new SerialQueue();
  cluster.on('message', (worker, message: unknown) => {
    if (isStep(message, 'request')) void turns.run(() => turnOf(worker));
  });
}

/** Grants a turn. Ends when the worker has closed the database, or has exited. */
function turnOf(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    if (!worker.isConnected()) {
      resolve();
      return;
    }
    const end = (): void => {
      worker.off('disconnect', end).off('message', onMessage);
      resolve();
    };
    const onMessage = (message: unknown): void => {
      if (isStep(message, 'end')) end();
    };
    worker.on('disconnect', end).on('message', onMessage);
    worker.send({ kind: KIND, step: 'grant' }, () => undefined);
  });
}

function isStep(message: unknown, step: Step): boolean {
  return isRecord(message) && message['kind'] === KIND && message['step'] === step;
}
