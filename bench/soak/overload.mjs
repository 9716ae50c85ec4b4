// Overload: more concurrent connections than the server can handle; most requests read, some write.
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentiles, send, sendJson } from './send.mjs';

/** Lists with a different filter per request, so that no response comes from a cache. */
const PATH = '/api/articles?populate=*&pagination[pageSize]=25&filters[readingTime][$lt]=';

const DOCUMENTS = '/api/categories';

/** One in this many requests is a write. */
const WRITE_INTERVAL = 8;

/** Interval of health checks, each over a new connection, in milliseconds. */
const HEALTH_INTERVAL = 250;

/** Page size when the written documents are removed. */
const PAGE = 100;

/**
 * @param {{ url: string, token: string, connections: number, seconds: number, log: (line: string) => void }} options
 */
export async function overload({ url, token, connections, seconds, log }) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const end = performance.now() + seconds * 1000;
  const mark = `overload-${Date.now()}-`;
  /** @type {Record<string, number>} */
  const otherStatuses = {};
  const counts = { sent: 0, written: 0, ok: 0, rejected503: 0, otherStatuses };
  /** @type {number[]} */
  const accepted = [];
  /** @type {number[]} */
  const rejected = [];
  /** @type {number[]} */
  const health = [];
  const client = async () => {
    while (performance.now() < end) {
      const number = counts.sent++;
      const isWrite = number % WRITE_INTERVAL === 0;
      const { status, milliseconds } = await (isWrite ? write(number) : read(number));
      if (status === 200 || status === 201) accepted.push(milliseconds);
      else if (status === 503) rejected.push(milliseconds);
      else otherStatuses[status] = (otherStatuses[status] ?? 0) + 1;
      if (status === 201) counts.written += 1;
    }
  };
  const read = (/** @type {number} */ number) =>
    send(url, { path: `${PATH}${1000 + number}`, agent, headers: { authorization: token } });
  const write = (/** @type {number} */ number) =>
    send(url, {
      method: 'POST',
      path: DOCUMENTS,
      agent,
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify({ data: { name: `${mark}${number}`, slug: `${mark}${number}` } }),
    });
  const checkHealth = async () => {
    while (performance.now() < end) {
      const { status, milliseconds } = await send(url, { path: '/_health' });
      if (status === 204) health.push(milliseconds);
      else otherStatuses[status] = (otherStatuses[status] ?? 0) + 1;
      await sleep(HEALTH_INTERVAL);
    }
  };
  await Promise.all([checkHealth(), ...Array.from({ length: connections }, client)]);
  agent.destroy();
  const stored = await removeMarked(url, token, mark);
  log(`overload: ${counts.sent} sent over ${connections} connections`);
  return {
    ...counts,
    ok: accepted.length,
    // Surplus documents were stored although the write was rejected; missing ones were lost.
    wrongWrites: Math.abs(stored - counts.written),
    rejected503: rejected.length,
    accepted: percentiles(accepted),
    rejected: { p99: percentiles(rejected).p99 },
    health: percentiles(health),
    rssBefore: NaN,
    rssAfter: NaN,
    heapBefore: NaN,
    heapAfter: NaN,
  };
}

/** How long a busy server may reject the requests that remove documents, in milliseconds. */
const REMOVE_TIMEOUT = 60_000;

/**
 * Removes the documents that were written. The server may still be busy with the overload, so rejected requests are
 * repeated.
 * @param {string} url
 * @param {string} token
 * @param {string} mark
 * @returns {Promise<number>} their number
 */
async function removeMarked(url, token, mark) {
  const query = `filters[name][$startsWith]=${mark}&fields=documentId&pagination[pageSize]=${PAGE}`;
  const end = performance.now() + REMOVE_TIMEOUT;
  let stored = 0;
  for (;;) {
    const { status, text } = await sendJson(url, { path: `${DOCUMENTS}?${query}`, token });
    if (status !== 200) {
      if (performance.now() > end) throw new Error(`After the overload: ${status} ${text}`);
      await sleep(HEALTH_INTERVAL);
      continue;
    }
    /** @type {{ data: { documentId: string }[] }} */
    const { data } = JSON.parse(text);
    if (data.length === 0) return stored;
    for (const { documentId } of data) {
      const path = `${DOCUMENTS}/${documentId}`;
      const removed = await sendJson(url, { method: 'DELETE', path, token });
      if (removed.status === 204) stored += 1;
    }
  }
}
