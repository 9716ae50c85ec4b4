// Port to the other workers. The worker that receives a scrape returns the metrics of all, because a client cannot
// choose the worker.
import type { JsonObject } from '../../base/json.ts';
import type { MetricsSnapshot } from './exposition.ts';

/** The other workers, as seen from one of them. */
export interface Workers {
  /** Id of this worker. */
  readonly id: string;
  /** @param snapshot Returns the metrics of this worker when another one requests them */
  onRequest(snapshot: () => MetricsSnapshot): void;
  /** Collects the metrics of the others; those that do not respond in time are missing. */
  collect(): Promise<readonly MetricsSnapshot[]>;
  /** Sends a message to the others. */
  broadcast(topic: string, message: JsonObject): void;
  /** Sets what receives the messages of the others. */
  onBroadcast(topic: string, receive: (message: unknown) => void): void;
}
