// In charge of what this process takes: processor time, memory, and how long others wait for its one thread. The names
// are those that dashboards know.
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { singles, type Family } from './exposition.ts';

/** How often it is looked whether the thread is free, in milliseconds. */
const INTERVAL = 20;

const NANOSECONDS = 1e9;
const MICROSECONDS = 1e6;

/** Watches the process until it is ended. */
export class ProcessWatch {
  readonly #delays = monitorEventLoopDelay({ resolution: INTERVAL });

  constructor() {
    this.#delays.enable();
  }

  /** What it takes now; delays are those since it was asked last. */
  get families(): readonly Family[] {
    return [...cpuFamilies(), ...memoryFamilies(), ...this.#delayFamilies()];
  }

  end(): void {
    this.#delays.disable();
  }

  #delayFamilies(): readonly Family[] {
    const { count, mean, max } = this.#delays;
    const [p50, p99] = [this.#delays.percentile(50), this.#delays.percentile(99)];
    this.#delays.reset();
    return singles(
      Object.entries({ mean, p50, p99, max }).map(([name, delay]) => [
        'gauge',
        `nodejs_eventloop_lag_${name}_seconds`,
        `How late the event loop was since this was asked for last (${name}).`,
        // What is measured has the interval in it.
        count === 0 ? 0 : Math.max(0, delay / NANOSECONDS - INTERVAL / 1000),
      ]),
    );
  }
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
