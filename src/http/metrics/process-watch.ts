// In charge of what this process takes: processor time, memory, and how long others wait for its one thread. The names
// are those that dashboards know.
import { monitorEventLoopDelay, performance, type IntervalHistogram } from 'node:perf_hooks';
import { singles, type Family } from './exposition.ts';

/** How often it is looked whether the thread is free, in milliseconds. */
const INTERVAL = 20;

/** How long delays are looked at together, in milliseconds: whoever asks once in that time misses none. */
const WINDOW = 60_000;

const NANOSECONDS = 1e9;
const MICROSECONDS = 1e6;

/** Watches the process until it is ended. */
export class ProcessWatch {
  readonly #delays = monitorEventLoopDelay({ resolution: INTERVAL });
  readonly #windows: NodeJS.Timeout;
  /** Of the last whole window. */
  #ended: readonly Family[] | null = null;

  /** @param window Milliseconds */
  constructor(window: number = WINDOW) {
    this.#delays.enable();
    this.#windows = setInterval(() => {
      this.#ended = delayFamilies(this.#delays);
      this.#delays.reset();
    }, window).unref();
  }

  /** What it takes now, and delays of the last whole window; of the first one as far as it has come. */
  get families(): readonly Family[] {
    return [...cpuFamilies(), ...memoryFamilies(), ...(this.#ended ?? delayFamilies(this.#delays))];
  }

  end(): void {
    clearInterval(this.#windows);
    this.#delays.disable();
  }
}

function delayFamilies(delays: IntervalHistogram): readonly Family[] {
  const { count, mean, max } = delays;
  const [p50, p99] = [delays.percentile(50), delays.percentile(99)];
  return singles(
    Object.entries({ mean, p50, p99, max }).map(([name, delay]) => [
      'gauge',
      `nodejs_eventloop_lag_${name}_seconds`,
      `How late the event loop was in the last whole minute (${name}).`,
      // What is measured has the interval in it.
      count === 0 ? 0 : Math.max(0, delay / NANOSECONDS - INTERVAL / 1000),
    ]),
  );
}

function cpuFamilies(): readonly Family[] {
  const usage = process.cpuUsage();
  const [user, system] = [usage.user / MICROSECONDS, usage.system / MICROSECONDS];
  const began = performance.timeOrigin / 1000;
  return singles([
    ['counter', 'process_cpu_user_seconds_total', 'Processor time in user mode.', user],
    ['counter', 'process_cpu_system_seconds_total', 'Processor time in system mode.', system],
    ['counter', 'process_cpu_seconds_total', 'Processor time.', user + system],
    ['gauge', 'process_start_time_seconds', 'When it began, in seconds since 1970.', began],
  ]);
}

function memoryFamilies(): readonly Family[] {
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
  return singles([
    ['gauge', 'process_resident_memory_bytes', 'Memory that the process holds.', rss],
    ['gauge', 'nodejs_heap_size_used_bytes', 'The used part of the heap.', heapUsed],
    ['gauge', 'nodejs_heap_size_total_bytes', 'The heap.', heapTotal],
    ['gauge', 'nodejs_external_memory_bytes', 'Memory outside the heap.', external],
  ]);
}
