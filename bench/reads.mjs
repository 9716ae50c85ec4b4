// Read workload: every server gets the same requests on the same content. A bare server replays Quoin's responses.
import { agreement } from './agreement.mjs';
import { Contenders } from './contenders.mjs';
import { measure } from './measure.mjs';
import { openScreen, printAgreements, resultsOf } from './screen.mjs';
import { Site } from './site.mjs';

/** @typedef {import('./contenders.mjs').Contender} Contender */
/** @typedef {import('./load/round.mjs').Request} Request */
/** @typedef {import('./servers/server.mjs').Reply} Reply */
/** @typedef {import('./servers/server.mjs').Server} Server */

/** A kind of request with several paths, so that a round does not repeat one response. */
/**
 * @typedef {object} Kind
 * @property {string} name
 * @property {number} [connections]
 * @property {string[]} paths
 * @property {string[]} [strapiPaths] paths for Strapi if it lacks the feature; responses are not compared then
 * @property {Request[]} [writes] a write after each read, in turn; excludes servers that cache responses
 * @property {boolean} [isSearch] includes the server with a search index
 * @property {string} [group] kinds of the same group are compared with one another, so their rounds are interleaved
 */

/** A running server, for workloads that look up documentIds. @typedef {{ server: Server, headers: Record<string, string>, size: number }} Source */

/**
 * @typedef {object} ReadWorkload
 * @property {string} name
 * @property {number} size default number of documents
 * @property {boolean} [hasSearches] some kinds are searches
 * @property {(size: number) => string} title
 * @property {(size: number) => import('./site.mjs').Content} content
 * @property {(source: Source) => Kind[] | Promise<Kind[]>} kinds
 * @property {(measured: readonly import('./screen.mjs').Measured[]) => string[]} [notes] lines below the figures
 */

/** Default number of connections. */
const CONNECTIONS = 10;

/** Servers that send cached or recorded responses. @type {readonly import('./contenders.mjs').Name[]} */
const CACHING = ['cached', 'bare'];

/** Number of responses of each kind that are compared; few, since Strapi is slow. */
const COMPARED = 4;

/**
 * @param {ReadWorkload} workload
 * @param {import('./options.mjs').Options} options
 * @returns {Promise<object>} figures for the JSON file
 */
export async function runReads(workload, options) {
  const size = options.size ?? workload.size;
  const site = Site.make(workload.content(size));
  const servers = new Contenders({ ...options, site });
  try {
    const { headers } = site;
    const names = options.names.filter((name) => name !== 'indexed' || workload.hasSearches);
    const contenders = await servers.startAll(names);
    const [first] = contenders;
    if (!first) throw new Error('No servers selected');
    const all = await workload.kinds({ server: first.server, headers, size });
    const kinds = all.filter(({ name }) => name.includes(options.match ?? ''));
    /** @type {Map<Kind, Reply[]>} */
    const responses = new Map();
    for (const kind of kinds) responses.set(kind, await record(first.server, kind.paths, headers));
    const agreements = new Map();
    const compared = [...responses].flatMap(([{ strapiPaths, writes }, recorded]) =>
      strapiPaths || writes ? [] : recorded.slice(0, COMPARED),
    );
    for (const contender of contenders.slice(1)) {
      agreements.set(contender, await agreement(compared, contender.server, headers));
    }
    if (options.names.includes('bare')) {
      // A cached response has other headers, so it is preferred.
      const { server } = contenders.find(({ name }) => name === 'cached') ?? first;
      const recorded = [];
      for (const { paths } of kinds) recorded.push(...(await record(server, paths, headers)));
      contenders.push(await servers.startBare(recorded));
    }
    const screen = openScreen({ title: workload.title(size), site, options, contenders });
    for (const group of groupsOf(kinds)) {
      const hasWrites = group.some(({ writes }) => writes);
      const isSearch = group.some((kind) => kind.isSearch);
      const selected = contenders.filter(({ name }) =>
        name === 'indexed' ? isSearch : !hasWrites || !CACHING.includes(name),
      );
      const rows = await measure(group.map(taskOf), selected, { ...options, headers });
      for (const [index, kind] of group.entries()) {
        const bytes = meanSize(responses.get(kind) ?? []);
        screen.row({ name: kind.name, bytes, row: rows[index] ?? new Map() });
      }
    }
    screen.end();
    for (const note of workload.notes?.(screen.measured) ?? []) console.log(`  ${note}`);
    printAgreements(first, agreements);
    return resultsOf(screen.measured);
  } finally {
    await servers.stop();
    site.remove();
  }
}

/**
 * Groups the kinds that are compared with one another.
 * @param {readonly Kind[]} kinds
 */
function groupsOf(kinds) {
  const groups = new Set(kinds.map((kind) => kind.group ?? kind));
  return [...groups].map((group) => kinds.filter((kind) => (kind.group ?? kind) === group));
}

/**
 * @param {Kind} kind
 * @returns {import('./measure.mjs').Task}
 */
function taskOf(kind) {
  const { name, connections = CONNECTIONS } = kind;
  return { name, connections, requests: requestsOf(kind) };
}

/**
 * Requests of a kind for each server.
 * @param {Kind} kind
 * @returns {(contender: Contender) => Request[]}
 */
function requestsOf({ paths, strapiPaths = paths, writes }) {
  const withWrites = (/** @type {string[]} */ reads) =>
    reads.flatMap((path, i) => [{ path }, ...(writes?.slice(i % writes.length).slice(0, 1) ?? [])]);
  const [requests, strapiRequests] = [withWrites(paths), withWrites(strapiPaths)];
  return ({ name }) => (name === 'strapi' ? strapiRequests : requests);
}

/**
 * Requests each path once and returns the responses.
 * @param {Server} server
 * @param {readonly string[]} paths
 * @param {Record<string, string>} headers
 */
async function record(server, paths, headers) {
  const responses = [];
  for (let start = 0; start < paths.length; start += CONNECTIONS) {
    const batch = paths.slice(start, start + CONNECTIONS);
    responses.push(...(await Promise.all(batch.map((path) => server.get(path, headers)))));
  }
  const failed = responses.find(({ status }) => status !== 200);
  if (failed) throw new Error(`${failed.path} returned ${failed.status}: ${failed.body}`);
  return responses;
}

/** @param {readonly { body: string }[]} responses */
function meanSize(responses) {
  const bytes = responses.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0);
  return bytes / responses.length;
}
