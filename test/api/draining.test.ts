// A server that closes under load: earlier requests get complete responses, whatever the state of their connections.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { openConnection } from '../support/socket.ts';

const PATH = '/api/authors?fields=name&sort=name&pagination[pageSize]=1';

function get({ token }: TestApp, path: string = PATH): string {
  return `GET ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`;
}

const OPTIONS = { database: 'fixtures/kitchen.db' };

test('responds to the next request of a kept-alive connection', async () => {
  await using app = await openTestApp(OPTIONS);
  await using connection = await openConnection(await app.listen());
  connection.send(get(app));
  const first = await connection.response();
  connection.send(get(app));
  const closing = app.server.close();
  const { status, headers, body } = await connection.response();
  expect([status, headers.get('connection'), body]).toEqual([200, 'close', first.body]);
  await closing;
});

test('responds to the first request of a connection, accepted or not', async () => {
  await using app = await openTestApp(OPTIONS);
  const port = await app.listen();
  const connections = await Promise.all(Array.from({ length: 20 }, () => openConnection(port)));
  for (const connection of connections) connection.send(get(app));
  const closing = app.server.close();
  const replies = await Promise.all(connections.map((connection) => connection.response()));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  await closing;
});

test.each([
  ['after another one', true],
  ['as the first of a connection', false],
])('responds to pipelined requests, %s', async (_what, isKept) => {
  await using app = await openTestApp(OPTIONS);
  await using connection = await openConnection(await app.listen());
  if (isKept) {
    connection.send(get(app));
    await connection.response();
  }
  const post = 'POST /api/nope HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n';
  connection.send(get(app) + post + get(app, '/api/nope') + get(app));
  const closing = app.server.close();
  const responses: unknown[] = [];
  for (let n = 0; n < 4; n += 1) {
    const { status, headers } = await connection.response();
    responses.push([status, headers.get('connection')]);
  }
  expect(responses).toEqual([
    [200, 'keep-alive'],
    [405, 'keep-alive'],
    [404, 'keep-alive'],
    [200, 'close'],
  ]);
  await closing;
});

test('responds to requests in progress, and to those pipelined after them', async () => {
  await using app = await openTestApp({ ...OPTIONS, cache: false });
  await using connection = await openConnection(await app.listen());
  const taken = once(app.server.server, 'request');
  connection.send(get(app));
  await taken;
  connection.send(get(app) + get(app));
  const closing = app.server.close();
  for (let n = 0; n < 3; n += 1) expect((await connection.response()).status).toBe(200);
  await closing;
});

test('finishes a response that its client has not read yet', async () => {
  await using app = await openTestApp();
  const body = 'x'.repeat(900_000);
  for (let n = 0; n < 20; n += 1) {
    await app.request('/api/articles', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data: { title: `${n}`, body } }),
    });
  }
  const port = await app.listen();
  const served = once(app.server.server, 'connection') as Promise<[Socket]>;
  const client = connect(port, '127.0.0.1').pause();
  const [socket] = await served;
  client.write(get(app, '/api/articles?fields=body&pagination[pageSize]=100'));
  await eventually(() => socket.writableLength > 0);
  const closing = app.server.close();
  while (app.server.server.listening) await setImmediate();
  let received = 0;
  client.on('data', (chunk: Buffer) => (received += chunk.length)).resume();
  await once(client, 'close');
  expect(received).toBeGreaterThan(20 * body.length);
  await closing;
});

test('closes connections without a request', async () => {
  await using app = await openTestApp(OPTIONS);
  const port = await app.listen();
  await using unused = await openConnection(port);
  await using kept = await openConnection(port);
  kept.send(get(app));
  await kept.response();
  await app.server.close();
  expect([await unused.rest(), await kept.rest()]).toEqual(['', '']);
});
