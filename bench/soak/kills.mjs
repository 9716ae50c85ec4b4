// Kills: kills the server during writes, and checks that all acknowledged writes are stored completely.
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { countOrphans, markedArticle, readVersions, TORN } from './marked-articles.mjs';
import { send, sendJson } from './send.mjs';
import { chance, pick } from './vocabulary.mjs';

/** Time during which a rejected read is retried, in milliseconds. */
const RETRY_TIMEOUT = 120_000;

/** @typedef {import('./marked-articles.mjs').Versions} Versions */

const WRITERS = 6;

/** Minimum and maximum lifetime of a server, in milliseconds. */
const MIN_LIFETIME = 100;
const MAX_LIFETIME = 2500;

/** Share of servers that are killed during startup. */
const KILLED_START = 0.2;

/** Expected state of a document: its acknowledged versions, and those of a request without a response. @typedef {{ documentId: string, acknowledged: Versions, pending: Versions | null, isChanged: boolean }} Expected */

/** @typedef {{ kills: number, acknowledged: number, lost: string[], torn: string[], rejected: string[], integrity: string[], orphans: number }} KillResult */

/**
 * @param {object} options
 * @param {import('./test-bed.mjs').TestBed} options.testBed without a running server
 * @param {number} options.seconds
 * @param {import('../seeds/random.mjs').Random} options.random
 * @returns {Promise<KillResult>}
 */
export async function kills({ testBed, seconds, random }) {
  const run = new KillRun(testBed, random);
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) await run.runServer();
  return run.finish();
}

class KillRun {
  #testBed;
  #random;
  /** @type {Map<string, Expected>} */
  #documents = new Map();
  /** Markers of creations without a response. @type {string[]} */
  #unconfirmed = [];
  /** @type {{ authors: string[], categories: string[] } | null} */
  #targets = null;
  /** Distinguishes the markers from those of earlier runs on the same database. */
  #prefix;
  #marker = 0;
  /** @type {KillResult} */
  #result = {
    kills: 0,
    acknowledged: 0,
    lost: [],
    torn: [],
    rejected: [],
    integrity: [],
    orphans: 0,
  };

  /** @param {import('./test-bed.mjs').TestBed} testBed @param {import('../seeds/random.mjs').Random} random */
  constructor(testBed, random) {
    this.#testBed = testBed;
    this.#random = random;
    this.#prefix = `m${random.documentId()}`;
  }

  /** Starts a server, checks the writes of the previous one, writes, and kills it. */
  async runServer() {
    const random = this.#random;
    const server = await this.#testBed.start();
    if (chance(random, KILLED_START)) {
      await sleep(random.below(1000));
      return this.#kill(server);
    }
    await server.ready('/_health');
    const url = `http://127.0.0.1:${server.port}`;
    await this.#check(url, (expected) => expected.isChanged || expected.pending !== null);
    const targets = (this.#targets ??= await this.#readTargets(url));
    const agent = new Agent({ keepAlive: true });
    const state = { isOver: false };
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      // Writers do not share documents, since each request depends on the previous response.
      while (!state.isOver) await this.#write(url, { agent, targets, writer });
    });
    await sleep(MIN_LIFETIME + random.below(MAX_LIFETIME - MIN_LIFETIME));
    const killed = this.#kill(server);
    state.isOver = true;
    await Promise.all([killed, ...writers]);
    agent.destroy();
  }

  /** Checks every document. */
  async finish() {
    const server = await this.#testBed.start();
    await server.ready('/_health');
    await this.#check(`http://127.0.0.1:${server.port}`, () => true);
    await server.stop();
    this.#result.orphans = await countOrphans((sql) => this.#testBed.query(sql));
    return this.#result;
  }

  /** @param {import('../servers/server.mjs').Server} server */
  async #kill(server) {
    if (!server.isRunning) this.#result.rejected.push(`exited: ${server.output}`);
    await server.kill();
    this.#result.kills++;
  }

  /**
   * @param {string} url
   * @param {{ agent: Agent, targets: { authors: string[], categories: string[] }, writer: number }} options
   */
  async #write(url, { agent, targets, writer }) {
    const random = this.#random;
    const marker = `${this.#prefix}-${this.#marker++}`;
    const own = [...this.#documents.values()].filter(
      ({ acknowledged, pending, documentId }) =>
        pending === null &&
        acknowledged.draft !== null &&
        documentId.charCodeAt(5) % WRITERS === writer,
    );
    const isNew = own.length === 0 || chance(random, 0.3);
    const expected = isNew ? null : pick(random, own);
    const isDelete = expected !== null && chance(random, 0.2);
    const isDraft = chance(random, 0.25);
    const first = random.below(targets.categories.length - 1);
    const data = markedArticle(marker, {
      author: pick(random, targets.authors),
      categories: targets.categories.slice(first, first + 2),
    });
    const next = isDelete
      ? { draft: null, published: null }
      : { draft: marker, published: isDraft ? (expected?.acknowledged.published ?? null) : marker };
    if (expected) expected.pending = next;
    else this.#unconfirmed.push(marker);
    const { status, text } = await send(url, {
      method: isDelete ? 'DELETE' : expected ? 'PUT' : 'POST',
      path: `/api/articles${expected ? `/${expected.documentId}` : ''}${isDraft && !isDelete ? '?status=draft' : ''}`,
      headers: { authorization: this.#testBed.token, 'content-type': 'application/json' },
      body: isDelete ? null : JSON.stringify({ data }),
      agent,
    });
    if (status === 0) return;
    if (status >= 300) {
      const kind = isDelete ? 'DELETE' : expected ? 'PUT' : 'POST';
      const versions = expected ? versionsText(expected.acknowledged) : 'new';
      this.#result.rejected.push(`${kind} (${versions}): ${status} ${text.slice(0, 200)}`);
      return;
    }
    this.#result.acknowledged++;
    if (expected) {
      Object.assign(expected, { acknowledged: next, pending: null, isChanged: true });
      return;
    }
    this.#unconfirmed = this.#unconfirmed.filter((each) => each !== marker);
    const { documentId } = JSON.parse(text).data;
    const created = { documentId, acknowledged: next, pending: null, isChanged: true };
    this.#documents.set(documentId, created);
  }

  /**
   * Compares documents with the acknowledged writes.
   * @param {string} url
   * @param {(expected: Expected) => boolean} isChecked
   */
  async #check(url, isChecked) {
    const read = (/** @type {string} */ path) => this.#read(url, path);
    const checked = [...this.#documents.values()].filter(isChecked);
    const values = checked.map(({ documentId }) => documentId);
    const found = await readVersions(read, { by: 'documentId', values });
    for (const expected of checked) {
      const actual = found.get(expected.documentId) ?? { draft: null, published: null };
      const description = `${expected.documentId}: ${versionsText(actual)}, acknowledged ${versionsText(expected.acknowledged)}`;
      if (isTorn(actual)) this.#result.torn.push(description);
      else if (!isEqual(actual, expected.acknowledged)) {
        const isPending = expected.pending !== null && isEqual(actual, expected.pending);
        if (!isPending) this.#result.lost.push(description);
      }
      const { draft, published } = actual;
      Object.assign(expected, {
        acknowledged: { draft, published },
        pending: null,
        isChanged: false,
      });
      if (draft === null && published === null) this.#documents.delete(expected.documentId);
    }
    await this.#adopt(read);
    const integrity = await this.#testBed.integrity();
    if (integrity !== 'ok') this.#result.integrity.push(integrity);
  }

  /**
   * Checks that creations without a response are stored completely or not at all.
   * @param {(path: string) => Promise<string>} read
   */
  async #adopt(read) {
    const found = await readVersions(read, { by: 'slug', values: this.#unconfirmed });
    this.#unconfirmed = [];
    for (const [marker, { documentId, draft, published }] of found) {
      const acknowledged = { draft, published };
      if (isTorn(acknowledged) || draft !== marker) {
        this.#result.torn.push(
          `${documentId}: ${versionsText(acknowledged)}, created as ${marker}`,
        );
      }
      const expected = { documentId, acknowledged, pending: null, isChanged: false };
      this.#documents.set(documentId, expected);
    }
  }

  /**
   * Reads a path. Retries for some time, since a busy server may reject reads.
   * @param {string} url @param {string} path
   */
  async #read(url, path) {
    const end = performance.now() + RETRY_TIMEOUT;
    for (;;) {
      const { status, text } = await sendJson(url, { path, token: this.#testBed.token });
      if (status === 200) return text;
      if (status !== 503 || performance.now() > end) {
        throw new Error(`${status} ${path}: ${text.slice(0, 500)}`);
      }
      await sleep(1000);
    }
  }

  /** @param {string} url */
  async #readTargets(url) {
    const idsOf = async (/** @type {string} */ list) => {
      /** @type {{ data: { documentId: string }[] }} */
      const { data } = JSON.parse(await this.#read(url, `/api/${list}?fields=id`));
      return data.map(({ documentId }) => documentId);
    };
    return { authors: await idsOf('authors'), categories: await idsOf('categories') };
  }
}

/** @param {Versions} versions */
function isTorn({ draft, published }) {
  return draft === TORN || published === TORN;
}

/** @param {Versions} one @param {Versions} other */
function isEqual(one, other) {
  return one.draft === other.draft && one.published === other.published;
}

/** @param {Versions} versions */
function versionsText({ draft, published }) {
  return `draft ${draft ?? 'none'}, published ${published ?? 'none'}`;
}
