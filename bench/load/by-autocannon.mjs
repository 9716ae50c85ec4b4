// Generates load with autocannon in this process.
import autocannon from 'autocannon';

/** @typedef {import('./round.mjs').Load} Load */

/** In seconds; long, since a slow server is not an error. */
const TIMEOUT = 60;

/**
 * @param {Omit<Load, 'headers' | 'requests'> & { requests: readonly import('./by-wrk.mjs').CompleteRequest[] }} load
 * @returns {Promise<import('./round.mjs').Round>}
 */
export function runAutocannon(load) {
  const { port, requests, connections, seconds } = load;
  let clients = 0;
  const options = {
    url: `http://127.0.0.1:${port}`,
    connections,
    duration: seconds,
    timeout: TIMEOUT,
    requests,
    // Each connection starts with another request, so that they do not all send the same one at a time.
    setupClient: (
      /** @type {{ setRequests: (requests: typeof load.requests) => void }} */ client,
    ) => {
      const first = clients++ % requests.length;
      client.setRequests([...requests.slice(first), ...requests.slice(0, first)]);
    },
  };
  return new Promise((resolve, reject) => {
    // autocannon reports percentiles in whole milliseconds, too coarse for responses that take a fraction of one.
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
        responses: times.length,
        seconds: result.duration,
        last: (last - start) / 1000,
        p50: at(0.5),
        p99: at(0.99),
        failed: result.non2xx + result.errors,
        cpu: (user + system) / 1e6,
      });
    });
    run.on('response', (...details) => {
      times.push(details[3]);
      last = performance.now();
    });
  });
}
