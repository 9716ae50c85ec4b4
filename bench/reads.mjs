// Read-only workload: every server answers the same requests on the same content, and a bare server sends the bytes
// that Quoin sent.
import { agreement } from './agreement.mjs';
import { Contenders } from './contenders.mjs';
import { measure } from './measure.mjs';
import { openScreen, printAgreements, resultsOf } from './screen.mjs';
import { Site } from './site.mjs';

/** @typedef {import('./contenders.mjs').Contender} Contender */
/** @typedef {import('./load/round.mjs').Request} Request */
/** @typedef {import('./servers/server.mjs').Answer} Answer */
/** @typedef {import('./servers/server.mjs').Server} Server */

/** The requested paths, several in turn, so that a round is more than one repeated response. */
/**
 * @typedef {object} Kind
 * @property {string} name
 * @property {number} [connections]
 * @property {string[]} paths
 * @property {string[]} [elsewhere] the paths for Strapi, if it lacks the feature: responses are not compared then
 * @property {Request[]} [between] what is written after each: caches and recorded responses are useless then
 * @property {boolean} [isSearch] who has an index of texts takes part
 * @property {string} [among] kinds with the same word here are compared with one another: their rounds take turns
 */

/** A server to ask what there is. @typedef {{ server: Server, headers: Record<string, string>, size: number }} Asked */

/**
 * @typedef {object} ReadWorkload
 * @property {string} name
 * @property {number} size how many documents where none are named
 * @property {boolean} [searches] some kinds are searches
 * @property {(size: number) => string} title
 * @property {(size: number) => import('./site.mjs').Content} content
 * @property {(asked: Asked) => Kind[] | Promise<Kind[]>} kinds
 * @property {(measured: readonly import('./screen.mjs').Measured[]) => string[]} [notes] lines that stand under the figures
 */

/** Default of a kind. */
const CONNECTIONS = 10;

/** Servers that answer from a cache. @type {readonly import('./contenders.mjs').Name[]} */
const CACHING = ['cached', 'bare'];

/** Answers of each kind that are compared: Strapi takes its time. */
const COMPARED = 4;

/**
 * @param {ReadWorkload} workload
 * @param {import('./options.mjs').Options} options
 * @returns {Promise<object>} what was measured, for a file
 */
export async function runReads(workload, options) {
  const size = options.size ?? workload.size;
  const site = Site.make(workload.content(size));
  const servers = new Contenders({ ...options, site });
  try {
    const { headers } = site;
    const names = options.names.filter((name) => name !== 'indexed' || workload.searches);
    const contenders = await servers.startAll(names);
    const [first] = contenders;
    if (!first) throw new Error('nobody takes part');
    const all = await workload.kinds({ server: first.server, headers, size });
    const kinds = all.filter(({ name }) => name.includes(options.match ?? ''));
    /** @type {Map<Kind, Answer[]>} */
    const answers = new Map();
    for (const kind of kinds) answers.set(kind, await record(first.server, kind.paths, headers));
    const agreements = new Map();
    const compared = [...answers].flatMap(([{ elsewhere, between }, given]) =>
      elsewhere || between ? [] : given.slice(0, COMPARED),
    );
    for (const contender of contenders.slice(1)) {
      agreements.set(contender, await agreement(compared, contender.server, headers));
    }
    if (options.names.includes('bare')) {
      // With the headers of a cached response.
      const { server } = contenders.find(({ name }) => name === 'cached') ?? first;
      const sent = [];
      for (const { paths } of kinds) sent.push(...(await record(server, paths, headers)));
      contenders.push(await servers.startBare(sent));
    }
    const screen = openScreen({ title: workload.title(size), site, options, contenders });
    for (const group of groupsOf(kinds)) {
      const isWritten = group.some(({ between }) => between);
      const isSearch = group.some((kind) => kind.isSearch);
      const selected = contenders.filter(({ name }) =>
        name === 'indexed' ? isSearch : !isWritten || !CACHING.includes(name),
      );
      const rows = await measure(group.map(taskOf), selected, { ...options, headers });
      for (const [index, kind] of group.entries()) {
        const bytes = meanSize(answers.get(kind) ?? []);
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
 * Those that are compared with one another.
 * @param {readonly Kind[]} kinds
 */
function groupsOf(kinds) {
  const words = new Set(kinds.map((kind) => kind.among ?? kind));
  return [...words].map((word) => kinds.filter((kind) => (kind.among ?? kind) === word));
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
 * What each is sent of a kind.
 * @param {Kind} kind
 * @returns {(contender: Contender) => Request[]}
 */
function requestsOf({ paths, elsewhere = paths, between }) {
  const inTurn = (/** @type {string[]} */ some) =>
    some.flatMap((path, i) => [
      { path },
      ...(between?.slice(i % between.length).slice(0, 1) ?? []),
    ]);
  const [ours, theirs] = [inTurn(paths), inTurn(elsewhere)];
  return ({ name }) => (name === 'strapi' ? theirs : ours);
}

/**
 * Requests each path once.
 * @param {Server} server
 * @param {readonly string[]} paths
 * @param {Record<string, string>} headers
 */
async function record(server, paths, headers) {
  const answers = [];
  for (let at = 0; at < paths.length; at += CONNECTIONS) {
    const some = paths.slice(at, at + CONNECTIONS);
    answers.push(...(await Promise.all(some.map((path) => server.answer(path, headers)))));
  }
  const refused = answers.find(({ status }) => status !== 200);
  if (refused) throw new Error(`${refused.path} gave ${refused.status}: ${refused.body}`);
  return answers;
}

/** @param {readonly { body: string }[]} answers */
function meanSize(answers) {
  const bytes = answers.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0);
  return bytes / answers.length;
}
