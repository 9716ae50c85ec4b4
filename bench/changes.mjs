// Write workload: every server has its own copy of the database and its own documents.
import { Contenders, plain } from './contenders.mjs';
import { measure } from './measure.mjs';
import { openScreen, resultsOf } from './screen.mjs';
import { Site } from './site.mjs';

/** @typedef {import('./contenders.mjs').Contender} Contender */
/** @typedef {import('./load/round.mjs').Request} Request */

/** Requests of one kind and the number of connections. @typedef {{ name: string, connections: number, requests: readonly Request[] }} Change */

/** Creates a document and returns its documentId. @typedef {(path: string, data: object) => Promise<string>} Create */

/** Sends a request that must succeed, and returns the parsed body of the response. @typedef {(request: Request) => Promise<unknown>} Send */

/**
 * @typedef {object} WriteWorkload
 * @property {string} name
 * @property {number} size default number of documents
 * @property {(size: number) => string} title
 * @property {(size: number) => import('./site.mjs').Content} content
 * @property {(server: { create: Create, send: Send }) => Promise<Change[]>} tasks same names and order on every server
 */

/** Concurrency of the requests that create documents before the measurement. */
const CONCURRENCY = 8;

/**
 * @param {WriteWorkload} workload
 * @param {import('./options.mjs').Options} options
 * @returns {Promise<object>} figures for the JSON file
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
      changes.set(contender, await workload.tasks(setupClient(contender, headers)));
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
 * Client that creates the documents of a workload.
 * @param {Contender} contender
 * @param {Record<string, string>} headers
 * @returns {{ create: Create, send: Send }}
 */
function setupClient({ label, server }, headers) {
  let active = 0;
  /** @type {(() => void)[]} */
  const waiting = [];
  /** @type {Send} */
  const send = async (request) => {
    while (active >= CONCURRENCY) await new Promise((resolve) => waiting.push(() => resolve(null)));
    active += 1;
    try {
      const { status, body } = await server.send(request, headers);
      if (status >= 300) throw new Error(`${label}: ${request.path} returned ${status}: ${body}`);
      return JSON.parse(body);
    } finally {
      active -= 1;
      waiting.shift()?.();
    }
  };
  /** @type {Create} */
  const create = async (path, data) => {
    const body = await send({ method: 'POST', path, body: JSON.stringify({ data }) });
    const { data: created } = /** @type {{ data: { documentId: string } }} */ (body);
    return created.documentId;
  };
  return { create, send };
}
