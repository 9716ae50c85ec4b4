// Cached responses, byte for byte: as Node would send them, on connections that stay open or close, for sequential
// and pipelined requests.
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../support/app.ts';
import { openAttachedApp } from '../support/attached-app.ts';
import { changeDatabase } from '../support/app-database.ts';
import { eventually } from '../support/eventually.ts';

let app: TestApp;
let port: number;

beforeAll(async () => {
  app = await openAttachedApp({ database: 'fixtures/kitchen-seeded.db' });
  port = await app.listen();
});
afterAll(() => app.close());

const SMALL = '/api/authors?pagination[pageSize]=1&locale=*';
const LARGE = '/api/articles?populate=*&locale=*&status=draft&pagination[pageSize]=100';

/** All received bytes until the server ends the connection; the last request must have `Connection: close`. */
async function sendAll(...requests: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.write(requests.join(''));
  await once(socket, 'end');
  socket.end();
  return Buffer.concat(chunks).toString('latin1');
}

function request(path: string, lines: readonly string[] = [], version = '1.1'): string {
  const head = [`GET ${path} HTTP/${version}`, 'Host: x', `Authorization: Bearer ${app.token}`];
  return [...head, ...lines, '', ''].join('\r\n');
}

const CLOSE = 'Connection: close';

/** Repeats requests until this number of responses comes from the cache. */
async function fromCache(count: number, ...requests: readonly string[]): Promise<string> {
  let received = '';
  await eventually(async () => {
    const before = app.responseCache?.hits ?? 0;
    received = await sendAll(...requests);
    return (app.responseCache?.hits ?? 0) === before + count;
  });
  return received;
}

/** Invalidates all cached responses: they depend on the settings. */
const INVALIDATE = `update strapi_core_store_settings set tag = coalesce(tag, '') || 'x'`;

/** The same requests with an empty cache. */
async function uncached(...requests: readonly string[]): Promise<string> {
  await changeDatabase(app, INVALIDATE);
  await eventually(async () => {
    const before = app.responseCache?.hits ?? 0;
    await sendAll(request('/api/authors?fields=name', [CLOSE]));
    return (app.responseCache?.hits ?? 0) === before;
  });
  return sendAll(...requests);
}

/** Heads without their date, each with its lines in order, and bodies. */
function parts(received: string): readonly unknown[] {
  return received.split(/(?=HTTP\/1\.1 )/).map((response) => {
    const end = response.indexOf('\r\n\r\n');
    const [status, ...lines] = response.slice(0, end).split('\r\n');
    const dated = lines.map((line) =>
      line.replace(/^Date: \w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/, 'Date'),
    );
    return { status, lines: dated.toSorted(), body: response.slice(end + 4) };
  });
}

test.each([
  ['a small response', SMALL],
  ['a large response', LARGE],
])('from the cache, %s is sent unchanged', async (_what, path) => {
  const requests = [request(path, [CLOSE])];
  const cached = await fromCache(1, ...requests);
  expect(cached).toContain('HTTP/1.1 200 OK\r\n');
  expect(parts(cached)).toEqual(parts(await uncached(...requests)));
});

test.each([
  ['HTTP/1.0', () => [request(SMALL, [], '1.0')]],
  ['an origin', () => [request(SMALL, ['Origin: https://example.org', CLOSE])]],
  ['several at once', () => [request(SMALL), request(LARGE), request(SMALL, [CLOSE])]],
])('requests with %s get the same responses from the cache', async (_what, makeRequests) => {
  const requests = makeRequests();
  await fromCache(1, request(SMALL, [CLOSE]));
  await fromCache(1, request(LARGE, [CLOSE]));
  const cached = await fromCache(requests.length, ...requests);
  expect(cached.split('HTTP/1.1 200 OK')).toHaveLength(requests.length + 1);
  expect(parts(cached)).toEqual(parts(await uncached(...requests)));
});

test('a revalidation gets the same 304 from the cache', async () => {
  const [, etag = ''] = /etag: (\S+)/.exec(await fromCache(1, request(SMALL, [CLOSE]))) ?? [];
  const requests = [
    request(SMALL, [`If-None-Match: ${etag}`]),
    request(SMALL, [`If-None-Match: ${etag}`, CLOSE]),
  ];
  const cached = await fromCache(2, ...requests);
  expect(cached.match(/HTTP\/1\.1 304 Not Modified/g)).toHaveLength(2);
  expect(parts(cached)).toEqual(parts(await uncached(...requests)));
});

test('invalid HTTP after a large response does not truncate the response', async () => {
  await fromCache(1, request(LARGE, [CLOSE]));
  const [response, rejection] = parts(await fromCache(1, request(LARGE), 'no HTTP\r\n\r\n'));
  const [same] = parts(await fromCache(2, request(LARGE), request(SMALL, [CLOSE])));
  expect(response).toEqual(same);
  expect(rejection).toMatchObject({ status: 'HTTP/1.1 400 Bad Request' });
});

test('invalid HTTP after a pending request does not replace the response', async () => {
  await fromCache(1, request(SMALL, [CLOSE]));
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
  // A connection that is cut may end in an error.
  socket.on('error', () => undefined);
  socket.write([request(SMALL), request(SMALL), 'no HTTP\r\n\r\n'].join(''));
  await once(socket, 'close');
  expect(received).not.toContain('400 Bad Request');
});

test('fresh, cached, not modified and rejected responses have the same Vary header', async () => {
  const vary = /\r\nvary: Origin, Strapi-Response-Format, Strapi-Encode-Source-Maps\r\n/i;
  const fresh = await sendAll(request(`${SMALL}&fields=name`, [CLOSE]));
  const cached = await fromCache(1, request(`${SMALL}&fields=name`, [CLOSE]));
  const etag = /^etag: (.*)$/im.exec(cached)?.[1]?.trim() ?? '';
  const known = await fromCache(
    1,
    request(`${SMALL}&fields=name`, [`If-None-Match: ${etag}`, CLOSE]),
  );
  const rejected = await sendAll(request('/api/authors?filters[nope]=1', [CLOSE]));
  const missing = await sendAll(request('/api/authors/nope', [CLOSE]));
  const badPath = await sendAll(request('/api/%zz', [CLOSE]));
  const responses = [fresh, cached, known, rejected, missing, badPath];
  expect(responses.map((response) => response.slice(9, 12))).toEqual([
    '200',
    '200',
    '304',
    '400',
    '404',
    '400',
  ]);
  for (const response of responses) expect(response).toMatch(vary);
});
