import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { rejectMalformedRequest, trackResponses } from './malformed-request.ts';

/** Returns the bytes that the handler sends for an error with this code. */
async function responseTo(code: string): Promise<string> {
  const server = createServer((socket: Socket) =>
    rejectMalformedRequest(Object.assign(new Error('broken'), { code }), socket),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let received = '';
  client.on('data', (chunk) => (received += chunk.toString()));
  await new Promise((resolve) => client.on('close', resolve));
  return received;
}

test('responds 400 to invalid HTTP', async () => {
  expect(await responseTo('HPE_INVALID_METHOD')).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
});

test('responds 431 to an oversized head', async () => {
  expect(await responseTo('HPE_HEADER_OVERFLOW')).toMatch(/^HTTP\/1\.1 431 Request Header Fields/);
});

test.each(['ECONNRESET', 'ERR_HTTP_REQUEST_TIMEOUT'])(
  '%s: closes the connection without a response',
  async (code) => {
    expect(await responseTo(code)).toBe('');
  },
);

/** Creates a server that tracks its responses. */
function createApp(): FastifyInstance {
  const app = fastify({
    clientErrorHandler: rejectMalformedRequest,
    serverFactory: (handler) => createHttpServer(trackResponses(handler)),
  });
  onTestFinished(() => app.close());
  return app;
}

test('writes nothing into a response that is being sent', async () => {
  const app = createApp();
  app.get('/', (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-length': '100' });
    reply.raw.write('begun');
  });
  app.get('/whole', () => 'whole');
  await app.listen({ host: '127.0.0.1', port: 0 });
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  let received = '';
  client.on('data', (chunk) => {
    received += chunk.toString();
    if (received.endsWith('whole')) client.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    if (received.endsWith('begun')) client.write('no HTTP\r\n\r\n');
  });
  client.write('GET /whole HTTP/1.1\r\nhost: x\r\n\r\n');
  await new Promise((resolve) => client.on('close', resolve));
  expect(received).toMatch(/begun$/);
});

test('responds 400 after a complete response', async () => {
  const app = createApp();
  app.get('/whole', () => 'whole');
  await app.listen({ host: '127.0.0.1', port: 0 });
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  let received = '';
  client.on('data', (chunk) => {
    received += chunk.toString();
    if (received.endsWith('whole')) client.write('no HTTP\r\n\r\n');
  });
  client.write('GET /whole HTTP/1.1\r\nhost: x\r\n\r\n');
  await new Promise((resolve) => client.on('close', resolve));
  expect(received).toContain('wholeHTTP/1.1 400 Bad Request');
});
