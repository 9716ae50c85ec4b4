// `quoin start` as a process: its output, its shutdown, and failed starts.
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { chmodSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { changeDatabase } from '../support/other-connection.ts';
import {
  collectionType,
  makeProject,
  schemaOf,
  type ProjectFiles,
} from '../support/project-folder.ts';
import { makePostSite } from '../support/post-site.ts';
import {
  runQuoin,
  runQuoinUnprivileged,
  startQuoin,
  type RunningServer,
} from '../support/program.ts';
import { openConnection } from '../support/socket.ts';

const OPEN_POST: ProjectFiles = {
  [schemaOf('post')]: collectionType('post'),
  'src/api/post/routes/post.js': `const { createCoreRouter } = require('@strapi/strapi').factories;
module.exports = createCoreRouter('api::post.post', { config: { find: { auth: false } } });`,
};

describe('a first start', () => {
  test('creates secrets and a database, and prints the next steps', async () => {
    const folder = makeProject(OPEN_POST);
    const server = await startQuoin(folder);
    const { stdout, stderr } = server.output();
    expect(stdout).toContain('Generated new secrets in .env: ');
    expect(stdout).toContain('Created a new database.');
    expect(stdout).toMatch(
      /Quoin serves 1 content-types at http:\/\/127\.0\.0\.1:\d+ \(started in \d+ ms\)/,
    );
    expect(stdout).toContain(`curl -g "http://127.0.0.1:${server.port}/api/posts?populate=*`);
    expect(stderr).toBe('');
    expect(readFileSync(path.join(folder, '.env'), 'utf8')).toContain('JWT_SECRET=');

    const response = await fetch(`http://127.0.0.1:${server.port}/api/posts`);
    expect([response.status, await response.json()]).toEqual([
      200,
      expect.objectContaining({ data: [] }),
    ]);
    await assertShutdown(server, 'SIGINT');
  });
});

test('prints how to begin in a project without content-types', async () => {
  const server = await startQuoin(makeProject({ 'config/server.json': {} }));
  const { stdout } = server.output();
  expect(stdout).toContain('Quoin serves 0 content-types');
  expect(stdout).toContain('src/api/note/content-types/note/schema.json');
  expect(stdout).not.toContain('curl');
});

describe('prints the address that it listens on', () => {
  const url = 'https://cms.example.com';

  test.each([
    ['0.0.0.0, and stops on SIGTERM', '0.0.0.0', '127.0.0.1'],
    ['localhost', 'localhost', 'localhost'],
  ])('of host %s', async (_what, host, name) => {
    const folder = makeProject({ ...OPEN_POST, 'config/server.json': { url } });
    const server = await startQuoin(folder, 'start', '--host', host);
    const address = `http://${name}:${server.port}`;
    const { stdout } = server.output();
    expect(stdout).toContain(`Quoin serves 1 content-types at ${address} (`);
    expect(stdout).toContain(`curl -g "${address}/api/posts?`);
    expect(stdout).toContain(`The public URL is ${url}.`);
    expect(stdout).toContain(`The admin interface is at ${address}/admin.`);
    expect((await fetch(`${address}/api/posts`)).status).toBe(200);
    if (host === '0.0.0.0') await assertShutdown(server, 'SIGTERM');
  });
});

describe('a later start', () => {
  test('warns about enabled webhooks', async () => {
    const { folder } = await makePostSite();
    changeDatabase(
      folder,
      `insert into strapi_webhooks (name, url, headers, events, enabled) values
        ('Build the site', 'https://a.example', '{}', '["entry.publish"]', 1),
        ('Asleep', 'https://b.example', '{}', '["entry.publish"]', 0),
        ('Fill the search', 'https://c.example', '{}', '["entry.update"]', 1)`,
    );
    const { stdout, stderr } = (await startQuoin(folder)).output();
    const lines = stderr.split('\n');
    expect(lines).toContain('Warning: Webhooks are not called: Build the site, Fill the search.');
    expect(stdout).not.toContain('secrets');
    expect(stdout).not.toContain('Created a new database');
  });
});

/** A stopped server finishes started requests, accepts no others and exits with 0. */
async function assertShutdown(server: RunningServer, signal: NodeJS.Signals): Promise<void> {
  await using idle = await openConnection(server.port);
  await using begun = await openConnection(server.port);
  begun.send('GET /api/posts HTTP/1.1\r\nhost: x\r\n');
  // A response on another connection proves that the server has read what was sent before it.
  expect((await fetch(`http://127.0.0.1:${server.port}/_health`)).status).toBe(204);
  server.signal(signal);
  expect(await idle.rest()).toBe('');
  begun.send('\r\n');
  const { status, headers, body } = await begun.response();
  expect([status, headers.get('connection')]).toEqual([200, 'close']);
  expect(JSON.parse(body)).toMatchObject({ data: [] });
  const { code, stderr } = await server.ended();
  expect([code, stderr]).toEqual([0, '']);
  await expect(openConnection(server.port)).rejects.toThrow('ECONNREFUSED');
}

test('a second signal closes connections with half a header or without a body', async () => {
  const server = await startQuoin((await makePostSite()).folder);
  await using header = await openConnection(server.port);
  await using body = await openConnection(server.port);
  header.send('GET / HT');
  body.send('POST /api/posts HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n');
  expect((await fetch(`http://127.0.0.1:${server.port}/_health`)).status).toBe(204);
  server.signal('SIGTERM');
  await rejecting(server.port);
  server.signal('SIGTERM');
  expect((await server.ended()).code).toBe(0);
});

/** Waits until nothing listens on a port any more. */
async function rejecting(port: number): Promise<void> {
  await expect.poll(() => fetch(`http://127.0.0.1:${port}/_health`).catch(() => null)).toBeNull();
}

describe('a failed start', () => {
  test('reports a port in use in one line', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    const args = ['start', '--host', '127.0.0.1', '--port', String(port)];
    const { code, stderr } = await runQuoin((await makePostSite()).folder, ...args);
    expect([code, stderr]).toEqual([
      1,
      `Port ${port} is in use. Stop the program that uses it, or choose another port: quoin start --port ${port + 1}\n`,
    ]);
  });

  test('reports an address that belongs to another machine in one line', async () => {
    const { code, stderr } = await runQuoin(
      (await makePostSite()).folder,
      'start',
      '--host',
      '192.0.2.1',
      '--port',
      '0',
    );
    expect([code, stderr]).toEqual([
      1,
      '"192.0.2.1" is not an address of this machine. Choose another one: quoin start --host 127.0.0.1\n',
    ]);
  });

  test('reports all errors of the project, without a stack or changes', async () => {
    const folder = makeProject({
      [schemaOf('post')]: collectionType('post', { a: { type: 'x' }, b: { type: 'y' } }),
    });
    const { code, stdout, stderr } = await runQuoin(folder, 'start');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      /cannot start: 2 errors\.[^]*attributes\.a\.type[^]*attributes\.b\.type/,
    );
    expect(stderr).not.toContain('    at ');
  });

  test('reports a file that is not a database', async () => {
    const folder = makeProject({
      ...OPEN_POST,
      '.tmp/data.db': 'this is a text, and a long one at that: not a database',
    });
    const { code, stderr } = await runQuoin(folder, 'start');
    expect(code).toBe(1);
    expect(stderr).toContain('config/database\n  connection.connection.filename: ');
    expect(stderr).toContain(
      '.tmp/data.db cannot be opened as a SQLite database (file is not a database).',
    );
    expect(stderr).not.toContain('    at ');
  });

  test('reports a read-only database file', async () => {
    const { folder } = await makePostSite();
    for (const [name, mode] of [
      ['.tmp/data.db', 0o444],
      ['.tmp', 0o777],
      ['.env', 0o444],
      ['.', 0o755],
    ] as const) {
      chmodSync(path.join(folder, name), mode);
    }
    const { code, stderr } = await runQuoinUnprivileged(folder, 'start', '--port', '0');
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /data\.db cannot be opened as a SQLite database \(EACCES: .*read and write/,
    );
    expect(stderr).not.toContain('    at ');
  });

  test('reports an unreachable PostgreSQL server', async () => {
    const folder = makeProject({
      ...OPEN_POST,
      'config/database.json': {
        connection: { client: 'postgres', connection: { host: '127.0.0.1', port: 1 } },
      },
    });
    const { code, stderr } = await runQuoin(folder, 'start');
    expect(code).toBe(1);
    expect(stderr).toContain('The PostgreSQL server at strapi@127.0.0.1:1/strapi cannot be used');
    expect(stderr).not.toContain('    at ');
  });
});

describe('an internal error', () => {
  test('is an opaque 500, logged once with its cause; rejected requests are not logged', async () => {
    const folder = makeProject({
      [schemaOf('post')]: collectionType('post'),
      'config/middlewares.js': `module.exports = [{ name: 'strapi::cors', config: {
        origin: (ctx) => { if (ctx.header.origin === 'https://bad.example') throw new Error('own mistake'); return '*'; } } }];`,
    });
    expect((await runQuoin(folder, 'role', 'grant', 'public', 'post.find')).code).toBe(0);
    const server = await startQuoin(folder);
    const get = (url: string, origin = 'https://a.example'): Promise<Response> =>
      fetch(`http://127.0.0.1:${server.port}${url}`, { headers: { origin } });
    expect((await get('/api/posts?filters[x]=1')).status).toBe(400);
    expect((await get('/api/upload/files')).status).toBe(403);

    const rejected = await get('/api/posts', 'https://bad.example');
    expect([rejected.status, rejected.headers.get('access-control-allow-origin')]).toEqual([
      200,
      null,
    ]);

    mkdirSync(path.join(folder, 'public'));
    symlinkSync('circle.txt', path.join(folder, 'public', 'circle.txt'));
    expect((await get('/circle.txt')).status).toBe(500);

    changeDatabase(folder, 'pragma foreign_keys = off; drop table posts');
    const response = await get('/api/posts');
    expect(response.status).toBe(500);
    expect(response.headers.get('access-control-allow-origin')).toBe('https://a.example');
    expect(await response.json()).toEqual({
      data: null,
      error: { status: 500, name: 'InternalServerError', message: 'Internal Server Error' },
    });
    expect((await get('/_health')).status).toBe(204);

    server.signal('SIGTERM');
    const { code, stdout } = await server.ended();
    const logged = stdout.split('\n').filter((line) => line.startsWith('{'));
    expect(code).toBe(0);
    expect(logged.map((line) => (JSON.parse(line) as { readonly msg: string }).msg)).toEqual([
      'own mistake',
      expect.stringMatching(/^ELOOP: /),
      'no such table: posts',
    ]);
  });
});
