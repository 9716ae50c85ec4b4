// HTTP client of the soak: sends any method, path, headers and body, and measures the response time.
import { request } from 'node:http';

/** @typedef {{ status: number, text: string, milliseconds: number }} Reply */

/** Time after which a request counts as failed, in milliseconds. */
const RESPONSE_TIMEOUT = 60_000;

/** Maximum size of the buffered part of a body. */
const MAX_BODY_BYTES = 4_000_000;

/**
 * Sends a request. If it fails, the status is 0 and the text is the reason.
 * @param {string} url URL of the server
 * @param {{ method?: string, path: string, headers?: Record<string, string>, body?: Buffer | string | null, agent?: import('node:http').Agent }} options
 * @returns {Promise<Reply>}
 */
export function send(url, { method = 'GET', path, headers = {}, body = null, agent }) {
  const { hostname, port } = new URL(url);
  const start = performance.now();
  const length = body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve) => {
    const end = (/** @type {number} */ status, /** @type {string} */ text) =>
      resolve({ status, text, milliseconds: performance.now() - start });
    const clientRequest = request(
      { hostname, port, method, path, headers: { ...headers, ...length }, ...(agent && { agent }) },
      (response) => {
        /** @type {Buffer[]} */
        const chunks = [];
        let size = 0;
        response.on('data', (/** @type {Buffer} */ chunk) => {
          size += chunk.length;
          if (size <= MAX_BODY_BYTES) chunks.push(chunk);
        });
        response.once('end', () => end(response.statusCode ?? 0, Buffer.concat(chunks).toString()));
        response.once('error', (error) => end(0, error.message));
      },
    );
    clientRequest.setTimeout(RESPONSE_TIMEOUT, () => clientRequest.destroy(new Error('timeout')));
    clientRequest.once('error', (error) => end(0, error.message));
    // Further errors must not crash the run.
    clientRequest.on('error', () => {});
    clientRequest.end(body ?? undefined);
  });
}

/**
 * Sends a JSON request with a token.
 * @param {string} url
 * @param {{ method?: string, path: string, token?: string, data?: unknown }} options
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
 * @returns {{ p50: number, p99: number, max: number }} NaN if there are none
 */
export function percentiles(milliseconds) {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const at = (/** @type {number} */ share) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
  return { p50: at(0.5), p99: at(0.99), max: sorted.at(-1) ?? NaN };
}
