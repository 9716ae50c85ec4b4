// The server object that `register` receives: limits and listeners are applied to the real server.
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { PendingServer } from './pending-server.ts';

test('forwards changed settings, and listeners added before and after the start', () => {
  const pending = new PendingServer();
  const server = createServer();
  const before = server.headersTimeout;
  const heard: string[] = [];
  pending.server.requestTimeout = 1_800_000;
  pending.server.on('upgrade', () => heard.push('early'));
  pending.pass(server);
  pending.server.on('upgrade', () => heard.push('late'));
  server.emit('upgrade');
  expect(heard).toEqual(['early', 'late']);
  expect([server.requestTimeout, server.headersTimeout]).toEqual([1_800_000, before]);
  expect(server.listenerCount('connection')).toBe(createServer().listenerCount('connection'));
});
