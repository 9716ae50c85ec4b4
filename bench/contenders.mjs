// The servers of a comparison: starts each on a copy of a site's content, and stops it with everything it uses.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../scripts/setup.mjs';
import { prepareServer } from './databases.mjs';
import { freePort } from './servers/free-port.mjs';
import { Server } from './servers/server.mjs';

/** @typedef {'sqlite' | 'indexed' | 'single' | 'workers' | 'postgres' | 'before' | 'strapi' | 'cached' | 'bare'} Name */

/** A server that runs; the time of a processor is its own and, apart, its database's. */
/**
 * @typedef {object} Contender
 * @property {Name} name
 * @property {string} label
 * @property {Server} server
 * @property {() => { own: number, database: number }} processorTime in seconds
 * @property {number} rest megabytes, right after its start
 */

/** In the order in which they are printed. @type {Record<Name, string>} */
export const LABELS = {
  sqlite: 'Quoin, SQLite',
  indexed: 'Quoin, search.index',
  single: 'Quoin, one worker',
  workers: 'Quoin, two workers',
  postgres: 'Quoin, PostgreSQL',
  before: 'Quoin before, SQLite',
  strapi: 'Strapi, SQLite',
  cached: 'Quoin, response cache',
  bare: 'bare node:http',
};

/** In the heads of columns. @type {Record<Name, string>} */
export const SHORT = {
  sqlite: 'SQLite',
  indexed: 'indexed',
  single: '1 work.',
  workers: '2 work.',
  postgres: 'PG',
  before: 'before',
  strapi: 'Strapi',
  cached: 'cached',
  bare: 'bare',
};

/** Who takes part where something is written, or a start is timed: cached responses are none of these. */
const PLAIN = /** @type {const} */ (['sqlite', 'postgres', 'before', 'strapi']);

/** @param {readonly Name[]} names */
export function plain(names) {
  return PLAIN.filter((name) => names.includes(name));
}

/** Until a server that was just started is at rest, in milliseconds. */
const REST = 1000;

/** All that run at once. */
export class Contenders {
  #options;
  /** @type {Map<Name, import('./databases.mjs').PreparedServer>} */
  #prepared = new Map();
  /** @type {{ stop: () => Promise<void> }[]} */
  #running = [];

  /** @param {import('./databases.mjs').ServerOptions} options */
  constructor(options) {
    this.#options = options;
  }

  /**
   * Starts those that are named, the bare server apart.
   * @param {readonly Name[]} names
   * @returns {Promise<Contender[]>}
   */
  async startAll(names) {
    const contenders = [];
    for (const name of names) {
      if (name === 'bare') continue;
      const server = await this.begin(name);
      await server.ready('/_health');
      await server.hasPrinted(this.#prepared.get(name)?.readyText ?? '');
      await sleep(REST);
      contenders.push(this.#contender(name, server));
    }
    return contenders;
  }

  /**
   * Starts a server and does not wait until it is ready. The server is prepared the first time.
   * @param {Exclude<Name, 'bare'>} name
   * @returns {Promise<Server>}
   */
  async begin(name) {
    const { site } = this.#options;
    const prepared = this.#prepared.get(name) ?? (await prepareServer(name, this.#options));
    if (prepared.database && !this.#prepared.has(name)) this.#running.push(prepared.database);
    this.#prepared.set(name, prepared);
    const port = await freePort();
    const env = site.variables({ ...prepared.env, PORT: String(port) });
    const server = new Server(prepared.args, { port, cwd: prepared.cwd, env });
    this.#running.push(server);
    return server;
  }

  /**
   * The bare server, which sends what another one answered.
   * @param {readonly import('./servers/bare.mjs').Answer[]} answers
   * @returns {Promise<Contender>}
   */
  async startBare(answers) {
    const file = path.join(this.#options.site.folder, 'answers.json');
    writeFileSync(file, JSON.stringify(answers));
    const port = await freePort();
    const program = path.join(root, 'bench/servers/bare.mjs');
    const server = new Server([program, file, String(port)], { port });
    this.#running.push(server);
    await server.ready(answers[0]?.path ?? '/');
    return this.#contender('bare', server);
  }

  /** Stops all, the last one first. */
  async stop() {
    for (const each of this.#running.reverse()) await each.stop();
    this.#running = [];
  }

  /**
   * @param {Name} name
   * @param {Server} server
   * @returns {Contender}
   */
  #contender(name, server) {
    const database = this.#prepared.get(name)?.database;
    const processorTime = () => ({
      own: server.processorTime(),
      database: database?.processorTime() ?? 0,
    });
    return { name, label: LABELS[name], server, processorTime, rest: server.memory() };
  }
}
