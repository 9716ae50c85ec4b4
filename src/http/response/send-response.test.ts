// Printed responses equal those of Fastify's reply.
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { openConnection, sendBytes } from '../../../test/support/socket.ts';
import { KEEP_ALIVE_MS } from '../../base/limits.ts';
import { ResponseHeaders } from './headers.ts';
import { json, jsonText, noContent, text, type RouteResponse } from './response.ts';
import { printingSender, sendResponse } from './send-response.ts';

const headers = new ResponseHeaders({
  origins: ['*'],
  credentials: true,
  methods: [],
  allowedHeaders: [],
  exposedHeaders: [],
  maxAge: 0,
  security: { 'x-frame-options': 'SAMEORIGIN' },
  poweredBy: 'Quoin',
  keepAlive: KEEP_ALIVE_MS,
});

/** Starts a server that sends a response printed (`/printed`) and through the reply (`/reply`). */
async function serve(response: RouteResponse): Promise<number> {
  const app = fastify({ keepAliveTimeout: KEEP_ALIVE_MS });
  onTestFinished(() => app.close());
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers.always);
    done();
  });
  const send = printingSender(headers, () => false);
  app.get('/printed', (_request, reply) => send(reply, response));
  app.get('/reply', (_request, reply) => sendResponse(reply, response));
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

/** A response without its date. */
async function responseTo(port: number, bytes: string): Promise<object> {
  const { status, headers: received, body } = await sendBytes(port, bytes);
  return { status, headers: { ...Object.fromEntries(received), date: '' }, body };
}

test.each<[string, RouteResponse]>([
  ['text with characters of several bytes', json({ title: 'Żółć 🪨' })],
  ['bytes', jsonText(Buffer.from('{"title":"é"}'))],
  ['an empty body', jsonText('')],
  ['a long body', json('x'.repeat(100_000))],
  ['a cacheable response', { status: 200, body: '{}', tables: new Set() }],
  ['another status and more headers', json({}, { status: 201, headers: { etag: '"a"' } })],
  ['a header that replaces a constant one', json({}, { headers: { vary: 'Accept' } })],
  ['a content type of its own', json({}, { headers: { 'content-type': 'application/geo+json' } })],
  ['a header that is not ASCII', json({}, { headers: { 'x-title': 'é' } })],
  ['cookies', json({}, { cookies: ['a=1', 'b=2'] })],
  ['plain text', text(200, 'pong')],
  ['no body', noContent()],
])('%s', async (_name, response) => {
  const port = await serve(response);
  for (const head of ['', 'connection: close\r\n', 'origin: https://a.example\r\n']) {
    const request = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: a\r\n${head}\r\n`;
    expect(await responseTo(port, request('/printed'))).toEqual(
      await responseTo(port, request('/reply')),
    );
  }
});

test('responses to pipelined requests keep their order', async () => {
  const port = await serve(json({ a: 1 }));
  await using connection = await openConnection(port);
  const paths = ['/printed', '/reply', '/printed', '/missing', '/printed'];
  connection.send(paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`).join(''));
  const statuses: number[] = [];
  for (const _path of paths) statuses.push((await connection.response()).status);
  expect(statuses).toEqual([200, 200, 200, 404, 200]);
});

test('the response to HEAD has no body', async () => {
  const port = await serve(json({ a: 1 }));
  await using connection = await openConnection(port);
  connection.send('HEAD /printed HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
  expect(await connection.rest()).toMatch(/^HTTP\/1\.1 200 OK\r\n[^{]*content-length: 7[^{]*$/);
});
