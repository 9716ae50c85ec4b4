// Parses `overload` of config/quoin: limits above which requests are rejected.
import type { QueueLimits } from '../base/bounded-queue.ts';
import type { ConfigReader } from './config-reader.ts';

/** When requests are rejected with 503. */
export interface OverloadConfig {
  /** Limits of each queue. A request passes at most two: before it is handled, and for the database. */
  readonly queue: QueueLimits;
  /** Maximum number of open connections; null for the limit of the system minus a reserve for files. */
  readonly connections: number | null;
}

/** Number of queues that share the time a request may wait. */
const QUEUES = 2;

/** Maximum delay of a timer in milliseconds. */
const MAX_TIMEOUT = 2 ** 31 - 1;

/** Parses the settings with defaults. */
export function parseOverload(reader: ConfigReader): OverloadConfig {
  return {
    queue: {
      length: reader.whole('overload.queue', 1000, 1),
      timeout: parseTimeout(reader) / QUEUES,
    },
    connections: reader.whole('overload.connections', null, 1),
  };
}

function parseTimeout(reader: ConfigReader): number {
  const path = 'overload.timeout';
  const timeout = reader.whole(path, 5000, 1);
  return timeout <= MAX_TIMEOUT
    ? timeout
    : reader.reportInvalid(path, `at most ${MAX_TIMEOUT}`, 5000);
}
