// Request bodies of the content API: the order of checks, the limits of a project, and connections that stay open after
// a rejected body (docs/strapi/writing.md, "Requests and responses"; docs/strapi/server.md, "Request bodies").
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp, type TestRequest } from '../support/app.ts';
import { makeProject } from '../support/project-folder.ts';
import { openConnection, sendBytes } from '../support/socket.ts';
import { vendored } from '../support/vendored-projects.ts';

let app: TestApp;
let port: number;
beforeAll(async () => {
  app = await openTestApp();
  port = await app.listen();
});
afterAll(() => app.close());

const JSON_TYPE = { 'content-type': 'application/json' };
const CUT = { method: 'POST', headers: JSON_TYPE, body: '{"data":' } as const;
const MISSING = error(400, 'ValidationError', 'Missing "data" payload in the request body', {});
const TOO_LARGE = error(413, 'PayloadTooLargeError', 'request entity too large');

function error(status: number, name: string, message: string, details?: object): object {
  return { data: null, error: { status, name, message, ...(details ? { details } : {}) } };
}

describe('an unreadable body', () => {
  const methods = ['POST', 'PUT', 'PATCH'] as const;

  test.each(['/api/authors', '/api/authors/x', '/api/setting', '/api/nothing', '/', '/_health'])(
    'is reported before anything else: %s',
    async (path) => {
      for (const authorization of [null, 'Bearer nobody']) {
        for (const method of methods) {
          const response = await app.request(path, { ...CUT, method, authorization });
          expect(response.json()).toEqual(
            error(400, 'SyntaxError', 'Unexpected end of JSON input'),
          );
          const large = { method, authorization, headers: JSON_TYPE, body: ' '.repeat(1_048_577) };
          expect((await app.request(path, large)).json()).toEqual(TOO_LARGE);
        }
      }
    },
  );

  test('is ignored by methods without a body', async () => {
    expect((await app.request('/api/setting', { ...CUT, method: 'GET' })).status).toBe(404);
    expect((await app.request('/api/authors', { ...CUT, method: 'OPTIONS' })).status).toBe(200);
    const forbidden = { ...CUT, method: 'DELETE', authorization: null } as const;
    expect((await app.request('/api/setting', forbidden)).status).toBe(403);
  });

  test('gets a response with all usual headers', async () => {
    const headers = { ...JSON_TYPE, origin: 'https://a.example' };
    const response = await app.request('/api/authors', { ...CUT, headers });
    expect(response.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-powered-by': 'Quoin',
      'access-control-allow-origin': 'https://a.example',
    });
  });
});

describe('a body without data', () => {
  const bodies: readonly TestRequest[] = [
    {},
    { headers: JSON_TYPE },
    { headers: JSON_TYPE, body: '{}' },
    { headers: JSON_TYPE, body: '[1]' },
    { headers: { 'content-type': 'text/plain' }, body: '{"data":{}}' },
    { headers: { 'content-type': 'application/xml' }, body: '{"data":{}}' },
    { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'data={}' },
  ];

  test.each(bodies)('%j', async (sent) => {
    for (const [method, path] of [
      ['POST', '/api/authors'],
      ['PUT', '/api/setting'],
    ] as const) {
      expect((await app.request(path, { ...sent, method })).json()).toEqual(MISSING);
    }
  });

  test('is not reported to forbidden callers', async () => {
    const response = await app.request('/api/authors', { method: 'POST', authorization: null });
    expect(response.status).toBe(403);
  });
});

describe('limits', () => {
  test('are 1 MiB of JSON, 56 KiB of a form and of text', async () => {
    const sent = async (type: string, start: string, length: number) => {
      const body = `${start}${'x'.repeat(length - start.length - 2)}"}`;
      const headers = { 'content-type': type };
      return (await app.request('/api/nothing', { method: 'POST', headers, body })).status;
    };
    const limits = [
      ['application/json', '{"x":"', 1_048_576],
      ['application/x-www-form-urlencoded', 'x=', 57_344],
      ['text/plain', '', 57_344],
    ] as const;
    for (const [type, start, limit] of limits) {
      expect([type, await sent(type, start, limit)]).toEqual([type, 405]);
      expect([type, await sent(type, start, limit + 1)]).toEqual([type, 413]);
    }
  });

  test('can be configured by the project', async () => {
    const config = {
      jsonLimit: '1kb',
      formLimit: 100,
      textLimit: '10b',
      formidable: { maxFieldsSize: 100, maxFileSize: 1000 },
    };
    const middlewares = ['strapi::errors', { name: 'strapi::body', config }];
    const folder = makeProject(
      { 'config/middlewares.js': `module.exports = ${JSON.stringify(middlewares)};` },
      vendored('conformance', 'projects', 'kitchen'),
    );
    await using small = await openTestApp({ project: folder });
    const status = async (type: string, body: string) =>
      (
        await small.request('/api/nothing', {
          method: 'POST',
          headers: { 'content-type': type },
          body,
        })
      ).status;
    expect(await status('application/json', ' '.repeat(1022) + '{}')).toBe(405);
    expect(await status('application/json', ' '.repeat(1023) + '{}')).toBe(413);
    expect(await status('application/x-www-form-urlencoded', 'x'.repeat(101))).toBe(413);
    expect(await status('text/plain', 'x'.repeat(11))).toBe(413);
    const part = (head: string, length: number) =>
      `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${'x'.repeat(length)}\r\n--b--\r\n`;
    const multipart = 'multipart/form-data; boundary=b';
    expect(await status(multipart, part('name="a"', 99))).toBe(405);
    expect(await status(multipart, part('name="a"', 100))).toBe(413);
    expect(await status(multipart, part('name="a"; filename="b"', 1001))).toBe(413);
  });
});

describe('a connection', () => {
  const head = (...lines: readonly string[]) =>
    `${['POST /api/nothing HTTP/1.1', 'host: x', 'content-type: application/json', ...lines].join('\r\n')}\r\n\r\n`;
  const chunk = (length: number) => `${length.toString(16)}\r\n${' '.repeat(length)}\r\n`;

  test('gets 413 for a declared length that is too large, before the body', async () => {
    await using connection = await openConnection(port);
    connection.send(head('content-length: 1048577'));
    const { status, body } = await connection.response();
    expect([status, JSON.parse(body)]).toEqual([413, TOO_LARGE]);
    connection.send(' '.repeat(1_048_577) + head('content-length: 2') + '{}');
    expect((await connection.response()).status).toBe(405);
  });

  test('gets 413 for a chunked body once it is too large', async () => {
    await using connection = await openConnection(port);
    connection.send(head('transfer-encoding: chunked') + chunk(1_048_576));
    connection.send(chunk(1));
    expect((await connection.response()).status).toBe(413);
    connection.send(`${chunk(500_000)}0\r\n\r\n${head('content-length: 2')}{}`);
    expect((await connection.response()).status).toBe(405);
  });

  test('gets 413 before it closes, even if nothing more is sent', async () => {
    const lines = ['connection: close', 'content-length: 8000000'];
    for (const sent of [0, 4_000_000, 8_000_000]) {
      const { status, headers } = await sendBytes(port, head(...lines) + ' '.repeat(sent));
      expect([status, headers.get('connection')]).toEqual([413, 'close']);
    }
  });

  test('that ends inside a body causes no error', async () => {
    {
      await using connection = await openConnection(port);
      connection.send(`${head('content-length: 1000')}{"data":`);
    }
    {
      await using connection = await openConnection(port);
      connection.send(`${head('content-length: 1000', 'content-encoding: gzip')}x`);
    }
    expect((await sendBytes(port, `${head('content-length: 2')}{}`)).status).toBe(405);
  });

  test('is closed if a request takes longer than five minutes', () => {
    expect(app.server.server.requestTimeout).toBe(300_000);
  });
});
