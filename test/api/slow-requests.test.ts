// Requests that arrive too slowly: their connections are closed, whichever part is missing.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { incomingNames } from '../support/uploads.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { openConnection, sendBytes } from '../support/socket.ts';

let app: TestApp;
let port: number;

beforeEach(async () => {
  app = await openTestApp({ database: 'fixtures/kitchen.db' });
  expect(app.server.server).toMatchObject({
    requestTimeout: 300_000,
    headersTimeout: 60_000,
    connectionsCheckingInterval: 5000,
  });
  // What takes minutes otherwise.
  Object.assign(app.server.server, { connectionsCheckingInterval: 20 });
  limit(400);
  port = await app.listen();
});
afterEach(() => app.close());

/** Limits the time of requests, in milliseconds. 0: no limit */
function limit(timeout: number): void {
  Object.assign(app.server.server, { requestTimeout: timeout, headersTimeout: timeout });
}

function head(start: string, ...lines: readonly string[]): string {
  const all = [`${start} HTTP/1.1`, 'host: x', `authorization: Bearer ${app.token}`, ...lines];
  return `${all.join('\r\n')}\r\n\r\n`;
}

const FORM = 'content-type: multipart/form-data; boundary=xBx';
const PART = '--xBx\r\ncontent-disposition: form-data; name="files"; filename="a.txt"\r\n\r\n';
const JSON_TYPE = 'content-type: application/json';

test.each([
  ['a head', () => 'GET /api/authors HTTP/1.1\r\nhost: x\r\nx: ', 'x'],
  ['JSON', () => head('POST /api/authors', JSON_TYPE, 'content-length: 9999'), ' '],
  [
    'JSON in chunks',
    () => head('POST /api/authors', JSON_TYPE, 'transfer-encoding: chunked'),
    '1\r\n \r\n',
  ],
  ['a form', () => head('POST /api/authors', FORM, 'content-length: 9999') + PART, 'x'],
  ['a file', () => head('POST /api/upload', FORM, 'content-length: 9999') + PART, 'x'],
  [
    'a body that is not read',
    () => head('POST /api/authors', 'content-type: a/b', 'content-length: 9999'),
    'x',
  ],
  ['a body of an unknown path', () => head('POST /nope', JSON_TYPE, 'content-length: 9999'), ' '],
])('%s that never ends: closes the connection, and serves others', async (_what, begin, more) => {
  await using slow = await openConnection(port);
  slow.send(begin());
  const trickle = setInterval(() => slow.send(more), 10);
  const response = await slow.rest();
  clearInterval(trickle);
  // If the body of a request is not read, the response is sent before the end of the body.
  expect(response.slice(0, 12)).toMatch(/^(HTTP\/1.1 4\d\d|)$/);
  limit(0);
  expect((await sendBytes(port, head('GET /api/authors'))).status).toBe(200);
  await eventually(() => incomingNames(app).length === 0);
});

test('closes a connection whose body continues after an error', async () => {
  limit(0);
  await using slow = await openConnection(port);
  slow.send(head('POST /api/authors', JSON_TYPE, 'content-length: 99999999'));
  expect((await slow.response()).status).toBe(413);
  limit(400);
  const trickle = setInterval(() => slow.send(' '), 10);
  expect(await slow.rest()).toBe('');
  clearInterval(trickle);
});
