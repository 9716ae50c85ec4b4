// Workload `start`: time from process start to the first response, memory at rest and under load, and installed size.
import { setTimeout as sleep } from 'node:timers/promises';
import { Contenders, LABELS, plain } from '../contenders.mjs';
import { quoinSize, strapiSize } from '../installed-size.mjs';
import { runRound } from '../load/round.mjs';
import { median } from '../measure.mjs';
import { seedBlog } from '../seeds/blog.mjs';
import { Site } from '../site.mjs';
import { formatRow, formatNumber, formatFactor, formatInteger } from '../table.mjs';

/** @typedef {import('../contenders.mjs').Name} Name */

const SIZE = 1000;
const FIRST = '/api/articles?pagination[pageSize]=1';
const LISTS = '/api/articles?populate=*&pagination[page]=';

/** Time from the first response to rest, in milliseconds. */
const SETTLE_TIME = 3000;

/** Number of starts of each server, and seconds of load after each. */
const STARTS = 5;
const LOAD_SECONDS = 5;

const WIDTHS = [24, 16, 14, 10, 10, 12, 12, 10, 10];

/**
 * @param {import('../options.mjs').Options} options
 * @returns {Promise<object>} figures for the JSON file
 */
export async function runStart(options) {
  const site = Site.make({ project: 'blog', seed: (database) => seedBlog(database, SIZE) });
  const servers = new Contenders({ ...options, site });
  const names = plain(options.names);
  try {
    const starts = Object.fromEntries(names.map((name) => [name, /** @type {Start[]} */ ([])]));
    for (let turn = 0; turn < (options.rounds === 1 ? 1 : STARTS); turn++) {
      for (const name of names)
        starts[name]?.push(await startOnce(name, { servers, site, options }));
    }
    return print(starts);
  } finally {
    await servers.stop();
    site.remove();
  }
}

/** Milliseconds to the first response of `/_health` and to one with content; CPU time until then in seconds; memory in megabytes. */
/** @typedef {{ health: number, content: number, cpu: number, rest: number, load: number }} Start */

/**
 * @param {Exclude<Name, 'bare'>} name
 * @param {{ servers: Contenders, site: Site, options: import('../options.mjs').Options }} context
 * @returns {Promise<Start>}
 */
async function startOnce(name, { servers, site, options }) {
  const server = await servers.start(name);
  const { headers } = site;
  const health = await server.ready('/_health');
  const content = await server.ready(FIRST, headers);
  const cpu = server.cpuTime();
  await sleep(SETTLE_TIME);
  const rest = server.memory();
  const requests = Array.from({ length: 40 }, (_, index) => ({ path: `${LISTS}${index + 1}` }));
  const load = { port: server.port, requests, headers, connections: 10, seconds: LOAD_SECONDS };
  const { failure } = await runRound(options.generator, load);
  if (failure !== null) throw new Error(failure);
  const loaded = server.memory();
  await server.stop();
  return { health, content, cpu, rest, load: loaded };
}

/**
 * @param {Record<string, Start[]>} starts
 * @returns {object}
 */
function print(starts) {
  const count = Object.values(starts)[0]?.length ?? 0;
  console.log(`\nstart: a site with ${formatInteger(SIZE)} articles; medians of ${count} starts\n`);
  const head = ['', 'first response', 'with content', 'x Strapi', 'CPU s'];
  console.log(formatRow([...head, 'MB at rest', 'under load', 'packages', 'MB'], WIDTHS));
  const sizes = { quoin: quoinSize(), strapi: strapiSize() };
  /** @type {Record<string, object>} */
  const results = {};
  const strapi = starts['strapi'];
  const reference = strapi ? medianOf(strapi, 'content') : NaN;
  for (const [name, all] of Object.entries(starts)) {
    const of = (/** @type {keyof Start} */ key) => medianOf(all, key);
    const { packages, megabytes } = sizes[name === 'strapi' ? 'strapi' : 'quoin'];
    const measured = {
      health: of('health'),
      content: of('content'),
      cpu: of('cpu'),
      rest: of('rest'),
      load: of('load'),
    };
    results[name] = { ...measured, packages, megabytes };
    const cells = [
      `${formatInteger(measured.health)} ms`,
      `${formatInteger(measured.content)} ms`,
      name === 'strapi' ? '' : formatFactor(reference / measured.content),
      formatNumber(measured.cpu),
    ];
    const sized = [measured.rest, measured.load, packages, megabytes].map(formatInteger);
    console.log(formatRow([LABELS[/** @type {Name} */ (name)], ...cells, ...sized], WIDTHS));
  }
  console.log(
    '\n  first response: of /_health, since the start of the process; packages: installed',
  );
  return results;
}

/** @param {readonly Start[]} starts @param {keyof Start} key */
function medianOf(starts, key) {
  return median(starts.map((start) => start[key]));
}
