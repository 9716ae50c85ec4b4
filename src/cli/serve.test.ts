import { expect, test } from 'vitest';
import { collectionType, makeProject, schemaOf } from '../../test/support/project-folder.ts';
import { openProject } from '../app/project.ts';
import { publicAddresses } from '../app/public-addresses.ts';
import { listenAddressOf, closeWithin, listeningUrl } from './serve.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { openTestApp } from '../../test/support/app.ts';
import { createApp } from '../app/server.ts';

test('links in emails use the address of the server', async () => {
  const folder = makeProject({ [schemaOf('post')]: collectionType('post') });
  const project = await openProject(folder, { environment: {} });
  const addressOf = (address: Parameters<typeof listenAddressOf>[1]): string =>
    publicAddresses(listenAddressOf(project, address).config).server;
  expect([addressOf({}), addressOf({ port: 8080 }), addressOf({ host: '127.0.0.1' })]).toEqual([
    'http://localhost:1337',
    'http://localhost:8080',
    'http://127.0.0.1:1337',
  ]);
});

test.each([
  ['an incomplete header', 'GET / HT'],
  ['a body that never comes', 'POST /x HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n'],
  ['a response that the client does not read', 'GET /big.bin HTTP/1.1\r\nhost: x\r\n\r\n'],
])('closes a server despite %s', async (_what, bytes) => {
  await using app = await openTestApp();
  mkdirSync(path.join(app.folder, 'public'), { recursive: true });
  writeFileSync(path.join(app.folder, 'public', 'big.bin'), Buffer.alloc(50_000_000));
  const client = await openPaused(await app.listen(), bytes);
  expect((await app.request('/_health')).status).toBe(204);
  await closeWithin(app, 50);
  expect(app.server.server.listening).toBe(false);
  client.destroy();
});

test('closes once if called twice', async () => {
  await using app = await openTestApp();
  const other = await createApp(app.project, app.store);
  const closing = other.close();
  expect(other.close()).toBe(closing);
  await closing;
});

test.each([
  ['127.0.0.1', '127.0.0.1', 'http://127.0.0.1:1337'],
  ['0.0.0.0', '0.0.0.0', 'http://127.0.0.1:1337'],
  ['0', '0.0.0.0', 'http://127.0.0.1:1337'],
  ['::', '::', 'http://localhost:1337'],
  ['::0', '::', 'http://localhost:1337'],
  ['::1', '::1', 'http://[::1]:1337'],
  ['localhost', '127.0.0.1', 'http://localhost:1337'],
  ['cms.internal', '10.0.0.7', 'http://cms.internal:1337'],
])('returns the URL of host %s, which resolves to %s', (host, address, url) => {
  expect(listeningUrl(host, { address, port: 1337 })).toBe(url);
});

/** An accepted connection that has sent these bytes and reads nothing. */
async function openPaused(port: number, bytes: string): Promise<Socket> {
  const socket = await new Promise<Socket>((resolve, reject) => {
    const opened = connect(port, '127.0.0.1', () => resolve(opened)).once('error', reject);
  });
  socket.pause().on('error', () => {});
  await new Promise((resolve) => socket.write(bytes, resolve));
  expect((await fetch(`http://127.0.0.1:${port}/_health`)).status).toBe(204);
  return socket;
}
