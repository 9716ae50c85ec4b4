// In charge of one round of load: connections that ask or write without pause, and what came of it.
import autocannon from 'autocannon';

const CONNECTIONS = 10;

/** Requests per second; milliseconds at the median and at the 99th percentile; answers that were no 2xx. */
/** @typedef {{ rate: number, p50: number, p99: number, failed: number }} Round */

/** @typedef {{ method?: 'GET' | 'POST' | 'PUT', path: string, headers: Record<string, string>, body?: string | Buffer }} Request */

/**
 * Asks for the paths in turn, over and over.
 * @param {{ port: number, paths: readonly string[], headers: Record<string, string>, seconds: number }} options
 * @returns {Promise<Round>}
 */
export function load({ paths, headers, ...options }) {
  return send({ ...options, requests: paths.map((path) => ({ path, headers })) });
}

/**
 * Sends the writes in turn, over and over, with headers of their own or the ones that are given.
 * @param {{ port: number, headers: Record<string, string>, seconds: number } & import('./writes.mjs').WriteRound} options
 * @returns {Promise<Round>}
 */
export function loadWrites({ writes, headers, ...options }) {
  const json = { ...headers, 'content-type': 'application/json' };
  const requests = writes.map((write) => ({
    ...write,
    headers: write.headers ?? (write.body === undefined ? headers : json),
  }));
  return send({ ...options, requests });
}

/**
 * @param {{ port: number, requests: Request[], seconds: number, connections?: number }} round
 * @returns {Promise<Round>}
 */
function send({ port, requests, seconds, connections = CONNECTIONS }) {
  const options = {
    url: `http://127.0.0.1:${port}`,
    connections,
    duration: seconds,
    requests,
  };
  return new Promise((resolve, reject) => {
    // autocannon's own percentiles are whole milliseconds, too coarse for answers that take a fraction of one.
    /** @type {number[]} */
    const times = [];
    const run = autocannon(options, (error, result) => {
      if (error) return reject(error);
      times.sort((a, b) => a - b);
      const at = (/** @type {number} */ share) => times[Math.floor(times.length * share)] ?? 0;
      const failed = result.non2xx + result.errors;
      resolve({ rate: times.length / result.duration, p50: at(0.5), p99: at(0.99), failed });
    });
    run.on('response', (...details) => times.push(details[3]));
  });
}
