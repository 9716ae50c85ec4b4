// Workload `start`: time from process start to first response, memory at rest and under load, and size of the
// installation.
import { setTimeout as sleep } from 'node:timers/promises';
import { Contenders, LABELS, plain } from '../contenders.mjs';
import { quoinSize, strapiSize } from '../installed-size.mjs';
import { ask } from '../load/round.mjs';
import { median } from '../measure.mjs';
import { seedBlog } from '../seeds/blog.mjs';
import { Site } from '../site.mjs';
import { line, short, times, whole } from '../table.mjs';

/** @typedef {import('../contenders.mjs').Name} Name */

const SIZE = 1000;
const FIRST = '/api/articles?pagination[pageSize]=1';
const LISTS = '/api/articles?populate=*&pagination[page]=';

/** From the first answer to rest, in milliseconds. */
const REST = 3000;

/** Starts of each server, and seconds of load for each. */
const STARTS = 5;
const LOAD = 5;

const WIDTHS = [24, 14, 14, 10, 10, 12, 12, 10, 10];

/**
 * @param {import('../options.mjs').Options} options
 * @returns {Promise<object>} what was measured, for a file
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

/** Milliseconds to an answer of `/_health` and to one with content; seconds of a processor until then; megabytes. */
/** @typedef {{ health: number, content: number, processor: number, rest: number, load: number }} Start */

/**
 * @param {Exclude<Name, 'bare'>} name
 * @param {{ servers: Contenders, site: Site, options: import('../options.mjs').Options }} parts
 * @returns {Promise<Start>}
 */
async function startOnce(name, { servers, site, options }) {
  const server = await servers.begin(name);
  const { headers } = site;
  const health = await server.ready('/_health');
  const content = await server.ready(FIRST, headers);
  const processor = server.processorTime();
  await sleep(REST);
  const rest = server.memory();
  const requests = Array.from({ length: 40 }, (_, index) => ({ path: `${LISTS}${index + 1}` }));
  const load = { port: server.port, requests, headers, connections: 10, seconds: LOAD };
  const { failure } = await ask(options.generator, load);
  if (failure !== null) throw new Error(failure);
  const loaded = server.memory();
  await server.stop();
  return { health, content, processor, rest, load: loaded };
}

/**
 * @param {Record<string, Start[]>} starts
 * @returns {object}
 */
function print(starts) {
  const some = Object.values(starts)[0]?.length ?? 0;
  console.log(`\nstart: a site with ${whole(SIZE)} articles; medians of ${some} starts\n`);
  const head = ['', 'first answer', 'with content', 'x Strapi', 'CPU s'];
  console.log(line([...head, 'MB at rest', 'under load', 'packages', 'MB'], WIDTHS));
  const sizes = { quoin: quoinSize(), strapi: strapiSize() };
  /** @type {Record<string, object>} */
  const results = {};
  const theirs = starts['strapi'];
  const reference = theirs ? middle(theirs, 'content') : NaN;
  for (const [name, all] of Object.entries(starts)) {
    const of = (/** @type {keyof Start} */ key) => middle(all, key);
    const { packages, megabytes } = sizes[name === 'strapi' ? 'strapi' : 'quoin'];
    const measured = {
      health: of('health'),
      content: of('content'),
      processor: of('processor'),
      rest: of('rest'),
      load: of('load'),
    };
    results[name] = { ...measured, packages, megabytes };
    const cells = [
      `${whole(measured.health)} ms`,
      `${whole(measured.content)} ms`,
      name === 'strapi' ? '' : times(reference / measured.content),
      short(measured.processor),
    ];
    const sized = [measured.rest, measured.load, packages, megabytes].map(whole);
    console.log(line([LABELS[/** @type {Name} */ (name)], ...cells, ...sized], WIDTHS));
  }
  console.log('\n  first answer: of /_health, since the process was started; packages: installed');
  return results;
}

/** @param {readonly Start[]} starts @param {keyof Start} key */
function middle(starts, key) {
  return median(starts.map((start) => start[key]));
}
