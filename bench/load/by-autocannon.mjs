// Generates load with autocannon in this process.
import autocannon from 'autocannon';

/** @typedef {import('./round.mjs').Load} Load */

/** In seconds: a slow server is no error. */
const TIMEOUT = 60;

/**
 * @param {Omit<Load, 'headers' | 'requests'> & { requests: readonly import('./by-wrk.mjs').WholeRequest[] }} load
 * @returns {Promise<import('./round.mjs').Round>}
 */
export function askByAutocannon(load) {
  const { port, requests, connections, seconds } = load;
  let begun = 0;
  const options = {
    url: `http://127.0.0.1:${port}`,
    connections,
    duration: seconds,
    timeout: TIMEOUT,
    requests,
    // Each connection begins elsewhere: all asking for the same at once would be another workload.
    setupClient: (
      /** @type {{ setRequests: (requests: typeof load.requests) => void }} */ client,
    ) => {
      const at = begun++ % requests.length;
      client.setRequests([...requests.slice(at), ...requests.slice(0, at)]);
    },
  };
  return new Promise((resolve, reject) => {
    // autocannon's own percentiles are whole milliseconds, too coarse for answers that take a fraction of one.
    /** @type {number[]} */
    const times = [];
    const start = performance.now();
    let last = start;
    const before = process.cpuUsage();
    const run = autocannon(options, (error, result) => {
      if (error) return reject(error);
      const { user, system } = process.cpuUsage(before);
      times.sort((a, b) => a - b);
      const at = (/** @type {number} */ share) => times[Math.floor(times.length * share)] ?? 0;
      resolve({
        answers: times.length,
        seconds: result.duration,
        last: (last - start) / 1000,
        p50: at(0.5),
        p99: at(0.99),
        failed: result.non2xx + result.errors,
        asking: (user + system) / 1e6,
      });
    });
    run.on('response', (...details) => {
      times.push(details[3]);
      last = performance.now();
    });
  });
}
