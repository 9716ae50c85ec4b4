// Fuzz: sends random requests to every route. Any 5xx is a finding, except the documented ones.
import { appendFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { RequestGrammar } from './request-grammar.mjs';
import { send, sendJson } from './send.mjs';
import { readVocabulary } from './vocabulary.mjs';

/** @typedef {import('./request-grammar.mjs').Caller} Caller */
/** @typedef {import('./request-grammar.mjs').SoakRequest} SoakRequest */

/** @typedef {{ milliseconds: number, request: string }} Slowest */

/** Expected 5xx: overload, and a full disk. */
const EXPECTED = new Set([503, 507]);

/** Methods that are not implemented and return 501 (docs/strapi/server.md). */
const UNKNOWN_METHODS = new Set(['TRACE', 'PROPFIND']);

const CONCURRENCY = 8;

const PASSWORD = 'Passw0rd!';
const ADMINISTRATOR = { email: 'soak@example.com', password: PASSWORD };

/** Lists whose ids occur in requests. */
const LISTS = ['articles', 'authors', 'categories', 'samples', 'upload/files'];

/**
 * @param {object} options
 * @param {import('../servers/server.mjs').Server} options.server
 * @param {import('./test-bed.mjs').TestBed} options.testBed
 * @param {number} options.seconds
 * @param {import('../seeds/random.mjs').Random} options.random
 * @param {string} options.findingsFile
 * @returns {Promise<{ sent: number, statuses: Map<number, number>, findings: number, slowest: Slowest }>}
 */
export async function fuzz({ server, testBed, seconds, random, findingsFile }) {
  const url = `http://127.0.0.1:${server.port}`;
  const credentials = await signIn(url, testBed.token);
  const vocabulary = { ...readVocabulary(testBed.project), ids: await idsOf(url, testBed.token) };
  const grammar = new RequestGrammar(random, vocabulary);
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  /** @type {Map<number, number>} */
  const statuses = new Map();
  let sent = 0;
  let findings = 0;
  /** @type {Slowest} */
  let slowest = { milliseconds: 0, request: '' };
  const end = performance.now() + seconds * 1000;
  const client = async () => {
    while (performance.now() < end && server.isRunning) {
      const request = grammar.next();
      const authorization = credentials[request.caller];
      const headers =
        authorization === null ? request.headers : { ...request.headers, authorization };
      const response = await send(url, { ...request, headers, agent });
      sent++;
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      const { milliseconds } = response;
      if (milliseconds > slowest.milliseconds) {
        slowest = { milliseconds, request: `${request.method} ${request.path}` };
      }
      if (!isFinding(request, response)) continue;
      findings++;
      await record(request, { response, server, file: findingsFile });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, client));
  agent.destroy();
  if (!server.isRunning) {
    findings++;
    appendFileSync(findingsFile, `${JSON.stringify({ ended: true, log: server.output })}\n`);
  }
  return { sent, statuses, findings, slowest };
}

/**
 * Whether a response is a finding. A connection that closes without a response is one, unless the server may have
 * rejected a large body.
 * @param {SoakRequest} request
 * @param {import('./send.mjs').Reply} response
 */
function isFinding({ body, method }, { status, text }) {
  if (status === 501) return !UNKNOWN_METHODS.has(method);
  if (status !== 0) return status >= 500 && !EXPECTED.has(status);
  // The response may be lost if the server rejects a large body while the client is still sending it.
  const isRejectedEarly = body !== null && body.length > 60_000 && /EPIPE|ECONNRESET/.test(text);
  return !isRejectedEarly;
}

/**
 * Appends a finding to the file.
 * @param {SoakRequest} request
 * @param {{ response: import('./send.mjs').Reply, server: import('../servers/server.mjs').Server, file: string }} details
 */
async function record({ method, path, headers, body, caller }, { response, server, file }) {
  // The server may log the cause shortly after the response.
  await sleep(50);
  const { status, text, milliseconds } = response;
  const request = { method, path, headers, caller, body: body?.toString('latin1') ?? null };
  const finding = {
    status,
    response: text.slice(0, 1000),
    milliseconds: Math.round(milliseconds),
    request,
    log: server.output.slice(-3000),
  };
  appendFileSync(file, `${JSON.stringify(finding)}\n`);
}

/**
 * Credentials of every caller. If a sign-in fails (earlier requests may have changed the settings), they are invalid.
 * @param {string} url
 * @param {string} token
 * @returns {Promise<Record<Caller, string | null>>}
 */
async function signIn(url, token) {
  const invalid = 'Bearer invalid';
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
      invalid,
    user:
      (await post('/api/auth/local', { identifier: user.email, password: PASSWORD })) ??
      (await post('/api/auth/local/register', user)) ??
      invalid,
    public: null,
    invalid,
  };
}

/** @param {string} text */
function bearer(text) {
  const token = /"(?:jwt|token|accessToken)":"([^"]+)"/.exec(text)?.[1];
  return token === undefined ? null : `Bearer ${token}`;
}

/** @param {string} url @param {string} token */
async function idsOf(url, token) {
  const lists = LISTS.map(async (list) => {
    const path = `/api/${list}?pagination[pageSize]=25&status=draft`;
    const { text } = await sendJson(url, { path, token });
    return [...text.matchAll(/"(?:documentId|id)":"?(\w+)/g)].map(([, id = '']) => id);
  });
  return [...new Set((await Promise.all(lists)).flat())];
}
