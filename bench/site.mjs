// Project, API token and content that all servers of a workload share. The content is seeded once into a SQLite file,
// which is copied for each server.
import { spawnSync } from 'node:child_process';
import { cpSync, copyFileSync, mkdtempSync, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { driverPackage } from '../scripts/driver.mjs';
import { root } from '../scripts/setup.mjs';
import { addFactories } from './servers/strapi.mjs';
import { onExit, removeFolder } from './cleanup.mjs';

/** @type {typeof import('better-sqlite3')} */
const BetterSqlite = createRequire(import.meta.url)(driverPackage);

/**
 * @typedef {object} Content
 * @property {string} project folder in `bench/project` with the content-types
 * @property {readonly string[]} [code] folders in `bench/project` with code, copied over it in this order
 * @property {(project: string) => void} [write] writes more files to the project
 * @property {(database: import('better-sqlite3').Database) => void} seed fills the tables
 */

/** Environment of every server. PostgreSQL stores timestamps in local time, so all use one time zone. */
const COMMON = { NODE_ENV: 'production', HOST: '127.0.0.1', TZ: 'UTC' };

/** Built program of this checkout. */
export const launcher = path.join(root, 'bin/quoin.js');

/** A temporary folder with a project and its content. */
export class Site {
  #remove;
  #forget;

  /** @param {string} folder */
  constructor(folder) {
    this.folder = folder;
    this.#remove = () => removeFolder(folder);
    this.#forget = onExit(this.#remove);
    /** Folder of the project. */
    this.project = path.join(folder, 'project');
    /** The seeded database. */
    this.file = path.join(folder, 'seeded.db');
    /** Headers with a full-access token. */
    this.headers = { authorization: '' };
    /** Duration of the seeding. */
    this.seconds = 0;
  }

  /**
   * @param {Content} content
   * @returns {Site}
   */
  static make({ project, code = [], write, seed }) {
    const site = new Site(realpathSync(mkdtempSync(path.join(tmpdir(), 'quoin-bench-'))));
    const shared = path.join(root, 'bench/project');
    for (const part of ['config', 'package.json']) {
      cpSync(path.join(shared, part), path.join(site.project, part), { recursive: true });
    }
    for (const source of [project, ...code]) {
      cpSync(path.join(shared, source), path.join(site.project, 'src'), { recursive: true });
    }
    write?.(site.project);
    // Without code, Quoin needs no factories; Strapi does (`makeStrapiProject`).
    if (code.length > 0) addFactories(site.project);
    const env = { DATABASE_CLIENT: 'sqlite', DATABASE_FILENAME: site.file };
    // This also creates the tables. The token is on the last line of the output.
    const output = site.run(['token', 'create', '--name', 'bench', '--type', 'full-access'], env);
    site.headers.authorization = `Bearer ${output.trim().split('\n').at(-1)?.trim()}`;
    const start = performance.now();
    const database = new BetterSqlite(site.file);
    database.transaction(() => seed(database))();
    // One file without a WAL, as Strapi leaves it: the journal mode is stored in the file.
    database.pragma('journal_mode = delete');
    database.close();
    site.seconds = (performance.now() - start) / 1000;
    return site;
  }

  /** Size of the database in megabytes. */
  get size() {
    return statSync(this.file).size / 2 ** 20;
  }

  /**
   * Copies the database.
   * @param {string} name
   * @returns {string} path of the copy
   */
  copy(name) {
    const file = path.join(this.folder, `${name}.db`);
    copyFileSync(this.file, file);
    return file;
  }

  /**
   * Environment with the database and port of a server.
   * @param {Readonly<Record<string, string>>} more
   */
  variables(more) {
    return { ...COMMON, ...more };
  }

  /**
   * Runs a command of Quoin in the project.
   * @param {readonly string[]} args
   * @param {Readonly<Record<string, string>>} env
   * @returns {string} its output
   */
  run(args, env) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [launcher, ...args], {
      cwd: this.project,
      encoding: 'utf8',
      env: { ...process.env, ...this.variables(env) },
    });
    if (status !== 0) throw new Error(`quoin ${args[0]} failed:\n${stdout}${stderr}`);
    return stdout;
  }

  remove() {
    this.#remove();
    this.#forget();
  }
}
