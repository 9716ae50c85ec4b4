// Detects workers that project code blocks, for example with an infinite loop: each worker sends heartbeats to the primary
// process, which kills workers whose heartbeats stop. They are replaced like others that exit.
import cluster, { type Worker } from 'node:cluster';

/** How often workers report, and how often reports are checked, in milliseconds. */
const INTERVAL = 1000;

const KIND = 'alive';

interface Report {
  readonly kind: typeof KIND;
  /** How long the worker may be blocked, in milliseconds. */
  readonly timeout: number;
}

/** State of a worker; times are values of `performance.now()`. */
interface WorkerState {
  reportedAt: number;
  readonly timeout: number;
}

/** In a worker: reports until the process ends. @param timeout How long it may be blocked, in milliseconds */
export function sendHeartbeats(timeout: number): void {
  const report: Report = { kind: KIND, timeout };
  const send = (): void => void process.send?.(report, undefined, {}, () => undefined);
  send();
  setInterval(send, INTERVAL).unref();
}

/** In the primary process: ends workers that have reported and no longer do. */
export function endBlockedWorkers(): void {
  const watched = new Map<Worker, WorkerState>();
  cluster.on('message', (worker, message: unknown) => {
    if (isReport(message)) {
      watched.set(worker, { reportedAt: performance.now(), timeout: message.timeout });
    }
  });
  cluster.on('exit', (worker) => watched.delete(worker));
  let checkedAt = performance.now();
  setInterval(() => {
    const now = performance.now();
    // The primary process was stopped or busy for this long, so it has not read the reports of that time yet.
    const late = Math.max(0, now - checkedAt - INTERVAL);
    checkedAt = now;
    for (const [worker, state] of watched) {
      state.reportedAt = Math.min(now, state.reportedAt + late);
      if (now - state.reportedAt > state.timeout + INTERVAL) end(worker, state);
    }
  }, INTERVAL).unref();
}

function end(worker: Worker, { timeout }: WorkerState): void {
  console.error(
    `Worker ${worker.process.pid} has been blocked for more than ${timeout / 1000} s, probably by project code.`,
  );
  // It could not handle any other signal.
  worker.process.kill('SIGKILL');
}

function isReport(message: unknown): message is Report {
  return (
    typeof message === 'object' && message !== null && 'kind' in message && message.kind === KIND
  );
}
