// Metrics of the process: processor time, memory and event loop lag, with the usual names.
import { monitorEventLoopDelay, performance, type IntervalHistogram } from 'node:perf_hooks';
import { cacheLimits, cacheSizes } from '../../base/lru-map.ts';
import { singleMetrics, type MetricFamily } from './exposition.ts';

/** Sampling interval of the event loop lag, in milliseconds. */
const INTERVAL = 20;

/** Window over which lag is aggregated, in milliseconds; a scrape in each window misses none. */
const WINDOW = 60_000;

const NANOSECONDS = 1e9;
const MICROSECONDS = 1e6;

/** Measures the process until `end` is called. */
export class ProcessMetrics {
  readonly #delays = monitorEventLoopDelay({ resolution: INTERVAL });
  readonly #windows: NodeJS.Timeout;
  /** Metrics of the last complete window. */
  #ended: readonly MetricFamily[] | null = null;

  /** @param window In milliseconds */
  constructor(window: number = WINDOW) {
    this.#delays.enable();
    this.#windows = setInterval(() => {
      this.#ended = delayFamilies(this.#delays);
      this.#delays.reset();
    }, window).unref();
  }

  /** Current values, and the lag of the last complete window, or of the first one so far. */
  get families(): readonly MetricFamily[] {
    return [...cpuFamilies(), ...memoryFamilies(), ...(this.#ended ?? delayFamilies(this.#delays))];
  }

  end(): void {
    clearInterval(this.#windows);
    this.#delays.disable();
  }
}

function delayFamilies(delays: IntervalHistogram): readonly MetricFamily[] {
  const { count, mean, max } = delays;
  const [p50, p99] = [delays.percentile(50), delays.percentile(99)];
  return singleMetrics(
    Object.entries({ mean, p50, p99, max }).map(([name, delay]) => [
      'gauge',
      `nodejs_eventloop_lag_${name}_seconds`,
      `Event loop lag in the last complete minute (${name}).`,
      // The measured delay includes the interval.
      count === 0 ? 0 : Math.max(0, delay / NANOSECONDS - INTERVAL / 1000),
    ]),
  );
}

function cpuFamilies(): readonly MetricFamily[] {
  const usage = process.cpuUsage();
  const [user, system] = [usage.user / MICROSECONDS, usage.system / MICROSECONDS];
  const began = performance.timeOrigin / 1000;
  return singleMetrics([
    ['counter', 'process_cpu_user_seconds_total', 'Processor time in user mode.', user],
    ['counter', 'process_cpu_system_seconds_total', 'Processor time in system mode.', system],
    ['counter', 'process_cpu_seconds_total', 'Processor time.', user + system],
    [
      'gauge',
      'process_start_time_seconds',
      'Start time of the process since the Unix epoch in seconds.',
      began,
    ],
  ]);
}

function memoryFamilies(): readonly MetricFamily[] {
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
  return singleMetrics([
    ['gauge', 'process_resident_memory_bytes', 'Resident memory.', rss],
    ['gauge', 'nodejs_heap_size_used_bytes', 'Used heap.', heapUsed],
    ['gauge', 'nodejs_heap_size_total_bytes', 'Total heap.', heapTotal],
    ['gauge', 'nodejs_external_memory_bytes', 'Memory outside the heap.', external],
  ]);
}

/** Returns the sizes of the caches of the serving thread, and their limits. */
export function memoryCacheMetrics(): readonly MetricFamily[] {
  const samples = (sums: ReturnType<typeof cacheSizes>): MetricFamily['samples'] =>
    [...sums].map(([cache, value]) => ({ labels: { cache }, value }));
  return [
    {
      name: 'quoin_cache_bytes',
      help: 'Estimated size of the caches of the serving thread with this name.',
      type: 'gauge',
      samples: samples(cacheSizes()),
    },
    {
      name: 'quoin_cache_limit_bytes',
      help: 'Maximum size of the caches of the serving thread with this name.',
      type: 'gauge',
      samples: samples(cacheLimits()),
    },
  ];
}
