// HTTP client of the soak: any method, path, headers and body, with its time.
import { request } from 'node:http';

/** @typedef {{ status: number, text: string, milliseconds: number }} Answer */

/** A server that takes longer has failed, in milliseconds. */
const RESPONSE_TIMEOUT = 60_000;

/** Of the body that is kept. */
const KEPT_BYTES = 4_000_000;

/**
 * Sends one request; a response with status 0 has the reason of the failure as its text.
 * @param {string} url of the server
 * @param {{ method?: string, path: string, headers?: Record<string, string>, body?: Buffer | string | null, agent?: import('node:http').Agent }} wanted
 * @returns {Promise<Answer>}
 */
export function send(url, { method = 'GET', path, headers = {}, body = null, agent }) {
  const { hostname, port } = new URL(url);
  const begin = performance.now();
  const length = body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve) => {
    const end = (/** @type {number} */ status, /** @type {string} */ text) =>
      resolve({ status, text, milliseconds: performance.now() - begin });
    const sent = request(
      { hostname, port, method, path, headers: { ...headers, ...length }, ...(agent && { agent }) },
      (response) => {
        /** @type {Buffer[]} */
        const chunks = [];
        let size = 0;
        response.on('data', (/** @type {Buffer} */ chunk) => {
          size += chunk.length;
          if (size <= KEPT_BYTES) chunks.push(chunk);
        });
        response.once('end', () => end(response.statusCode ?? 0, Buffer.concat(chunks).toString()));
        response.once('error', (error) => end(0, error.message));
      },
    );
    sent.setTimeout(RESPONSE_TIMEOUT, () => sent.destroy(new Error('no answer in time')));
    sent.once('error', (error) => end(0, error.message));
    // Errors after the first must not end the run.
    sent.on('error', () => {});
    sent.end(body ?? undefined);
  });
}

/**
 * A JSON request with a token.
 * @param {string} url
 * @param {{ method?: string, path: string, token?: string, data?: unknown }} wanted
 */
export function sendJson(url, { method, path, token, data }) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (token !== undefined) headers['authorization'] = token;
  if (data !== undefined) headers['content-type'] = 'application/json';
  const body = data === undefined ? null : JSON.stringify(data);
  return send(url, { path, headers, body, ...(method && { method }) });
}

/**
 * @param {readonly number[]} milliseconds
 * @returns {{ p50: number, p99: number, max: number }} NaN without any
 */
export function percentiles(milliseconds) {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const at = (/** @type {number} */ share) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
  return { p50: at(0.5), p99: at(0.99), max: sorted.at(-1) ?? NaN };
}
