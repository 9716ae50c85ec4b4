// Paths, methods and headers of the content API (docs/strapi/server.md, "Paths and methods").
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp, type TestRequest } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ database: 'fixtures/kitchen.db' });
});
afterAll(() => app.close());

const LIST = '/api/authors?fields=name&sort=name&pagination[pageSize]=1';
const NOT_FOUND = {
  data: null,
  error: { status: 404, name: 'NotFoundError', message: 'Not Found', details: {} },
};

describe('methods', () => {
  test.each([LIST, '/api/nope', '/api/homepage', '/api/upload/files', '/api/i18n/locales', '/'])(
    'HEAD %s has the status, type and length of GET, and no body',
    async (path) => {
      const get = await app.request(path);
      const head = await app.request(path, { method: 'HEAD' });
      expect(head.text).toBe('');
      expect(head.status).toBe(get.status);
      expect(head.headers['content-type']).toBe(get.headers['content-type']);
      expect(Number(head.headers['content-length'])).toBe(Buffer.byteLength(get.text));
      expect(Number(head.headers['content-length'])).toBeGreaterThan(0);
    },
  );

  describe.each([
    ['/api/authors', 'HEAD, GET, POST'],
    ['/API/Authors/', 'HEAD, GET, POST'],
    ['/api/authors/x', 'HEAD, GET, PUT, DELETE'],
    ['/api/setting', 'HEAD, GET, PUT, DELETE'],
    ['/api/upload/files', 'HEAD, GET'],
    ['/api/i18n/locales', 'HEAD, GET'],
    ['/api/nope', 'HEAD, GET'],
    ['/api/authors/x/y', 'HEAD, GET'],
    ['/api/author', 'HEAD, GET'],
    ['/', 'HEAD, GET'],
  ])('%s allows %s', (path, allowed) => {
    const others = (['POST', 'PUT', 'PATCH', 'DELETE'] as const).filter(
      (method) => !allowed.includes(method),
    );

    test.each(others)('%s is 405 in plain text for every caller', async (method) => {
      const response = await app.request(path, {
        method,
        authorization: 'Bearer nobody',
        body: '{"data":',
        headers: { 'content-type': 'garbage' },
      });
      expect([response.status, response.text]).toEqual([405, 'Method Not Allowed']);
      expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
      expect(response.headers['allow']).toBe(allowed);
    });

    test('OPTIONS is 200, empty', async () => {
      const response = await app.request(path, { method: 'OPTIONS', authorization: null });
      expect([response.status, response.text]).toEqual([200, '']);
      expect(response.headers['allow']).toBe(allowed);
    });
  });

  test.each([
    ['POST', '/api/authors'],
    ['PUT', '/api/authors/x'],
    ['DELETE', '/api/authors/x'],
    ['PUT', '/api/setting'],
    ['DELETE', '/api/setting'],
  ] as const)('%s %s requires permission', async (method, path) => {
    const nobody = { method, authorization: 'Bearer nobody' };
    expect((await app.request(path, nobody)).status).toBe(401);
    expect((await app.request(path, { method, authorization: null })).status).toBe(403);
  });

  test.each(['/api/authors', '/api/nope', '/'])('a preflight of %s is 204', async (path) => {
    const response = await app.request(path, {
      method: 'OPTIONS',
      authorization: null,
      headers: { origin: 'https://site.example', 'access-control-request-method': 'DELETE' },
    });
    expect([response.status, response.text]).toEqual([204, '']);
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': 'https://site.example',
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'GET,POST,PUT,PATCH,DELETE,HEAD,OPTIONS',
      'access-control-allow-headers': 'Content-Type,Authorization,Origin,Accept',
      'access-control-max-age': '31536000',
      vary: 'Origin, Strapi-Response-Format, Strapi-Encode-Source-Maps',
    });
  });

  test('/_health is 204 for every method', async () => {
    for (const method of ['GET', 'HEAD', 'POST', 'DELETE'] as const) {
      const response = await app.request('/_health', { method, authorization: null });
      expect([method, response.status, response.text]).toEqual([method, 204, '']);
    }
  });
});

describe('paths', () => {
  test('ignore letter case and one trailing slash', async () => {
    const plain = await app.request(LIST);
    for (const path of [LIST.replace('/api/authors', '/API/Authors'), LIST.replace('?', '/?')]) {
      expect((await app.request(path)).text).toBe(plain.text);
    }
  });

  test('distinguish the letter case of an id', async () => {
    const list = (await app.request(LIST)).json<{ data: [{ documentId: string }] }>();
    const { documentId } = list.data[0];
    expect((await app.request(`/API/AUTHORS/${documentId}`)).status).toBe(200);
    expect((await app.request(`/api/authors/${documentId.toUpperCase()}`)).status).toBe(404);
  });

  test.each([
    '/api//authors',
    '//api/authors',
    '/api/authors//',
    '/api',
    '/api/',
    '/api/author',
    '/api/homepages',
    '/api/authors/1',
    '/api/authors/__proto__',
    '/api/authors/a%2Fb',
    `/api/authors/${'x'.repeat(2000)}`,
    '/api/i18n/locales/1',
    '/admin/nothing',
    '/favicon.ico',
  ])('%.60s is 404', async (path) => {
    const response = await app.request(path);
    expect([response.status, response.json()]).toEqual([404, NOT_FOUND]);
  });

  test.each(['/api/authors/%zz', '/api/%', '/%E0%A4%A', '/api/authors/%ff%fe'])(
    '%s cannot be decoded: 400',
    async (path) => {
      const response = await app.request(path);
      expect(response.status).toBe(400);
      expect(response.json()).toEqual({
        data: null,
        error: { status: 400, name: 'BadRequestError', message: 'failed to decode' },
      });
    },
  );

  test.each(['99999999999999999999999', '-1', '1.5', 'x', 'NaN', '%20'])(
    'a file of id %s does not exist',
    async (id) => {
      const response = await app.request(`/api/upload/files/${id}`);
      expect(response.status).toBe(404);
      expect(response.json()).toMatchObject({ error: { message: 'file.notFound' } });
    },
  );

  test.each(['/api/authors/a%00b'])('%s is 400: no id contains a NUL character', async (path) => {
    expect((await app.request(path)).json()).toMatchObject({
      error: { status: 400, name: 'ValidationError' },
    });
  });

  test('the page at / links to the content', async () => {
    const response = await app.request('/', { authorization: null });
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.text).toContain('href="/api/articles"');
  });
});

describe('headers', () => {
  const ALWAYS = {
    'content-security-policy':
      "connect-src 'self' https:;img-src 'self' data: blob: https://market-assets.strapi.io;" +
      "media-src 'self' data: blob:;default-src 'self';base-uri 'self';font-src 'self' https: data:;" +
      "form-action 'self';frame-ancestors 'self';object-src 'none';script-src 'self';" +
      "script-src-attr 'none';style-src 'self' https: 'unsafe-inline'",
    'referrer-policy': 'no-referrer',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'SAMEORIGIN',
    'x-permitted-cross-domain-policies': 'none',
    'x-powered-by': 'Quoin',
    vary: 'Origin, Strapi-Response-Format, Strapi-Encode-Source-Maps',
    'access-control-allow-credentials': 'true',
  };
  const requests: readonly (readonly [number, string, TestRequest])[] = [
    [200, LIST, {}],
    [200, '/api/authors', { method: 'OPTIONS' }],
    [204, '/_health', {}],
    [400, '/api/authors?filters[x]=1', {}],
    [400, '/api/authors/%zz', {}],
    [401, LIST, { authorization: 'Bearer nobody' }],
    [403, '/api/setting', { authorization: null }],
    [404, '/api/nope', {}],
    [404, `/api/authors/${'x'.repeat(2000)}`, {}],
    [405, '/api/authors', { method: 'PATCH' }],
  ];

  test.each(requests)('of a %i: %.40s', async (status, path, options) => {
    const response = await app.request(path, options);
    expect(response.status).toBe(status);
    expect(response.headers).toMatchObject(ALWAYS);
    expect(response.headers).not.toHaveProperty('access-control-allow-origin');
    // Only requests that read content can be repeated.
    expect('etag' in response.headers).toBe(path === LIST && status === 200);

    const fromSite = await app.request(path, {
      ...options,
      headers: { origin: 'https://a.example' },
    });
    expect(fromSite.headers).toMatchObject({
      ...ALWAYS,
      'access-control-allow-origin': 'https://a.example',
    });
  });
});
