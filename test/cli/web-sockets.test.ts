// Project code that adds listeners to `strapi.server.httpServer`, as socket.io does: WebSockets, and requests.
import { expect, test } from 'vitest';
import { startDev } from '../support/dev-server.ts';
import { startQuoin } from '../support/program.ts';
import { collectionType, makeProject, schemaOf } from '../support/project-folder.ts';
import { openWebSocket } from '../support/web-socket.ts';

/** Echoes the messages of WebSockets with a prefix, and responds to requests to `/live/`; others are handled as before. */
const index = (word: string): string => `
const { createHash } = require('node:crypto');
const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
function textOf(frame) {
  const mask = frame.subarray(2, 6);
  return Buffer.from(frame.subarray(6).map((byte, i) => byte ^ mask[i % 4])).toString();
}
module.exports = {
  bootstrap({ strapi }) {
    const { httpServer } = strapi.server;
    const others = httpServer.listeners('request').slice();
    httpServer.removeAllListeners('request');
    httpServer.on('request', (request, response) => {
      if (request.url.startsWith('/live/')) return response.end('${word}');
      for (const other of others) other.call(httpServer, request, response);
    });
    httpServer.on('upgrade', (request, socket) => {
      if (!request.url.startsWith('/live/')) return socket.destroy();
      const key = request.headers['sec-websocket-key'];
      const accept = createHash('sha1').update(key + GUID).digest('base64');
      socket.write('HTTP/1.1 101 Switching Protocols\\r\\nUpgrade: websocket\\r\\nConnection: Upgrade\\r\\n' +
        'Sec-WebSocket-Accept: ' + accept + '\\r\\n\\r\\n');
      socket.on('error', () => {});
      socket.on('data', (frame) => {
        const answer = Buffer.from('${word} ' + textOf(frame));
        socket.write(Buffer.concat([Buffer.from([0x81, answer.length]), answer]));
      });
    });
  },
};`;

const files = (word: string) => ({
  [schemaOf('post')]: collectionType('post'),
  'src/index.js': index(word),
});

const bodyOf = async (port: number, path: string): Promise<string> =>
  (await fetch(`http://127.0.0.1:${port}${path}`)).text();

test('quoin start serves web sockets of code', async () => {
  const server = await startQuoin(makeProject(files('hello')));
  const client = await openWebSocket(server.port, '/live/');
  expect(await client.send('you')).toBe('hello you');
  expect(await bodyOf(server.port, '/live/list')).toBe('hello');
  expect(await bodyOf(server.port, '/api/posts')).toContain('"error"');
  expect(await client.send('again')).toBe('hello again');
  // An open WebSocket does not delay the end.
  server.signal('SIGTERM');
  await client.closed();
  expect((await server.ended()).code).toBe(0);
});

test('quoin dev serves web sockets of code, before and after a file is saved', async () => {
  const server = await startDev(files('hello'));
  const client = await openWebSocket(server.port, '/live/');
  expect(await client.send('you')).toBe('hello you');
  expect(await bodyOf(server.port, '/live/list')).toBe('hello');
  expect((await server.get('/api/posts')).status).toBe(200);
  const from = server.mark();
  server.save({ 'src/index.js': index('bye') });
  await server.printed('Applied in', from);
  // The previous version ends with its connections.
  await client.closed();
  const next = await openWebSocket(server.port, '/live/');
  expect(await next.send('you')).toBe('bye you');
  expect(await bodyOf(server.port, '/live/list')).toBe('bye');
  expect((await server.get('/api/posts')).status).toBe(200);

  // Without a listener, a request for an upgrade is handled like any other.
  const saved = server.mark();
  server.save({ 'src/index.js': 'module.exports = {};' });
  await server.printed('Applied in', saved);
  await expect(openWebSocket(server.port, '/live/')).rejects.toThrow('responded with 404');
  server.signal('SIGTERM');
  expect((await server.ended()).code).toBe(0);
});
