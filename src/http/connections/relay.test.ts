import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openConnection } from '../../../test/support/socket.ts';
import { Relay } from './relay.ts';
import type { HttpServer } from '../server.ts';

interface Named {
  readonly server: HttpServer;
  /** Ends the response to `/slow`. */
  finish(): void;
  /** Resolves when `/slow` is requested. */
  readonly begun: Promise<unknown>;
  readonly isClosed: () => boolean;
}

/** A server that responds with its name. */
async function serverNamed(name: string): Promise<Named> {
  const events = new EventEmitter();
  const begun = once(events, 'begun');
  let closed = false;
  const server: HttpServer = fastify({ return503OnClosing: false });
  server.get('/', () => name);
  server.post('/', () => name);
  server.get('/slow', async () => {
    events.emit('begun');
    await once(events, 'finish');
    return name;
  });
  server.addHook('onClose', async () => void (closed = true));
  await server.ready();
  return { server, finish: () => void events.emit('finish'), begun, isClosed: () => closed };
}

async function listen(relay: Relay, host = '127.0.0.1'): Promise<number> {
  onTestFinished(() => relay.close());
  await relay.front.listen({ host, port: 0 });
  return (relay.front.server.address() as AddressInfo).port;
}

async function request(port: number, path = '/', host = '127.0.0.1'): Promise<string> {
  return (await fetch(`http://${host}:${port}${path}`)).text();
}

const REQUEST = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';
const SLOW_REQUEST = REQUEST.replace('/', '/slow');

test('the accepting server handles the first request of a connection, the next server later ones', async () => {
  const [one, two] = [await serverNamed('one'), await serverNamed('two')];
  const relay = new Relay(one.server);
  const port = await listen(relay);
  const slow = request(port, '/slow');
  await one.begun;
  relay.replace(two.server);
  expect(await request(port)).toBe('two');
  expect(one.isClosed()).toBe(false);
  one.finish();
  expect(await slow).toBe('one');
  await expect.poll(one.isClosed).toBe(true);
  expect([await request(port), two.isClosed()]).toEqual(['two', false]);
});

test('holds writes, then all requests, and passes them to the next server', async () => {
  const [one, two] = [await serverNamed('one'), await serverNamed('two')];
  const relay = new Relay(one.server);
  const port = await listen(relay);
  await relay.pause(0, 'writes');
  const responses: string[] = [];
  const written = fetch(`http://127.0.0.1:${port}/`, { method: 'POST' }).then(async (response) => {
    responses.push(`write: ${await response.text()}`);
  });
  responses.push(`read: ${await request(port)}`);
  const release = await relay.pause(0);
  const read = request(port).then((name) => responses.push(`read: ${name}`));
  relay.replace(two.server);
  release();
  await Promise.all([written, read]);
  expect(responses.toSorted()).toEqual(['read: one', 'read: two', 'write: two']);
});

test('closes an idle server at once', async () => {
  const [one, two] = [await serverNamed('one'), await serverNamed('two')];
  const relay = new Relay(one.server);
  await listen(relay);
  relay.replace(two.server);
  await expect.poll(one.isClosed).toBe(true);
});

test('keeps a connection open, and passes half a request to the server that receives the rest', async () => {
  const [one, two, three] = [
    await serverNamed('one'),
    await serverNamed('two'),
    await serverNamed('three'),
  ];
  const relay = new Relay(one.server);
  await using connection = await openConnection(await listen(relay));
  connection.send(REQUEST);
  expect((await connection.response()).body).toBe('one');
  relay.replace(two.server);
  connection.send(REQUEST + REQUEST.slice(0, 10));
  expect((await connection.response()).body).toBe('two');
  relay.replace(three.server);
  connection.send(REQUEST.slice(10));
  const { body, headers } = await connection.response();
  expect([body, headers.get('connection')]).toEqual(['three', 'keep-alive']);
});

test('responds to invalid HTTP like any server', async () => {
  const relay = new Relay((await serverNamed('one')).server);
  await using connection = await openConnection(await listen(relay));
  connection.send('\u0000 garbage\r\n\r\n');
  expect(await connection.rest()).toMatch(/^HTTP\/1\.1 400 Bad Request/);
});

test('localhost listens on all loopback addresses, before and after a replacement', async () => {
  const [one, two] = [await serverNamed('one'), await serverNamed('two')];
  const relay = new Relay(one.server);
  const port = await listen(relay, 'localhost');
  const hosts = relay.front
    .addresses()
    .flatMap((place) => (typeof place === 'string' ? [] : place.address))
    .map((address) => (address.includes(':') ? `[${address}]` : address));
  const all = () => Promise.all(hosts.map((host) => request(port, '/', host)));
  expect(new Set(await all())).toEqual(new Set(['one']));
  relay.replace(two.server);
  expect(new Set(await all())).toEqual(new Set(['two']));
});

test('close() finishes started requests of both servers, and closes the connections', async () => {
  const [one, two] = [await serverNamed('one'), await serverNamed('two')];
  const relay = new Relay(one.server);
  const port = await listen(relay);
  await using slow = await openConnection(port);
  slow.send(SLOW_REQUEST);
  await one.begun;
  relay.replace(two.server);
  await using later = await openConnection(port);
  later.send(REQUEST.slice(0, 10));
  expect(await request(port)).toBe('two');
  const closing = relay.close();
  later.send(REQUEST.slice(10));
  const { body, headers } = await later.response();
  expect([body, headers.get('connection')]).toEqual(['two', 'close']);
  one.finish();
  expect((await slow.response()).body).toBe('one');
  await slow[Symbol.asyncDispose]();
  await closing;
  expect([one.isClosed(), two.isClosed()]).toEqual([true, true]);
  await expect(openConnection(port)).rejects.toThrow('ECONNREFUSED');
});

test('closes a server that replaces another after close()', async () => {
  const [one, two] = [await serverNamed('one'), await serverNamed('two')];
  const relay = new Relay(one.server);
  await listen(relay);
  await relay.close();
  relay.replace(two.server);
  await expect.poll(two.isClosed).toBe(true);
});

test('closes connections above the limit of its server', async () => {
  const { server } = await serverNamed('one');
  server.server.maxConnections = 1;
  const port = await listen(new Relay(server));
  await using first = await openConnection(port);
  first.send(REQUEST);
  expect((await first.response()).body).toBe('one');
  await using second = await openConnection(port);
  expect(await second.rest()).toBe('');
  first.send(REQUEST);
  expect((await first.response()).body).toBe('one');
});

test('closes a replaced server even if a client left before its response began', async () => {
  const [one, two] = [await serverNamed('one'), await serverNamed('two')];
  const relay = new Relay(one.server);
  const connection = await openConnection(await listen(relay));
  // The second request is pipelined: its response waits for the first one.
  connection.send(SLOW_REQUEST + SLOW_REQUEST);
  await one.begun;
  relay.replace(two.server);
  await connection[Symbol.asyncDispose]();
  await expect.poll(one.isClosed).toBe(true);
});

describe('queued requests', () => {
  test('are rejected if there are too many, or if they wait too long', async () => {
    const [one, two] = [await serverNamed('one'), await serverNamed('two')];
    const relay = new Relay(one.server, { length: 2, timeout: 300 });
    const port = await listen(relay);
    const release = await relay.pause(0);
    const write = { method: 'POST', body: 'x' };
    const statuses = Promise.all(
      [write, write, write].map(
        async (init) => (await fetch(`http://127.0.0.1:${port}`, init)).status,
      ),
    );
    expect(await statuses).toEqual([503, 503, 503]);
    relay.replace(two.server);
    release();
    expect(await request(port)).toBe('two');
  });

  test('get 503 with Retry-After beyond the maximum, and the others are handled', async () => {
    const one = await serverNamed('one');
    const relay = new Relay(one.server, { length: 1, timeout: 60_000 });
    await using connection = await openConnection(await listen(relay));
    await using other = await openConnection((relay.front.server.address() as AddressInfo).port);
    const release = await relay.pause(0);
    connection.send(REQUEST);
    await expect.poll(() => relay.waiting).toBe(1);
    other.send(REQUEST);
    const { status, headers } = await other.response();
    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
    release();
    expect((await connection.response()).body).toBe('one');
    other.send(REQUEST);
    expect((await other.response()).body).toBe('one');
  });

  test('free their slots if the client leaves', async () => {
    const one = await serverNamed('one');
    const relay = new Relay(one.server, { length: 2, timeout: 60_000 });
    const port = await listen(relay);
    const release = await relay.pause(0);
    const connection = await openConnection(port);
    connection.send(REQUEST + REQUEST);
    await expect.poll(() => relay.waiting).toBe(2);
    await connection[Symbol.asyncDispose]();
    await expect.poll(() => relay.waiting).toBe(0);
    const pending = request(port);
    await expect.poll(() => relay.waiting).toBe(1);
    release();
    expect(await pending).toBe('one');
  });
});
