// Bodies as the handlers see them, sent over a real connection.
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorResponse } from '../response/errors.ts';
import { bindBodies } from './request-bodies.ts';

const LIMITS = {
  jsonLimit: 2000,
  formLimit: 1000,
  textLimit: 500,
  maxFieldsSize: 3000,
  maxFileSize: 4000,
};
const app = fastify();
bindBodies(app, LIMITS);
app.setErrorHandler((error, _request, reply) => {
  const { status, body } = errorResponse(error);
  return reply.code(status).header('content-type', 'application/json').send(body);
});
app.all('/', ({ body }, reply) =>
  reply.header('content-type', 'application/json').send(JSON.stringify({ body })),
);

let port: number;
beforeAll(async () => {
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

interface Sent {
  readonly method?: string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Given {
  readonly status: number;
  readonly connection: string | undefined;
  readonly body: unknown;
}

/** Sends all of a body, then waits for the response. */
function send(
  body: string | Buffer,
  { method = 'POST', type, headers }: Sent = {},
): Promise<Given> {
  const length = headers?.['transfer-encoding']
    ? {}
    : { 'content-length': Buffer.byteLength(body) };
  const contentType = type === undefined ? {} : { 'content-type': type };
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      port,
      method,
      headers: { ...contentType, ...length, ...headers },
    });
    request.on('error', reject);
    request.on('response', (response) => {
      const { statusCode: status = 0, headers: given } = response;
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () =>
        resolve({ status, connection: given.connection, body: JSON.parse(text) as unknown }),
      );
    });
    request.end(body);
  });
}

function read(body: unknown): object {
  return expect.objectContaining({
    status: 200,
    body: body === undefined ? {} : { body },
  }) as object;
}

function rejected(status: number, name: string, message: string, details?: object): object {
  const error = { status, name, message, ...(details ? { details } : {}) };
  return expect.objectContaining({ status, body: { data: null, error } }) as object;
}

const TOO_LARGE = rejected(413, 'PayloadTooLargeError', 'request entity too large');
const NOT_MULTIPART = invalid('The body is not valid multipart/form-data.');

function invalid(message: string): object {
  return rejected(400, 'ValidationError', message, {});
}

const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';

describe('types', () => {
  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json; charset=latin1',
    'Application/JSON',
    'application/vnd.api+json; ext="x"',
    'application/json-patch+json',
    'application/csp-report',
    'application/reports+json',
  ])('parses %s as JSON', async (type) => {
    expect(await send('{"data":{"name":"é"}}', { type })).toEqual(read({ data: { name: 'é' } }));
  });

  test.each([
    undefined,
    'garbage',
    'application/json;',
    'application/ld+json',
    'application/xml',
    'application/octet-stream',
    'application/*',
  ])('ignores a body of type %s', async (type) => {
    const sent = type === undefined ? {} : { type };
    expect(await send('{"data":', sent)).toEqual(read(undefined));
  });

  test.each(['text/plain', 'text/html; charset=utf-8', 'text/json'])(
    'reads %s as text',
    async (type) => {
      expect(await send('{"data":', { type })).toEqual(read('{"data":'));
    },
  );

  test('parses a form', async () => {
    expect(await send('data[name]=é+x', { type: FORM })).toEqual(read({ data: { name: 'é x' } }));
  });

  test.each(['POST', 'PUT', 'PATCH'])('reads the body of %s', async (method) => {
    expect(await send('[1]', { method, type: JSON_TYPE })).toEqual(read([1]));
  });

  test.each(['GET', 'DELETE', 'OPTIONS'])('ignores the body of %s', async (method) => {
    expect(await send('{"data":', { method, type: JSON_TYPE })).toEqual(read(undefined));
    expect(await send('x'.repeat(100_000), { method, type: 'garbage' })).toEqual(read(undefined));
  });

  test.each(['json', 'x-www-form-urlencoded'])(
    'accepts an empty body of application/%s',
    async (name) => {
      const type = `application/${name}`;
      expect(await send('', { type })).toEqual(read(undefined));
      const inChunks = await send('', { type, headers: { 'transfer-encoding': 'chunked' } });
      expect(inChunks).toEqual(read(name === 'json' ? undefined : {}));
    },
  );
});

describe('bytes', () => {
  test('replaces invalid UTF-8 and drops a byte order mark', async () => {
    const bytes = [Buffer.from('\ufeff["a'), Buffer.from([0xff, 0xc3]), Buffer.from('b"]')];
    expect(await send(Buffer.concat(bytes), { type: JSON_TYPE })).toEqual(read(['a\ufffd\ufffdb']));
  });

  test.each([
    ['gzip', gzipSync],
    ['GZIP', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('decompresses %s', async (encoding, compress) => {
    const headers = { 'content-encoding': encoding };
    const body = compress('{"data":{}}');
    expect(await send(body, { type: JSON_TYPE, headers })).toEqual(read({ data: {} }));
    const cut = await send(body.subarray(0, -3), { type: JSON_TYPE, headers });
    expect(cut).toEqual(invalid('The body does not match its Content-Encoding.'));
  });

  test.each([
    ['gzip', '{"data":{}}'],
    ['deflate', deflateRawSync('{"data":{}}')],
    ['br', '{"data":{}}'],
  ])('rejects a body that is not %s', async (encoding, body) => {
    const given = await send(body, { type: JSON_TYPE, headers: { 'content-encoding': encoding } });
    expect(given).toEqual(invalid('The body does not match its Content-Encoding.'));
  });

  test.each(['zstd', 'gzip, gzip'])('rejects the unknown encoding %s: 415', async (encoding) => {
    const given = await send('{}', { type: JSON_TYPE, headers: { 'content-encoding': encoding } });
    expect(given).toEqual(
      rejected(415, 'UnsupportedMediaTypeError', `Unsupported Content-Encoding: ${encoding}`),
    );
    const other = { type: 'application/xml', headers: { 'content-encoding': encoding } };
    expect(await send('{}', other)).toEqual(read(undefined));
  });
});

describe('limits', () => {
  const filled = (length: number) => `["${'x'.repeat(length - 4)}"]`;
  const largest: readonly (readonly [string, number, (length: number) => string])[] = [
    [JSON_TYPE, LIMITS.jsonLimit, filled],
    [FORM, LIMITS.formLimit, (length) => `data=${'x'.repeat(length - 5)}`],
    ['text/plain', LIMITS.textLimit, (length) => 'x'.repeat(length)],
  ];

  test.each(largest)('of %s: %i bytes', async (type, limit, bodyOf) => {
    for (const headers of [{}, { 'transfer-encoding': 'chunked' }, { connection: 'close' }]) {
      expect((await send(bodyOf(limit), { type, headers })).status).toBe(200);
      expect(await send(bodyOf(limit + 1), { type, headers })).toEqual(TOO_LARGE);
      expect(await send(bodyOf(20_000_000), { type, headers })).toEqual(TOO_LARGE);
    }
  });

  test('apply to the decompressed body', async () => {
    const gzip = (length: number) =>
      send(gzipSync(filled(length)), { type: JSON_TYPE, headers: { 'content-encoding': 'gzip' } });
    expect((await gzip(LIMITS.jsonLimit)).status).toBe(200);
    expect(await gzip(LIMITS.jsonLimit + 1)).toEqual(TOO_LARGE);
    expect(await gzip(50_000_000)).toEqual(TOO_LARGE);
  });

  test('leave the connection open, unless the client closes it', async () => {
    const type = JSON_TYPE;
    expect((await send(filled(9000), { type })).connection).toBe('keep-alive');
    const closing = { type, headers: { connection: 'close' } };
    expect((await send(filled(9000), closing)).connection).toBe('close');
  });
});

describe('multipart', () => {
  const MULTIPART = 'multipart/form-data; boundary=xBx';
  const part = (head: string, value = 'v', more = '') =>
    `--xBx\r\nContent-Disposition: form-data; ${head}\r\n${more}\r\n${value}\r\n`;
  const END = '--xBx--\r\n';
  const TEXT = 'Content-Type: text/plain\r\n';

  test.each<[string, string, unknown]>([
    ['a field', part('name="data[name]"', 'é+&'), { data: { name: 'é+&' } }],
    ['a non-ASCII name', part('name="data[é]"'), { data: { é: 'v' } }],
    ['a dot', part('name="data.name"'), { 'data.name': 'v' }],
    [
      'one name twice',
      part('name="data[a]"') + part('name="data[a]"'),
      { data: { a: ['v', 'v'] } },
    ],
    ['JSON text', part('name="data"', '{"name":"x"}'), { data: '{"name":"x"}' }],
    ['a field with a type', part('name="data[a]"', 'v', TEXT), { data: { a: 'v' } }],
    ['a file', part('name="files"; filename="a.txt"', 'v', TEXT) + part('name="a"'), { a: 'v' }],
    ['an empty file', part('name="files"; filename=""', '') + part('name="a"'), { a: 'v' }],
    ['base64', part('name="a"', 'djEu', 'Content-Transfer-Encoding: base64\r\n'), { a: 'v1.' }],
    ['no part', '', {}],
    ['an epilogue', `${part('name="a"')}${END}epilogue`, { a: 'v' }],
  ])('%s', async (_what, parts, body) => {
    expect(await send(parts + END, { type: MULTIPART })).toEqual(read(body));
  });

  test('reads other subtypes, a quoted boundary and a compressed body', async () => {
    const body = part('name="a"') + END;
    const type = 'multipart/mixed; boundary="xBx"';
    expect(await send(body, { type })).toEqual(read({ a: 'v' }));
    const headers = { 'content-encoding': 'gzip' };
    expect(await send(gzipSync(body), { type, headers })).toEqual(read({ a: 'v' }));
  });

  test.each([
    ['no boundary', 'multipart/form-data', part('name="a"') + END],
    ['another boundary', 'multipart/form-data; boundary=y', part('name="a"') + END],
    ['no end', MULTIPART, part('name="a"')],
    ['an end inside a field', MULTIPART, part('name="a"').slice(0, -2)],
    ['an end inside a file', MULTIPART, part('name="a"; filename="b"').slice(0, -2)],
    ['an end inside a header', MULTIPART, '--xBx\r\nContent-Dispo'],
    ['a body that is not multipart', MULTIPART, 'garbage'],
    ['a field without a name', MULTIPART, part('x="y"') + END],
  ])('rejects %s: 400', async (_what, type, body) => {
    expect(await send(body, { type })).toEqual(NOT_MULTIPART);
  });

  test.each([
    ['of one character', 'x'],
    ['of 70 characters', 'x'.repeat(70)],
    ['of every character that RFC 2046 allows', "09azAZ'()+_,-./:=? x"],
  ])('reads a boundary %s', async (_what, boundary) => {
    const body = (part('name="a"') + END).replaceAll('xBx', boundary);
    const type = `multipart/form-data; boundary="${boundary}"`;
    expect(await send(body, { type })).toEqual(read({ a: 'v' }));
  });

  test.each([
    ['of more than 70 characters', 'x'.repeat(71), '='],
    ['of more characters than the parser accepts', 'x'.repeat(300), '='],
    ['that is empty', '', '='],
    ['that is empty in quotes', '""', '='],
    ['without a value', '', ''],
    ['with a space at its end', '"x "', '='],
    ['with other characters', 'x%y', '='],
    ['with characters outside of ASCII', '"x\u00e9"', '='],
    ['with an escaped quote', String.raw`"x\"y"`, '='],
    ['with an open quote', '"x', '='],
    ['with a character that needs quotes', 'x/y', '='],
    ['between spaces', 'x y', '='],
  ])('rejects a boundary %s: 400', async (_what, boundary, sign) => {
    const body = (part('name="a"') + END).replaceAll('xBx', boundary);
    const type = `multipart/form-data; boundary${sign}${boundary}`;
    expect(await send(body, { type })).toEqual(NOT_MULTIPART);
  });

  test('rejects a field with another transfer encoding: 400', async () => {
    const body = part('name="a"', 'v', 'Content-Transfer-Encoding: quoted-printable\r\n') + END;
    expect(await send(body, { type: MULTIPART })).toEqual(
      invalid('Unsupported Content-Transfer-Encoding: quoted-printable'),
    );
  });

  test('limits the size of all fields together', async () => {
    const fields = (...lengths: readonly number[]) =>
      send(lengths.map((length) => part('name="a"', 'x'.repeat(length))).join('') + END, {
        type: MULTIPART,
      });
    expect((await fields(LIMITS.maxFieldsSize - 1)).status).toBe(200);
    expect(await fields(LIMITS.maxFieldsSize)).toEqual(TOO_LARGE);
    expect(await fields(5_000_000, 5_000_000)).toEqual(TOO_LARGE);
    expect(await fields(1500, 1500)).toEqual(TOO_LARGE);
  });

  test('limits the size of each file and of all files together', async () => {
    const files = (...lengths: readonly number[]) => {
      const parts = lengths.map((length) => part('name="files"; filename="a"', 'x'.repeat(length)));
      return send(parts.join('') + END, { type: MULTIPART });
    };
    const { maxFileSize } = LIMITS;
    expect(await files(maxFileSize)).toEqual(read({}));
    expect(await files(maxFileSize - 10, 10)).toEqual(read({}));
    const tooBig = rejected(413, 'PayloadTooLargeError', 'FileTooBig', {});
    expect(await files(maxFileSize + 1)).toEqual(tooBig);
    expect(await files(maxFileSize - 10, 11)).toEqual(tooBig);
    expect(await files(5_000_000, 5_000_000)).toEqual(tooBig);
  });

  test('limits the number of fields: 400', async () => {
    expect(await send(part('name=""', '').repeat(5001) + END, { type: MULTIPART })).toEqual(
      invalid('Too many fields in a form. At most 5000 are allowed.'),
    );
  });
});
