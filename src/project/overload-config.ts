// Parses `overload` of config/quoin: how much the server accepts before it refuses requests.
import type { QueueLimits } from '../base/bounded-queue.ts';
import type { ConfigReader } from './config-reader.ts';

/** When requests are refused with 503. */
export interface OverloadConfig {
  /** Of each queue. A request passes two of them at most: before it is handled, and for the database. */
  readonly queue: QueueLimits;
  /** Connections that may be open; null: what the system allows, less a reserve for files. */
  readonly connections: number | null;
}

/** Queues that share the time which a request may wait. */
const QUEUES = 2;

/** The longest delay of a timer, in milliseconds. */
const LONGEST = 2 ** 31 - 1;

/** The `overload` settings, with defaults. */
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
  return timeout <= LONGEST ? timeout : reader.refuse(path, `at most ${LONGEST}`, 5000);
}
