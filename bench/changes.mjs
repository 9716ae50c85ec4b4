// Workload that changes content: every server has its own copy and its own documents.
import { Contenders, plain } from './contenders.mjs';
import { measure } from './measure.mjs';
import { openScreen, resultsOf } from './screen.mjs';
import { Site } from './site.mjs';

/** @typedef {import('./contenders.mjs').Contender} Contender */
/** @typedef {import('./load/round.mjs').Request} Request */

/** What is sent by so many at once. @typedef {{ name: string, connections: number, requests: readonly Request[] }} Change */

/** Makes a document and gives its documentId. @typedef {(path: string, data: object) => Promise<string>} Create */

/** Sends a request that must succeed, and gives what was answered. @typedef {(request: Request) => Promise<unknown>} Send */

/**
 * @typedef {object} WriteWorkload
 * @property {string} name
 * @property {number} size how many documents where none are named
 * @property {(size: number) => string} title
 * @property {(size: number) => import('./site.mjs').Content} content
 * @property {(server: { create: Create, send: Send }) => Promise<Change[]>} tasks the same names in the same order for all
 */

/** How many documents are made at once before the measuring. */
const AT_ONCE = 8;

/**
 * @param {WriteWorkload} workload
 * @param {import('./options.mjs').Options} options
 * @returns {Promise<object>} what was measured, for a file
 */
export async function runWrites(workload, options) {
  const size = options.size ?? workload.size;
  const site = Site.make(workload.content(size));
  const servers = new Contenders({ ...options, site });
  try {
    const { headers } = site;
    const contenders = await servers.startAll(plain(options.names));
    /** @type {Map<Contender, Change[]>} */
    const changes = new Map();
    for (const contender of contenders) {
      changes.set(contender, await workload.tasks(wordsOf(contender, headers)));
    }
    const [tasks = []] = changes.values();
    const screen = openScreen({ title: workload.title(size), site, options, contenders });
    for (const [index, { name, connections }] of tasks.entries()) {
      if (!name.includes(options.match ?? '')) continue;
      const requests = (/** @type {Contender} */ contender) =>
        changes.get(contender)?.[index]?.requests ?? [];
      const task = { name, connections, requests };
      const [row = new Map()] = await measure([task], contenders, { ...options, headers });
      screen.row({ name, row });
    }
    screen.end();
    return resultsOf(screen.measured);
  } finally {
    await servers.stop();
    site.remove();
  }
}

/**
 * @param {Contender} contender
 * @param {Record<string, string>} headers
 * @returns {{ create: Create, send: Send }}
 */
function wordsOf({ label, server }, headers) {
  let busy = 0;
  /** @type {(() => void)[]} */
  const waiting = [];
  /** @type {Send} */
  const send = async (request) => {
    while (busy >= AT_ONCE) await new Promise((resolve) => waiting.push(() => resolve(null)));
    busy += 1;
    try {
      const { status, body } = await server.send(request, headers);
      if (status >= 300) throw new Error(`${label}: ${request.path} gave ${status}: ${body}`);
      return JSON.parse(body);
    } finally {
      busy -= 1;
      waiting.shift()?.();
    }
  };
  /** @type {Create} */
  const create = async (path, data) => {
    const answer = await send({ method: 'POST', path, body: JSON.stringify({ data }) });
    const { data: made } = /** @type {{ data: { documentId: string } }} */ (answer);
    return made.documentId;
  };
  return { create, send };
}
