// Behavior of real connections: invalid and oversized headers, unusual methods, unexpected bodies.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';
import { openConnection, sendBytes } from '../support/socket.ts';

let app: TestApp;
let port: number;
beforeAll(async () => {
  app = await openTestApp({ database: 'fixtures/kitchen.db' });
  port = await app.listen();
});
afterAll(() => app.close());

const PATH = '/api/authors?fields=name&sort=name&pagination[pageSize]=1';

/** A request with the token and these header lines. */
function head(start: string, ...lines: readonly string[]): string {
  const all = [`${start} HTTP/1.1`, 'host: x', `authorization: Bearer ${app.token}`, ...lines];
  return `${all.join('\r\n')}\r\n\r\n`;
}

describe('rejected by the HTTP parser', () => {
  const http = { status: 400, name: 'ValidationError', message: 'The request is not valid HTTP.' };

  test.each([
    ['garbage', '\u0000\u0001\u0002 garbage\r\n\r\n'],
    ['another protocol', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['an unknown method', 'BREW /api/authors HTTP/1.1\r\nhost: x\r\n\r\n'],
    ['a blank in the path', 'GET /api/au thors HTTP/1.1\r\nhost: x\r\n\r\n'],
    [
      'two lengths of one body',
      'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
  ])('%s: 400 with the envelope', async (_what, bytes) => {
    const { status, headers, body } = await sendBytes(port, bytes);
    expect(status).toBe(400);
    expect(headers.get('connection')).toBe('close');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(JSON.parse(body)).toEqual({ data: null, error: { ...http, details: {} } });
  });

  const hosts = 'host: a\r\nHOST: b\r\n';
  test.each([
    ['a read', `GET ${PATH} HTTP/1.1\r\n${hosts}\r\n`],
    ['a read of HTTP/1.0', `GET ${PATH} HTTP/1.0\r\n${hosts}\r\n`],
    ['the same host again', `GET /_health HTTP/1.1\r\nhost: a\r\nhost: a\r\n\r\n`],
    ['an unknown path', `GET /nope HTTP/1.1\r\n${hosts}\r\n`],
    ['a write', `POST /api/authors HTTP/1.1\r\n${hosts}content-length: 2\r\n\r\n{}`],
  ])('two hosts, %s: 400 with the envelope', async (_what, bytes) => {
    const { status, headers, body } = await sendBytes(port, bytes);
    expect([status, headers.get('connection')]).toEqual([400, 'close']);
    expect(JSON.parse(body)).toEqual({ data: null, error: { ...http, details: {} } });
  });

  test('two Host headers after other requests: every response in order, none of them from the cache', async () => {
    await using connection = await openConnection(port);
    connection.send(head(`GET ${PATH}`));
    await connection.response();
    connection.send(head(`GET ${PATH}`) + head('GET /api/nope') + head(`GET ${PATH}`, 'host: y'));
    const statuses: number[] = [];
    for (let n = 0; n < 3; n += 1) statuses.push((await connection.response()).status);
    expect(statuses).toEqual([200, 404, 400]);
  });

  test('a head of more than 64 KiB: 431 with the envelope', async () => {
    const { status, body } = await sendBytes(
      port,
      head(`GET /api/authors?x=${'y'.repeat(70_000)}`),
    );
    expect(status).toBe(431);
    expect(JSON.parse(body)).toMatchObject({
      data: null,
      error: { status: 431, name: 'HeadersTooLargeError', details: {} },
    });
  });

  test('a query of 60,000 characters is accepted', async () => {
    const { status } = await sendBytes(port, head(`GET ${PATH}&x=${'y'.repeat(60_000)}`));
    expect(status).toBe(200);
  });
});

test.each([
  ['no Host', 400, `GET ${PATH} HTTP/1.1\r\n\r\n`],
  ['an unknown Expect', 417, `GET ${PATH} HTTP/1.1\r\nhost: x\r\nexpect: magic\r\n\r\n`],
])('%s: %i', async (_what, status, bytes) => {
  expect((await sendBytes(port, bytes)).status).toBe(status);
});

test.each(['TRACE', 'PROPFIND', 'QUERY'])('%s: 501 in plain text', async (method) => {
  const { status, headers, body } = await sendBytes(port, head(`${method} /api/authors`));
  expect([status, body]).toEqual([501, 'Not Implemented']);
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(headers.get('x-powered-by')).toBe('Quoin');
});

describe('responds to a GET request', () => {
  let expected: string;
  beforeAll(async () => {
    expected = (await sendBytes(port, head(`GET ${PATH}`))).body;
    expect(expected).toContain('Ada Lovelace');
  });

  test.each([
    [
      'with a body that is not JSON',
      ['content-type: application/json', 'content-length: 5'],
      '{"a":',
    ],
    ['with a body without a type', ['content-length: 5'], '{"a":'],
    ['with a body in chunks', ['transfer-encoding: chunked'], '3\r\nabc\r\n0\r\n\r\n'],
    ['that would become a websocket', ['connection: upgrade', 'upgrade: websocket'], ''],
  ])('%s', async (_what, lines, body) => {
    const response = await sendBytes(port, head(`GET ${PATH}`, ...lines) + body);
    expect([response.status, response.body]).toEqual([200, expected]);
  });

  test('after 100 Continue, if the client expects it', async () => {
    await using connection = await openConnection(port);
    connection.send(head(`GET ${PATH}`, 'expect: 100-continue', 'content-length: 2'));
    expect((await connection.response()).status).toBe(100);
    connection.send('{}');
    expect((await connection.response()).body).toBe(expected);
  });

  test('in order, if several are pipelined', async () => {
    await using connection = await openConnection(port);
    connection.send(
      head(`GET ${PATH}`) + head('GET /api/nope') + head('POST /x') + head(`GET ${PATH}`),
    );
    const responses = [];
    for (let n = 0; n < 4; n += 1) responses.push(await connection.response());
    expect(responses.map(({ status }) => status)).toEqual([200, 404, 405, 200]);
    expect(responses[3]?.body).toBe(expected);
  });

  test('without a body to HEAD', async () => {
    await using connection = await openConnection(port);
    connection.send(head(`HEAD ${PATH}`, 'connection: close'));
    const [lines = '', body] = (await connection.rest()).split('\r\n\r\n');
    expect(body).toBe('');
    expect(lines.toLowerCase()).toContain(`content-length: ${Buffer.byteLength(expected)}`);
  });
});
