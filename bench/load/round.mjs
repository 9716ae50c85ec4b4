// Runs a round of load: connections that send requests continuously, with wrk if it is installed.
import { spawnSync } from 'node:child_process';
import { runAutocannon } from './by-autocannon.mjs';
import { runWrk } from './by-wrk.mjs';

/** A request; its headers replace those of the round. */
/** @typedef {{ method?: 'GET' | 'POST' | 'PUT', path: string, body?: string | Buffer, headers?: Record<string, string> }} Request */

/** Requests, which are sent in turn and repeatedly, and the number of connections. */
/** @typedef {{ port: number, requests: readonly Request[], headers: Record<string, string>, connections: number, seconds: number }} Load */

/** Number of responses, duration, and time of the last response if known; response time at p50 and p99 in milliseconds; number of errors and of responses other than 2xx; CPU time of the load generator in seconds. */
/** @typedef {{ responses: number, seconds: number, last?: number, p50: number, p99: number, failed: number, cpu: number }} Round */

/** @typedef {'wrk' | 'autocannon'} Generator */

/**
 * Returns wrk if it is installed, since it is several times as fast.
 * @returns {Generator}
 */
export function defaultGenerator() {
  return spawnSync('wrk', ['-v']).error ? 'autocannon' : 'wrk';
}

/**
 * Runs a round of load.
 * @param {Generator} generator
 * @param {Load} load
 * @returns {Promise<Round & { failure: string | null }>} `failure` shows the response to the first request, if any request failed
 */
export async function runRound(generator, load) {
  const requests = load.requests.map((request) => withHeaders(request, load.headers));
  // wrk cannot send binary bodies from a script.
  const isText = requests.every(({ body }) => body === undefined || typeof body === 'string');
  const run = generator === 'wrk' && isText ? runWrk : runAutocannon;
  const round = await run({ ...load, requests });
  const { failed, responses } = round;
  if (failed === 0) return { ...round, failure: null };
  const example = await describeResponse(load.port, requests[0]);
  return { ...round, failure: `${failed} of ${responses} requests failed; ${example}` };
}

/**
 * @param {Request} request
 * @param {Record<string, string>} common
 */
function withHeaders({ method = 'GET', path, body, headers }, common) {
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  const all = headers ?? { ...common, ...json };
  return { method, path, headers: all, ...(body === undefined ? {} : { body }) };
}

/**
 * Sends a request again and describes its response, to show why a round failed.
 * @param {number} port
 * @param {ReturnType<typeof withHeaders> | undefined} request
 */
async function describeResponse(port, request) {
  if (!request) return 'no requests';
  const { method, path, headers, body = null } = request;
  const init = { method, headers, body };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, init).catch(String);
  if (typeof response === 'string') return `${method} ${path}: ${response}`;
  return `${method} ${path} returned ${response.status}: ${(await response.text()).slice(0, 500)}`;
}
