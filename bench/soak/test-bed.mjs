// Test bed: a project with content in a separate database, and the server for it.
import { cpSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { driverPackage } from '../../scripts/driver.mjs';
import { root } from '../../scripts/setup.mjs';
import { Random } from '../seeds/random.mjs';
import { freePort } from '../servers/free-port.mjs';
import { Server } from '../servers/server.mjs';
import { launcher, Site } from '../site.mjs';

/** @type {typeof import('better-sqlite3')} */
const BetterSqlite = createRequire(import.meta.url)(driverPackage);

/** Number of documents of the type `sample`, which has an attribute of every type. */
const SAMPLES = 200;

/** Length of the text of the last three samples, which repeats one letter: the worst case of a text search. */
const LONG_TEXT = 800_000;

/** Size of the response cache in megabytes; small, so that it is full after a minute and does not look like a leak. */
const CACHE_SIZE = 4;

const PROBE = path.join(root, 'bench/soak/heap-probe.cjs');

/** Runs SQL in the database of a test bed. @typedef {(sql: string) => Promise<Record<string, unknown>[]>} Query */

export class TestBed {
  #site;
  #env;
  #postgres;
  #database;

  /**
   * @param {Site} site
   * @param {{ env: Record<string, string>, database: string, postgres: import('../servers/postgres.mjs').Postgres | null }} options
   */
  constructor(site, { env, database, postgres }) {
    this.#site = site;
    this.#env = env;
    this.#postgres = postgres;
    this.#database = database;
    /** Full-access token, as an `Authorization` header. */
    this.token = '';
    this.project = site.project;
    this.heapFile = path.join(site.folder, 'heap.json');
  }

  /**
   * Creates a project and fills its database.
   * @param {string} name name of the database
   * @param {import('../servers/postgres.mjs').Postgres | null} postgres null for SQLite
   */
  static async make(name, postgres) {
    const site = new Site(realpathSync(mkdtempSync(path.join(tmpdir(), 'quoin-soak-'))));
    for (const part of ['config', 'package.json']) {
      cpSync(path.join(root, 'bench/project', part), path.join(site.project, part), {
        recursive: true,
      });
    }
    for (const source of ['examples/blog/src', 'bench/project/soak']) {
      cpSync(path.join(root, source), path.join(site.project, 'src'), { recursive: true });
    }
    mkdirSync(path.join(site.project, 'public/uploads'), { recursive: true });
    const data = path.join(site.folder, 'data');
    cpSync(path.join(root, 'examples/blog/data'), data, { recursive: true });
    writeFileSync(path.join(data, '05-samples.json'), JSON.stringify(samples()));
    if (postgres) await postgres.run(`CREATE DATABASE ${name}`);
    const file = path.join(site.folder, `${name}.db`);
    const env = postgres
      ? postgres.variables(name)
      : { DATABASE_CLIENT: 'sqlite', DATABASE_FILENAME: file };
    const testBed = new TestBed(site, { env, database: postgres ? name : file, postgres });
    const output = site.run(['token', 'create', '--name', 'soak', '--type', 'full-access'], env);
    testBed.token = `Bearer ${output.trim().split('\n').at(-1)?.trim()}`;
    site.run(['seed', data], env);
    return testBed;
  }

  /** Starts a server with the heap probe. */
  async start() {
    const port = await freePort();
    const env = this.#site.variables({
      ...this.#env,
      PORT: String(port),
      SOAK_HEAP_FILE: this.heapFile,
      QUOIN_CACHE: String(CACHE_SIZE),
      QUOIN_METRICS: 'true',
      NODE_OPTIONS: `--require=${JSON.stringify(PROBE)}`,
    });
    return new Server([launcher, 'start'], { port, cwd: this.project, env });
  }

  /** @type {Query} */
  async query(sql) {
    if (this.#postgres) return this.#postgres.run(sql, this.#database);
    const database = new BetterSqlite(this.#database, { readonly: true });
    try {
      return /** @type {Record<string, unknown>[]} */ (database.prepare(sql).all());
    } finally {
      database.close();
    }
  }

  /** Result of `PRAGMA integrity_check`; `ok` on PostgreSQL, which has no such check. */
  async integrity() {
    if (this.#postgres) return 'ok';
    const rows = await this.query('PRAGMA integrity_check');
    return rows.map((row) => String(row['integrity_check'])).join('\n');
  }

  remove() {
    this.#site.remove();
  }
}

/** Seed data of the type `sample`; the same in every run. */
function samples() {
  const random = new Random(7);
  const entries = Array.from({ length: SAMPLES }, (_, index) => ({
    $key: `sample${index}`,
    title: random.words(5),
    code: `code-${index}`,
    text: index >= SAMPLES - 3 ? 'a'.repeat(LONG_TEXT) : random.words(60),
    contact: `sample${index}@example.com`,
    shape: ['round', 'square', 'oval'][index % 3],
    amount: random.below(100_000),
    serial: String(2 ** 53 + index * 2),
    weight: random.below(1000) / 8,
    price: random.below(1000) / 4,
    active: index % 2 === 0,
    madeOn: '2026-01-02',
    opensAt: '10:20:30',
    soldAt: '2026-01-02T10:20:30.000Z',
    details: { index, nested: { words: random.words(3) } },
    branch: branch(random),
    branches: [branch(random), branch(random)],
    zone: [
      { __component: 'soak.leaf', name: 'leaf', count: index },
      { __component: 'sections.text', body: random.words(20) },
      { __component: 'soak.branch', ...branch(random) },
    ],
    ...(index === 0 ? {} : { parent: { $ref: `sample${random.below(index)}` } }),
    friends: index < 4 ? [] : [1, 2, 3].map((distance) => ({ $ref: `sample${index - distance}` })),
  }));
  const actions = ['find', 'findOne'].map((action) => `api::sample.sample.${action}`);
  return { public: actions, 'api::sample.sample': entries };
}

/** @param {Random} random */
function branch(random) {
  const leaf = () => ({ name: random.words(2), count: random.below(1000) });
  return { label: random.words(2), leaves: [leaf(), leaf()], main: leaf() };
}
