// Fuzz: random requests to every route, where any 5xx is a finding unless it is a documented refusal.
import { appendFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { RequestGrammar } from './request-grammar.mjs';
import { send, sendJson } from './send.mjs';
import { readVocabulary } from './vocabulary.mjs';

/** @typedef {import('./request-grammar.mjs').Caller} Caller */
/** @typedef {import('./request-grammar.mjs').SoakRequest} SoakRequest */

/** @typedef {{ milliseconds: number, request: string }} Slowest */

/** Overload, a full disk. */
const REFUSALS = new Set([503, 507]);

/** Methods that no server implements: 501 (docs/strapi/server.md). */
const UNKNOWN_METHODS = new Set(['TRACE', 'PROPFIND']);

const AT_ONCE = 8;

const PASSWORD = 'Passw0rd!';
const ADMINISTRATOR = { email: 'soak@example.com', password: PASSWORD };

/** Lists whose documents requests name. */
const LISTS = ['articles', 'authors', 'categories', 'samples', 'upload/files'];

/**
 * @param {object} options
 * @param {import('../servers/server.mjs').Server} options.server
 * @param {import('./stand.mjs').Stand} options.stand
 * @param {number} options.seconds
 * @param {import('../seeds/random.mjs').Random} options.random
 * @param {string} options.findingsFile
 * @returns {Promise<{ sent: number, statuses: Map<number, number>, findings: number, slowest: Slowest }>}
 */
export async function fuzz({ server, stand, seconds, random, findingsFile }) {
  const url = `http://127.0.0.1:${server.port}`;
  const credentials = await signIn(url, stand.token);
  const vocabulary = { ...readVocabulary(stand.project), ids: await idsOf(url, stand.token) };
  const grammar = new RequestGrammar(random, vocabulary);
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  /** @type {Map<number, number>} */
  const statuses = new Map();
  let sent = 0;
  let findings = 0;
  /** @type {Slowest} */
  let slowest = { milliseconds: 0, request: '' };
  const end = performance.now() + seconds * 1000;
  const ask = async () => {
    while (performance.now() < end && server.isRunning) {
      const made = grammar.next();
      const authorization = credentials[made.caller];
      const headers = authorization === null ? made.headers : { ...made.headers, authorization };
      const answer = await send(url, { ...made, headers, agent });
      sent++;
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      const { milliseconds } = answer;
      if (milliseconds > slowest.milliseconds) {
        slowest = { milliseconds, request: `${made.method} ${made.path}` };
      }
      if (!isFinding(made, answer)) continue;
      findings++;
      await note(made, { answer, server, file: findingsFile });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, ask));
  agent.destroy();
  if (!server.isRunning) {
    findings++;
    appendFileSync(findingsFile, `${JSON.stringify({ ended: true, log: server.output })}\n`);
  }
  return { sent, statuses, findings, slowest };
}

/**
 * A connection that is closed without an answer is a finding unless the server may refuse the bytes themselves.
 * @param {SoakRequest} made
 * @param {import('./send.mjs').Answer} answer
 */
function isFinding({ body, method }, { status, text }) {
  if (status === 501) return !UNKNOWN_METHODS.has(method);
  if (status !== 0) return status >= 500 && !REFUSALS.has(status);
  // A large body that is refused early: the answer may be lost while the client is still sending.
  const isRefusedEarly = body !== null && body.length > 60_000 && /EPIPE|ECONNRESET/.test(text);
  return !isRefusedEarly;
}

/**
 * @param {SoakRequest} made
 * @param {{ answer: import('./send.mjs').Answer, server: import('../servers/server.mjs').Server, file: string }} seen
 */
async function note({ method, path, headers, body, caller }, { answer, server, file }) {
  // The server logs the cause about when it answers.
  await sleep(50);
  const { status, text, milliseconds } = answer;
  const request = { method, path, headers, caller, body: body?.toString('latin1') ?? null };
  const finding = {
    status,
    answer: text.slice(0, 1000),
    milliseconds: Math.round(milliseconds),
    request,
    log: server.output.slice(-3000),
  };
  appendFileSync(file, `${JSON.stringify(finding)}\n`);
}

/**
 * Credentials of every caller; those that cannot be had (earlier requests may have changed the settings) are wrong ones.
 * @param {string} url
 * @param {string} token
 * @returns {Promise<Record<Caller, string | null>>}
 */
async function signIn(url, token) {
  const wrong = 'Bearer wrong';
  const post = async (/** @type {string} */ path, /** @type {object} */ data) => {
    const { text } = await sendJson(url, { method: 'POST', path, data });
    return bearer(text);
  };
  const user = { username: 'soak', email: 'user@example.com', password: PASSWORD };
  const names = { firstname: 'Soak', lastname: 'Run' };
  return {
    token,
    administrator:
      (await post('/admin/login', ADMINISTRATOR)) ??
      (await post('/admin/register-admin', { ...ADMINISTRATOR, ...names })) ??
      wrong,
    user:
      (await post('/api/auth/local', { identifier: user.email, password: PASSWORD })) ??
      (await post('/api/auth/local/register', user)) ??
      wrong,
    public: null,
    stranger: wrong,
  };
}

/** @param {string} text */
function bearer(text) {
  const token = /"(?:jwt|token|accessToken)":"([^"]+)"/.exec(text)?.[1];
  return token === undefined ? null : `Bearer ${token}`;
}

/** @param {string} url @param {string} token */
async function idsOf(url, token) {
  const answers = LISTS.map(async (list) => {
    const path = `/api/${list}?pagination[pageSize]=25&status=draft`;
    const { text } = await sendJson(url, { path, token });
    return [...text.matchAll(/"(?:documentId|id)":"?(\w+)/g)].map(([, id = '']) => id);
  });
  return [...new Set((await Promise.all(answers)).flat())];
}
