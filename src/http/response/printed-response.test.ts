// Headers that Node adds to a response, printed as Node prints them.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { NodeHeaders } from './printed-response.ts';

test.each([0, 500, 5000])('a keep-alive timeout of %i ms', async (keepAliveTimeout) => {
  const server = createServer({ keepAliveTimeout }, (_request, response) => response.end());
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}`);
  const printed = new NodeHeaders(keepAliveTimeout).print({ shouldKeepAlive: true }, Date.now());
  const timeout = /^Keep-Alive: (.*)\r$/m.exec(printed)?.[1] ?? null;
  expect(timeout).toBe(response.headers.get('keep-alive'));
  expect(printed).toMatch(/^Date: .+\r\nConnection: keep-alive\r\n(?:Keep-Alive: .+\r\n)?\r\n$/);
});
