import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../../test/support/eventually.ts';
import { openConnection, type Connection, type RawResponse } from '../../../test/support/socket.ts';
import type { Clock, QueueLimits } from '../../base/bounded-queue.ts';
import { RequestQueue } from './request-queue.ts';

/** Longer than requests are handled in one turn of the event loop. */
const LONG = 30;

/** Keeps the thread busy. */
function block(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LONG);
}

interface Served {
  readonly queue: RequestQueue;
  /** Paths in the order in which they were handled. */
  readonly handled: string[];
  /** Sends requests over connections of their own, all at the same time. */
  send(paths: readonly string[]): Promise<readonly RawResponse[]>;
  readonly connections: Connection[];
}

interface ServeOptions {
  /** Called while a request is handled. */
  readonly onRequest?: (path: string, port: number) => void;
  /** A clock that the test advances; by default each request keeps the thread busy for a while. */
  readonly clock?: Clock;
}

/** A server that is busy with each request. */
async function serve(
  limits: QueueLimits,
  { onRequest = () => {}, clock }: ServeOptions = {},
): Promise<Served> {
  const handled: string[] = [];
  const queue = new RequestQueue({
    limits,
    urgent: new Set(['/_health']),
    reject: (_request, response) => response.writeHead(503).end(),
    ...(clock && { clock }),
  });
  const handle: RequestListener = ({ url = '' }, response) => {
    handled.push(url);
    onRequest(url, port);
    if (!clock) block();
    response.writeHead(200, { 'content-length': '0' }).end();
  };
  let accepted = 0;
  const server = createServer(queue.before(handle)).on('connection', queue.accepted);
  server.on('connection', () => void (accepted += 1));
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const connections: Connection[] = [];
  onTestFinished(async () => {
    for (const connection of connections) await connection[Symbol.asyncDispose]();
    server.close();
  });
  const send = async (paths: readonly string[]): Promise<readonly RawResponse[]> => {
    for (const _ of paths) connections.push(await openConnection(port));
    await eventually(() => accepted >= connections.length);
    const opened = connections.slice(-paths.length);
    for (const [i, path] of paths.entries())
      opened[i]?.send(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`);
    return Promise.all(opened.map((connection) => connection.response()));
  };
  return { queue, handled, send, connections };
}

const paths = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, i) => `/${i + 1}`);

const statuses = (responses: readonly RawResponse[]): readonly number[] =>
  responses.map(({ status }) => status);

test('queues requests in order while the thread is busy, and rejects those that do not fit', async () => {
  const { queue, handled, send } = await serve({ length: 3, timeout: 60_000 });
  const responses = await send(paths(8));
  const accepted = paths(8).filter((_, i) => responses[i]?.status === 200);
  expect(statuses(responses).filter((status) => status === 503).length).toBeGreaterThan(0);
  expect(handled.toSorted()).toEqual(accepted);
  expect([queue.rejected, queue.waiting]).toEqual([8 - accepted.length, 0]);
  // Afterwards there is room again.
  expect(statuses(await send(paths(2)))).toEqual([200, 200]);
});

test('rejects requests that waited too long, and never handles them', async () => {
  const { queue, handled, send } = await serve({ length: 100, timeout: 1 });
  let [sent, accepted] = [0, 0];
  // On a busy machine requests may arrive one at a time: then none has to wait.
  while (accepted === sent && sent < 800) {
    const responses = await send(paths(8));
    sent += responses.length;
    accepted += statuses(responses).filter((status) => status === 200).length;
  }
  expect(accepted).toBeLessThan(sent);
  expect([handled.length, queue.rejected]).toEqual([accepted, sent - accepted]);
});

test('counts the time in the socket while another request is handled', async () => {
  const { handled, send } = await serve({ length: 100, timeout: LONG / 2 });
  // All are in their sockets when the first is handled.
  const responses = await send(paths(8));
  expect(statuses(responses).filter((status) => status === 200)).toEqual([200]);
  expect(handled).toHaveLength(1);
});

/** A client in a thread of its own: it connects and sends while the server is busy. */
const CLIENT = `
  const { parentPort, workerData: { port, count, sent } } = require('node:worker_threads');
  const { connect } = require('node:net');
  const statuses = [];
  for (let i = 0; i < count; i++) {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write('GET /late HTTP/1.1\\r\\nhost: a\\r\\nconnection: close\\r\\n\\r\\n', () => {
        Atomics.add(sent, 0, 1);
        Atomics.notify(sent, 0);
      });
    });
    socket.once('data', (data) => {
      if (statuses.push(Number(String(data).split(' ')[1])) === count) parentPort.postMessage(statuses);
      socket.destroy();
    });
  }
`;

test.each([
  ['waits less than the limit: handled', 50, 200],
  ['waits longer: rejected', 150, 503],
])('counts the time in the backlog: %s', async (_, busy, expected) => {
  const count = 3;
  let time = 0;
  const sent = new Int32Array(new SharedArrayBuffer(4));
  let handled: Promise<readonly number[]> | undefined;
  const { send } = await serve(
    { length: 100, timeout: 100 },
    {
      clock: { now: () => time },
      onRequest: (path, port) => {
        if (path !== '/1') return;
        const client = new Worker(CLIENT, { eval: true, workerData: { port, count, sent } });
        onTestFinished(async () => void (await client.terminate()));
        handled = new Promise((resolve) => client.once('message', resolve));
        // Nothing is accepted until the handler returns.
        for (let done = 0; done < count; done = Atomics.load(sent, 0)) Atomics.wait(sent, 0, done);
        time += busy;
      },
    },
  );
  expect(statuses(await send(['/1']))).toEqual([200]);
  expect(await handled).toEqual(Array<number>(count).fill(expected));
});

test('handles an urgent path without waiting', async () => {
  const { handled, send } = await serve({ length: 100, timeout: 60_000 });
  const responses = await send([...paths(4), '/_Health?now']);
  expect(statuses(responses)).toEqual([200, 200, 200, 200, 200]);
  expect(handled.indexOf('/_Health?now')).toBeLessThan(4);
});

test('does not handle a request whose client has disconnected', async () => {
  let time = 0;
  const { handled, send, connections } = await serve(
    { length: 100, timeout: 60_000 },
    {
      clock: { now: () => time },
      onRequest: (path) => {
        // One request per slice: sockets are read before the next one is handled.
        time += LONG;
        if (path === '/1') void connections[4]?.[Symbol.asyncDispose]();
      },
    },
  );
  const outcomes = await Promise.allSettled([send(paths(5))]);
  expect(outcomes[0]?.status).toBe('rejected');
  expect(statuses(await send(['/6']))).toEqual([200]);
  expect(handled.toSorted()).toEqual(['/1', '/2', '/3', '/4', '/6']);
});
