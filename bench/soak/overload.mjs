// Overload: more connections than a server can answer in time, all asking at once; most read, some write.
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentiles, send, sendJson } from './send.mjs';

/** Every request is another list, so that none comes from a cache. */
const PATH = '/api/articles?populate=*&pagination[pageSize]=25&filters[readingTime][$lt]=';

const DOCUMENTS = '/api/categories';

/** One request in so many is a write. */
const WRITES = 8;

/** How often a new connection asks whether the server is alive, in milliseconds. */
const HEALTH = 250;

/** Documents that one request reads. */
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
  const counts = { sent: 0, written: 0, ok: 0, refused503: 0, otherStatuses };
  /** @type {number[]} */
  const accepted = [];
  /** @type {number[]} */
  const refused = [];
  /** @type {number[]} */
  const health = [];
  const ask = async () => {
    while (performance.now() < end) {
      const number = counts.sent++;
      const isWrite = number % WRITES === 0;
      const { status, milliseconds } = await (isWrite ? write(number) : read(number));
      if (status === 200 || status === 201) accepted.push(milliseconds);
      else if (status === 503) refused.push(milliseconds);
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
  const watch = async () => {
    while (performance.now() < end) {
      const { status, milliseconds } = await send(url, { path: '/_health' });
      if (status === 204) health.push(milliseconds);
      else otherStatuses[status] = (otherStatuses[status] ?? 0) + 1;
      await sleep(HEALTH);
    }
  };
  await Promise.all([watch(), ...Array.from({ length: connections }, ask)]);
  agent.destroy();
  const stored = await removeMarked(url, token, mark);
  log(`overload: ${counts.sent} sent over ${connections} connections`);
  return {
    ...counts,
    ok: accepted.length,
    // More documents than were acknowledged were refused and written; fewer: some were lost.
    wrongWrites: Math.abs(stored - counts.written),
    refused503: refused.length,
    accepted: percentiles(accepted),
    refused: { p99: percentiles(refused).p99 },
    health: percentiles(health),
    rssBefore: NaN,
    rssAfter: NaN,
    heapBefore: NaN,
    heapAfter: NaN,
  };
}

/** How long a busy server may refuse the requests that remove documents, in milliseconds. */
const REMOVE_TIMEOUT = 60_000;

/**
 * Removes the documents that were written. The server may still be busy with the overload, so refused requests are
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
      await sleep(HEALTH);
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
