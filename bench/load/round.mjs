// A round of load: connections that read or write continuously, with wrk if it is installed.
import { spawnSync } from 'node:child_process';
import { askByAutocannon } from './by-autocannon.mjs';
import { askByWrk } from './by-wrk.mjs';

/** Headers that replace those of the round. */
/** @typedef {{ method?: 'GET' | 'POST' | 'PUT', path: string, body?: string | Buffer, headers?: Record<string, string> }} Request */

/** Requests that are sent in turn, repeatedly, and the number of connections. */
/** @typedef {{ port: number, requests: readonly Request[], headers: Record<string, string>, connections: number, seconds: number }} Load */

/** Answers in how many seconds, and when the last one came, where that is known; milliseconds at the median and at the 99th percentile; answers that were no 2xx; seconds of a processor that asking took. */
/** @typedef {{ answers: number, seconds: number, last?: number, p50: number, p99: number, failed: number, asking: number }} Round */

/** @typedef {'wrk' | 'autocannon'} Generator */

/**
 * Which generator is there: wrk asks several times as fast.
 * @returns {Generator}
 */
export function generatorHere() {
  return spawnSync('wrk', ['-v']).error ? 'autocannon' : 'wrk';
}

/**
 * @param {Generator} generator
 * @param {Load} load
 * @returns {Promise<Round & { failure: string | null }>} the failure names the request that failed, if any
 */
export async function ask(generator, load) {
  const requests = load.requests.map((request) => withHeaders(request, load.headers));
  // A script of wrk can contain only text.
  const isText = requests.every(({ body }) => body === undefined || typeof body === 'string');
  const way = generator === 'wrk' && isText ? askByWrk : askByAutocannon;
  const round = await way({ ...load, requests });
  const { failed, answers } = round;
  if (failed === 0) return { ...round, failure: null };
  const what = await answerTo(load.port, requests[0]);
  return { ...round, failure: `${failed} of ${answers} requests failed; ${what}` };
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
 * What one of the requests is answered, to tell why a round failed.
 * @param {number} port
 * @param {ReturnType<typeof withHeaders> | undefined} request
 */
async function answerTo(port, request) {
  if (!request) return 'nothing was asked';
  const { method, path, headers, body = null } = request;
  const init = { method, headers, body };
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, init).catch(String);
  if (typeof answer === 'string') return `${method} ${path} gives ${answer}`;
  return `${method} ${path} gives ${answer.status}: ${(await answer.text()).slice(0, 500)}`;
}
