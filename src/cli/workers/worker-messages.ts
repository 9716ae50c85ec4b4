// Messages between the workers of `quoin start --workers`, forwarded by the primary process. Each worker can collect
// the metrics of all, and send a message to all others.
import cluster from 'node:cluster';
import type { JsonObject } from '../../base/json.ts';
import type { MetricsSnapshot } from '../../http/metrics/exposition.ts';
import type { Workers } from '../../http/metrics/workers.ts';
import type { WorkerPosition } from '../../storage/commits/commit-log.ts';

/** How long to wait for responses, in milliseconds. */
const TIMEOUT = 1000;

/** A request, or a response with a snapshot. */
interface IpcMessage {
  readonly kind: typeof KIND;
  /** Id of the receiver; null for all other workers. */
  readonly to: number | null;
  /** Id of the sender. */
  readonly from: number;
  /** Number of the request, unique per sender, also in its responses. */
  readonly request: number;
  readonly snapshot: MetricsSnapshot | null;
}

const KIND = 'numbers';

/** A message to all other workers. */
interface Broadcast {
  readonly kind: typeof BROADCAST;
  readonly topic: string;
  readonly message: JsonObject;
}

const BROADCAST = 'broadcast';

/** Forwards messages in the primary process. */
export function forwardMessages(): void {
  cluster.on('message', (sender, message: unknown) => {
    if (!isIpcMessage(message) && !isBroadcast(message)) return;
    const to = isBroadcast(message) ? null : message.to;
    for (const worker of Object.values(cluster.workers ?? {})) {
      const isReceiver = to === null ? worker !== sender : worker?.id === to;
      // A worker that has exited gets none.
      if (isReceiver && worker?.isConnected() === true) worker.send(message, () => undefined);
    }
  });
}

/** The other workers, as seen from this one. */
export class ClusterWorkers implements Workers {
  readonly id: string;
  readonly #others: number;
  readonly #open = new Map<number, (snapshot: MetricsSnapshot) => void>();
  readonly #receivers = new Map<string, (message: unknown) => void>();
  #requests = 0;
  #snapshot: (() => MetricsSnapshot) | null = null;

  /** @param position Position of this worker */
  constructor({ index, count }: WorkerPosition) {
    this.id = String(index);
    this.#others = count - 1;
    process.on('message', (message: unknown) => {
      if (isBroadcast(message)) this.#receivers.get(message.topic)?.(message.message);
      if (!isIpcMessage(message)) return;
      const { from, request, snapshot } = message;
      if (snapshot !== null) this.#open.get(request)?.(snapshot);
      else if (this.#snapshot) send({ to: from, request, snapshot: this.#snapshot() });
    });
  }

  onRequest(snapshot: () => MetricsSnapshot): void {
    this.#snapshot = snapshot;
  }

  broadcast(topic: string, message: JsonObject): void {
    const sent: Broadcast = { kind: BROADCAST, topic, message };
    process.send?.(sent, undefined, {}, () => undefined);
  }

  onBroadcast(topic: string, receive: (message: unknown) => void): void {
    this.#receivers.set(topic, receive);
  }

  collect(): Promise<readonly MetricsSnapshot[]> {
    const request = (this.#requests += 1);
    const snapshots: MetricsSnapshot[] = [];
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.#open.delete(request);
        resolve(snapshots);
      };
      const timer = setTimeout(end, TIMEOUT);
      this.#open.set(request, (snapshot) => {
        if (snapshots.push(snapshot) === this.#others) end();
      });
      send({ to: null, request, snapshot: null });
    });
  }
}

function send(message: Omit<IpcMessage, 'kind' | 'from'>): void {
  const from = cluster.worker?.id ?? 0;
  process.send?.({ kind: KIND, from, ...message }, undefined, {}, () => undefined);
}

function isBroadcast(message: unknown): message is Broadcast {
  return (
    typeof message === 'object' &&
    message !== null &&
    'kind' in message &&
    message.kind === BROADCAST
  );
}

function isIpcMessage(message: unknown): message is IpcMessage {
  return (
    typeof message === 'object' && message !== null && 'kind' in message && message.kind === KIND
  );
}
