import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../../test/support/eventually.ts';
import { openConnection } from '../../../test/support/socket.ts';
import { onDisconnect } from './client-disconnect.ts';

const GET = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n';

/** A server that never responds. */
async function listen(heard: (request: IncomingMessage) => void): Promise<number> {
  const server = createServer(heard).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

test('a closed connection cancels its pending requests once, and no completed one', async () => {
  const requested: IncomingMessage[] = [];
  const canceled: number[] = [];
  const port = await listen((request) => {
    const number = requested.push(request);
    const settled = onDisconnect(request)(() => canceled.push(number));
    if (number === 2) settled();
  });
  const connection = await openConnection(port);
  connection.send(GET.repeat(3));
  await eventually(() => requested.length === 3);
  const [first] = requested;
  if (!first) throw new Error('Nothing was requested.');
  expect(canceled).toEqual([]);
  await connection[Symbol.asyncDispose]();
  await eventually(() => canceled.length > 0);
  expect(canceled).toEqual([1, 3]);
  const late: string[] = [];
  onDisconnect(first)(() => late.push('late'));
  expect(late).toEqual(['late']);
});
