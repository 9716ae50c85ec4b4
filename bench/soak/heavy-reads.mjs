// Heavy reads: anonymous searches and queries at the documented limits, and response times of other requests meanwhile.
import { setTimeout as sleep } from 'node:timers/promises';
import { percentiles, send } from './send.mjs';

const CONCURRENCY = 4;

const DEEP = Array.from({ length: 20 }, () => '[friends]').join('');
const SORTS = Array.from({ length: 20 }, (_, i) => `sort[${i}]=parent.parent.title:asc`).join('&');
const TERMS = Array.from({ length: 100 }, (_, i) => `filters[$or][${i}][text][$contains]=aab${i}`);

const NEGATED = Array.from(
  { length: 50 },
  (_, i) => `filters[$and][${i}][$not][friends][title][$eq]=x${i}`,
);

const PATHS = [
  `/api/samples?filters[text][$contains]=${'a'.repeat(1000)}b`,
  `/api/samples?_q=${'a'.repeat(200)}b`,
  `/api/samples?filters[$not]${DEEP}[title][$contains]=q`,
  `/api/samples?${NEGATED.join('&')}`,
  `/api/samples?${SORTS}`,
  `/api/samples?populate[friends][populate][friends][filters][text][$contains]=zq`,
  `/api/samples?${TERMS.join('&')}`,
];

/**
 * @param {{ url: string, seconds: number, log: (line: string) => void }} options
 */
export async function heavyReads({ url, seconds, log }) {
  const end = performance.now() + seconds * 1000;
  /** @type {Record<string, number>} */
  const otherStatuses = {};
  const heavy = { sent: 0, ok: 0, rejected503: 0, otherStatuses };
  const read = async (/** @type {number} */ first) => {
    for (let turn = first; performance.now() < end; turn++) {
      const { status } = await send(url, { path: PATHS[turn % PATHS.length] ?? '/' });
      heavy.sent++;
      if (status === 200) heavy.ok++;
      else if (status === 503) heavy.rejected503++;
      else otherStatuses[status] = (otherStatuses[status] ?? 0) + 1;
    }
  };
  /** @param {(turn: number) => string} pathOf must differ per turn to bypass the response cache */
  const probe = async (pathOf) => {
    const times = [];
    while (performance.now() < end) {
      times.push((await send(url, { path: pathOf(times.length) })).milliseconds);
      await sleep(50);
    }
    return percentiles(times);
  };
  const [health, list] = await Promise.all([
    probe(() => '/_health'),
    probe((turn) => `/api/articles?pagination[pageSize]=5&turn=${turn}`),
    ...Array.from({ length: CONCURRENCY }, (_, first) => read(first)),
  ]);
  log(`heavy reads: ${heavy.sent} sent`);
  return { heavy, health, list };
}
