// Servers of a comparison: starts each on its own copy of the database, and stops it with everything it uses.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../scripts/setup.mjs';
import { prepareServer } from './databases.mjs';
import { freePort } from './servers/free-port.mjs';
import { Server } from './servers/server.mjs';

/** @typedef {'sqlite' | 'indexed' | 'single' | 'workers' | 'postgres' | 'before' | 'postgres-before' | 'strapi' | 'cached' | 'bare'} Name */

/** A running server; its CPU time and that of its database are separate. */
/**
 * @typedef {object} Contender
 * @property {Name} name
 * @property {string} label
 * @property {Server} server
 * @property {() => { own: number, database: number }} cpuTime in seconds
 * @property {number} rest megabytes shortly after startup
 */

/** Labels in the order of the output. @type {Record<Name, string>} */
export const LABELS = {
  sqlite: 'Quoin, SQLite',
  indexed: 'Quoin, search.index',
  single: 'Quoin, one worker',
  workers: 'Quoin, two workers',
  postgres: 'Quoin, PostgreSQL',
  before: 'Quoin before, SQLite',
  'postgres-before': 'Quoin before, PostgreSQL',
  strapi: 'Strapi, SQLite',
  cached: 'Quoin, response cache',
  bare: 'bare node:http',
};

/** Short labels for column headers. @type {Record<Name, string>} */
export const SHORT = {
  sqlite: 'SQLite',
  indexed: 'indexed',
  single: '1 work.',
  workers: '2 work.',
  postgres: 'PG',
  before: 'before',
  'postgres-before': 'PG bef.',
  strapi: 'Strapi',
  cached: 'cached',
  bare: 'bare',
};

/** Servers for workloads that write, start servers or run project code; the others differ only in reads. */
const PLAIN = /** @type {const} */ (['sqlite', 'postgres', 'before', 'postgres-before', 'strapi']);

/** Selects the servers for such workloads. @param {readonly Name[]} names */
export function plain(names) {
  return PLAIN.filter((name) => names.includes(name));
}

/** Time from readiness to rest, in milliseconds. */
const SETTLE_TIME = 1000;

/** The servers that run at the same time. */
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
   * Starts the named servers, except the bare one.
   * @param {readonly Name[]} names
   * @returns {Promise<Contender[]>}
   */
  async startAll(names) {
    const contenders = [];
    for (const name of names) {
      if (name === 'bare') continue;
      const server = await this.start(name);
      await server.ready('/_health');
      await server.hasPrinted(this.#prepared.get(name)?.readyText ?? '');
      await sleep(SETTLE_TIME);
      contenders.push(this.#contender(name, server));
    }
    return contenders;
  }

  /**
   * Starts a server without waiting until it is ready. The first start also prepares it.
   * @param {Exclude<Name, 'bare'>} name
   * @returns {Promise<Server>}
   */
  async start(name) {
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
   * Starts the bare server, which replays recorded responses.
   * @param {readonly import('./servers/bare.mjs').Reply[]} responses
   * @returns {Promise<Contender>}
   */
  async startBare(responses) {
    const file = path.join(this.#options.site.folder, 'responses.json');
    writeFileSync(file, JSON.stringify(responses));
    const port = await freePort();
    const program = path.join(root, 'bench/servers/bare.mjs');
    const server = new Server([program, file, String(port)], { port });
    this.#running.push(server);
    await server.ready(responses[0]?.path ?? '/');
    return this.#contender('bare', server);
  }

  /** Stops all servers in reverse order. */
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
    const cpuTime = () => ({
      own: server.cpuTime(),
      database: database?.cpuTime() ?? 0,
    });
    return { name, label: LABELS[name], server, cpuTime, rest: server.memory() };
  }
}
