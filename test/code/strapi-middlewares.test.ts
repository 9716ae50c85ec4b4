// Middlewares of Strapi that run only if config/middlewares lists them: strapi::compression, strapi::ip,
// strapi::responses and strapi::responseTime.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';
import { collectionType, makeProject, schemaOf } from '../support/project-folder.ts';

const REQUIRED = ['errors', 'security', 'cors', 'query', 'body', 'favicon', 'public'];

/** An app whose config/middlewares has another entry, as source text, after strapi::errors. */
function openWith(entry: string, server: object = {}): Promise<TestApp> {
  const [errors, ...others] = REQUIRED.map((name) => `'strapi::${name}'`);
  return openTestApp({
    project: makeProject({
      [schemaOf('page')]: collectionType('page', { title: { type: 'text' } }),
      'config/server.json': server,
      'config/middlewares.js': `module.exports = [${[errors, entry, ...others].join(', ')}];`,
    }),
  });
}

/** Sends GET requests with a token. The first response updates the row of the token, so only later ones are cached. */
function fetchFrom(port: number, token: string) {
  return (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { authorization: `Bearer ${token}`, ...headers },
    });
}

describe('strapi::compression', () => {
  test('compresses JSON and public files as the client prefers', async () => {
    await using app = await openWith(`'strapi::compression'`);
    mkdirSync(path.join(app.folder, 'public'), { recursive: true });
    const text = 'compressible '.repeat(500);
    writeFileSync(path.join(app.folder, 'public', 'long.txt'), text);
    writeFileSync(path.join(app.folder, 'public', 'photo.png'), text);
    const get = (url: string, accepted: string) =>
      app.request(url, { authorization: null, headers: { 'accept-encoding': accepted } });

    const brotli = await get('/long.txt', 'gzip, deflate, br');
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotli.headers['vary']).toMatch(/^Origin, .*, Accept-Encoding$/);
    expect(brotli.headers).not.toHaveProperty('content-length');
    expect(brotli.headers).not.toHaveProperty('accept-ranges');
    expect(brotliDecompressSync(brotli.bytes).toString()).toBe(text);

    const gzip = await get('/long.txt', 'br;q=0.5, gzip');
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.bytes).toString()).toBe(text);

    for (const [url, accepted] of [
      ['/long.txt', ''],
      ['/long.txt', 'identity, br;q=0'],
      ['/photo.png', 'br'],
    ] as const) {
      const { headers, bytes } = await get(url, accepted);
      expect(headers).not.toHaveProperty('content-encoding');
      expect(bytes.toString()).toBe(text);
    }
  });

  test('compresses entries, but not short bodies', async () => {
    await using app = await openWith(`{ name: 'strapi::compression', config: { br: false } }`);
    const title = 'long '.repeat(1000);
    const json = { 'content-type': 'application/json' };
    const body = JSON.stringify({ data: { title } });
    const headers = { 'accept-encoding': 'br, gzip' };
    const short = await app.request('/api/pages', { headers });
    expect(short.headers).not.toHaveProperty('content-encoding');
    expect(short.json()).toMatchObject({ data: [] });
    await app.request('/api/pages', { method: 'POST', headers: json, body });
    const list = await app.request('/api/pages', { headers });
    expect(list.headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(list.bytes).toString())).toMatchObject({ data: [{ title }] });
  });

  test('rejects an invalid threshold', async () => {
    const entry = `{ name: 'strapi::compression', config: { threshold: 'much' } }`;
    await expect(openWith(entry)).rejects.toThrow('threshold of strapi::compression');
  });
});

describe('strapi::ip', () => {
  const statusWith = async (config: string): Promise<number> => {
    await using app = await openWith(`{ name: 'strapi::ip', config: ${config} }`);
    return (await app.request('/api/pages')).status;
  };

  test('rejects clients by their addresses', async () => {
    expect(await statusWith(`{ whitelist: ['127\\.0\\.0\\.1$'] }`)).toBe(200);
    expect(await statusWith(`{ whitelist: ['^10\\.'] }`)).toBe(403);
    expect(await statusWith(`{ blacklist: [/127/g] }`)).toBe(403);
  });

  test('uses the address that a trusted proxy sends', async () => {
    const entry = `{ name: 'strapi::ip', config: { whitelist: ['^10\\\\.'] } }`;
    const headers = { 'x-forwarded-for': '192.0.2.1, 10.0.0.7' };
    for (const [proxy, status] of [
      [{}, 403],
      [{ koa: true }, 403],
      [{ koa: true, maxIpsCount: 1 }, 200],
      [{ koa: true, maxIpsCount: 1, ipHeader: 'X-Client' }, 403],
    ] as const) {
      await using app = await openWith(entry, { proxy });
      expect([proxy, (await app.request('/api/pages', { headers })).status]).toEqual([
        proxy,
        status,
      ]);
    }
  });

  test('can call a handler instead', async () => {
    expect(await statusWith(`{ whitelist: [], handler: (ctx) => { ctx.status = 418; } }`)).toBe(
      418,
    );
  });

  test('rejects invalid patterns at the start', async () => {
    await expect(statusWith(`{ blacklist: ['('] }`)).rejects.toThrow('regular expression');
    await expect(statusWith(`{ blacklist: '127' }`)).rejects.toThrow('must be a list');
  });
});

test('strapi::responses changes responses by their status', async () => {
  await using app = await openWith(
    `{ name: 'strapi::responses', config: { handlers: { 404: (ctx) => { ctx.body = { gone: ctx.path }; } } } }`,
  );
  expect((await app.request('/api/pages')).json()).toHaveProperty('data', []);
  expect((await app.request('/api/pages/none')).json()).toEqual({ gone: '/api/pages/none' });
});

describe('strapi::responseTime', () => {
  const time = (response: Response): string | null => response.headers.get('x-response-time');

  test('adds a header to responses, including those from the cache', async () => {
    await using app = await openWith(`'strapi::responseTime'`);
    const get = fetchFrom(await app.listen(), app.token);
    for (const path of ['/api/pages', '/api/pages', '/api/pages', '/none', '/api/pages/none']) {
      expect(time(await get(path))).toMatch(/^\d+ms$/);
    }
    expect(app.responseCache?.hits).toBe(1);
    // The project has no code because of it.
    expect(app.project.code).toBeNull();
  });

  test('adds it to responses of project code', async () => {
    const list = REQUIRED.map((name) => `strapi::${name}`);
    const config = `module.exports = ${JSON.stringify([...list, 'strapi::responseTime'])};`;
    await using app = await openTestApp({
      project: makeProject({
        [schemaOf('page')]: collectionType('page'),
        'config/middlewares.js': config,
        'src/index.js': `module.exports = { register({ strapi }) {
          strapi.server.router.get('/own', (ctx) => { ctx.body = 'own'; });
        } };`,
      }),
    });
    const get = fetchFrom(await app.listen(), app.token);
    expect(time(await get('/own'))).toMatch(/^\d+ms$/);
    const all = [await get('/api/pages'), await get('/api/pages'), await get('/api/pages')];
    expect(all.map(time)).toEqual(all.map(() => expect.stringMatching(/^\d+ms$/)));
    expect(app.responseCache?.hits).toBe(1);
  });
});

test('strapi::ip does not bypass the response cache for other clients', async () => {
  const entry = `{ name: 'strapi::ip', config: { blacklist: ['^10\\\\.'] } }`;
  await using app = await openWith(entry, { proxy: { koa: true } });
  const get = fetchFrom(await app.listen(), app.token);
  const statuses: number[] = [];
  for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.1', '10.0.0.7', '192.0.2.1']) {
    statuses.push((await get('/api/pages', { 'x-forwarded-for': address })).status);
  }
  expect(statuses).toEqual([200, 200, 200, 403, 200]);
  expect(app.responseCache?.hits).toBe(2);
});

test('strapi::responses without handlers does not bypass the response cache', async () => {
  await using app = await openWith(`'strapi::responses'`);
  const get = fetchFrom(await app.listen(), app.token);
  for (let sent = 0; sent < 3; sent += 1) await get('/api/pages');
  expect(app.responseCache?.hits).toBe(1);
});
