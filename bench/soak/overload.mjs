// Overload: more connections than a server can answer in time, all asking at once.
import { Agent } from 'node:http';
import { percentiles, send } from './send.mjs';

/** Every request is another list, so that none comes from a cache. */
const PATH = '/api/articles?populate=*&pagination[pageSize]=25&filters[readingTime][$lt]=';

/**
 * @param {{ url: string, token: string, connections: number, seconds: number, log: (line: string) => void }} options
 */
export async function overload({ url, token, connections, seconds, log }) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const end = performance.now() + seconds * 1000;
  /** @type {Record<string, number>} */
  const otherStatuses = {};
  const counts = { sent: 0, ok: 0, refused503: 0, otherStatuses };
  /** @type {number[]} */
  const accepted = [];
  /** @type {number[]} */
  const refused = [];
  const ask = async () => {
    while (performance.now() < end) {
      const path = `${PATH}${1000 + counts.sent++}`;
      const { status, milliseconds } = await send(url, {
        path,
        agent,
        headers: { authorization: token },
      });
      if (status === 200) accepted.push(milliseconds);
      else if (status === 503) refused.push(milliseconds);
      else otherStatuses[status] = (otherStatuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, ask));
  agent.destroy();
  log(`overload: ${counts.sent} sent over ${connections} connections`);
  return {
    ...counts,
    ok: accepted.length,
    refused503: refused.length,
    accepted: percentiles(accepted),
    refused: { p99: percentiles(refused).p99 },
    rssBefore: NaN,
    rssAfter: NaN,
    heapBefore: NaN,
    heapAfter: NaN,
  };
}
