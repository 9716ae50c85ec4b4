// Counts that workers share: the primary process keeps them, and workers ask it by IPC. Imported on demand.
import cluster from 'node:cluster';
import { WindowCounts, type Counted, type Window, type WindowCount } from './window-counts.ts';

/** How long a worker waits for a response, in milliseconds. */
const TIMEOUT = 5000;

const KIND = 'count';

/** A request of a worker. */
interface CountRequest extends Window, Counted {
  readonly kind: typeof KIND;
  /** Name of the counter. */
  readonly counter: string;
  /** Number of the request, unique per worker, also in its response. */
  readonly number: number;
}

interface CountResponse {
  readonly kind: typeof KIND;
  readonly number: number;
  readonly result: WindowCount;
}

/** In the primary process: counts for workers. */
export function countForWorkers(): void {
  const counters = new Map<string, WindowCounts>();
  cluster.on('message', (worker, message: unknown) => {
    if (!isRequest(message)) return;
    const { counter, key, client, number, max, interval } = message;
    // A worker that replaces another may have another configuration.
    const name = JSON.stringify([counter, max, interval]);
    const counts = counters.get(name) ?? new WindowCounts({ max, interval });
    counters.set(name, counts);
    const response: CountResponse = { kind: KIND, number, result: counts.count({ key, client }) };
    // A worker that has exited gets none.
    if (worker.isConnected()) worker.send(response, () => undefined);
  });
}

/** Requests of this worker that have no response yet, by number. */
const open = new Map<number, (result: WindowCount) => void>();

let requests = 0;

/** In a worker: a counter of the primary process. */
export class SharedCounts {
  readonly #window: Window;
  readonly #name: string;

  /** @param name Name of the counter */
  constructor(window: Window, name: string) {
    this.#window = window;
    this.#name = name;
    receiveResponses();
  }

  /** Counts once. @throws Error without a response in time */
  count({ key, client }: Counted): Promise<WindowCount> {
    const { max, interval } = this.#window;
    const number = (requests += 1);
    const request: CountRequest = {
      kind: KIND,
      counter: this.#name,
      key,
      client,
      number,
      max,
      interval,
    };
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        open.delete(number);
        reject(new Error('The primary process did not respond in time.'));
      }, TIMEOUT);
      open.set(number, (result) => {
        clearTimeout(timer);
        open.delete(number);
        resolve(result);
      });
      process.send?.(request, undefined, {}, () => undefined);
    });
  }
}

function receiveResponses(): void {
  if (process.listeners('message').includes(receive)) return;
  process.on('message', receive);
}

function receive(message: unknown): void {
  if (isResponse(message)) open.get(message.number)?.(message.result);
}

function isRequest(message: unknown): message is CountRequest {
  return isOfKind(message) && 'counter' in message;
}

function isResponse(message: unknown): message is CountResponse {
  return isOfKind(message) && 'result' in message;
}

function isOfKind(message: unknown): message is object {
  return (
    typeof message === 'object' && message !== null && 'kind' in message && message.kind === KIND
  );
}
