// The public folder of a project, including uploads (docs/strapi/media.md, "Serving").
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestResponse, type TestApp, type TestRequest } from '../support/app.ts';
import { sendBytes } from '../support/socket.ts';

let app: TestApp;
let port: number;

beforeAll(async () => {
  app = await openTestApp();
  port = await app.listen();
  const folder = path.join(app.folder, 'public');
  mkdirSync(path.join(folder, 'uploads'), { recursive: true });
  writeFileSync(path.join(folder, 'uploads', 'note.txt'), 'plain text file\n');
  writeFileSync(
    path.join(folder, 'uploads', 'mark.svg'),
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
  );
  writeFileSync(path.join(folder, 'robots.txt'), 'User-agent: *\n');
  writeFileSync(path.join(folder, '.hidden'), 'x');
  symlinkSync(path.join(folder, 'robots.txt'), path.join(folder, 'link.txt'));
});

afterAll(() => app.close());

const get = (url: string, options: TestRequest = {}): Promise<TestResponse> =>
  app.request(url, { authorization: null, ...options });

describe('an upload with active content', () => {
  const policyOf = async (url: string): Promise<unknown> =>
    (await get(url)).headers['content-security-policy'];

  test.each(['page.html', 'mark.svg', 'odd.xml', 'odd.xhtml', 'odd.js', 'odd.zzz', 'UPPER.HTML'])(
    '%s is served in a sandbox, however its path is written',
    async (name) => {
      writeFileSync(path.join(app.folder, 'public', 'uploads', name), '<script>alert(1)</script>');
      for (const url of [`/uploads/${name}`, `/%75ploads/${name}`, `/uploads/./${name}`]) {
        expect(await policyOf(url)).toMatch(/default-src 'none';.*;sandbox$/);
      }
    },
  );

  test.each(['a.png', 'a.pdf', 'a.mp4', 'a.txt', 'a.woff2', 'a.json'])(
    '%s does not need a sandbox',
    async (name) => {
      writeFileSync(path.join(app.folder, 'public', 'uploads', name), 'x');
      expect(await policyOf(`/uploads/${name}`)).not.toContain('sandbox');
    },
  );

  test('files of the project itself are not restricted', async () => {
    writeFileSync(path.join(app.folder, 'public', 'own.html'), '<script>1</script>');
    expect(await policyOf('/own.html')).not.toContain('sandbox');
  });
});

describe('a file', () => {
  test('is served to everyone, with any credentials', async () => {
    const response = await get('/uploads/note.txt', { authorization: 'Bearer rubbish' });
    expect([response.status, response.text]).toEqual([200, 'plain text file\n']);
    expect(response.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': '16',
      'accept-ranges': 'bytes',
      'cache-control': 'max-age=0',
      'x-content-type-options': 'nosniff',
    });
    expect(response.headers['last-modified']).toBeDefined();
    expect(response.headers['etag']).toBeUndefined();
  });

  test('is served in ranges, and as a whole without a range', async () => {
    const part = await get('/uploads/note.txt', { headers: { range: 'bytes=0-4' } });
    expect([part.status, part.text, part.headers['content-range']]).toEqual([
      206,
      'plain',
      'bytes 0-4/16',
    ]);
    const since = { 'if-modified-since': new Date(Date.now() + 60_000).toUTCString() };
    expect((await get('/uploads/note.txt', { headers: since })).status).toBe(200);
  });

  test('with an unsatisfiable range is a 416 with its size', async () => {
    const response = await get('/uploads/note.txt', { headers: { range: 'bytes=99-' } });
    expect([response.status, response.headers['content-range']]).toEqual([416, 'bytes */16']);
    expect(response.json()).toMatchObject({ data: null, error: { status: 416 } });
  });

  test.each([
    'GET http://x/uploads/note.txt',
    'GET /uploads/note.txt#x',
    'GET HTTP://x/uploads/note.txt?y',
  ])('is found by %s', async (start) => {
    const { status, headers } = await sendBytes(port, `${start} HTTP/1.1\r\nhost: x\r\n\r\n`);
    expect([status, headers.get('content-length')]).toEqual([200, '16']);
  });

  test('has no body for HEAD, and rejects other methods', async () => {
    const head = await get('/uploads/note.txt', { method: 'HEAD' });
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', '16']);
    for (const method of ['POST', 'DELETE'] as const) {
      expect((await get('/uploads/note.txt', { method })).status).toBe(405);
    }
  });

  test('has a type that depends on its extension', async () => {
    expect((await get('/uploads/mark.svg')).headers['content-type']).toBe('image/svg+xml');
    expect((await get('/robots.txt')).headers['cache-control']).toBe('max-age=60');
  });
});

test.each([
  '/uploads',
  '/uploads/',
  '/uploads/none.txt',
  '/.hidden',
  '/uploads/note.txt/',
  '/uploads//',
])('%s is 404', async (url) => {
  const response = await get(url);
  expect([response.status, response.json<{ error: { name: string } }>().error.name]).toEqual([
    404,
    'NotFoundError',
  ]);
});

test.each([
  '/../package.json',
  '/%2e%2e/package.json',
  '/uploads/..%2f..%2fpackage.json',
  '/..%5cpackage.json',
  '/uploads/%00',
])('%s is not found outside of the folder', async (url) => {
  const response = await get(url);
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(response.status).toBeLessThan(500);
  expect(response.text).not.toContain('kitchen');
});

test('an encoded path traversal is forbidden', async () => {
  expect((await get('/uploads/..%2f..%2fetc%2fpasswd')).status).toBe(403);
});

describe('a folder with index.html', () => {
  test('is served with and without a slash', async () => {
    const folder = path.join(app.folder, 'public', 'manual');
    mkdirSync(path.join(folder, 'empty'), { recursive: true });
    writeFileSync(path.join(folder, 'index.html'), '<h1>Manual</h1>');
    for (const url of ['/manual', '/manual/', '/manual/index.html']) {
      const { status, text, headers } = await get(url);
      expect([status, text]).toEqual([200, '<h1>Manual</h1>']);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
    }
    for (const url of ['/manual/empty', '/manual/empty/', '/manual/index.html/']) {
      expect((await get(url)).status).toBe(404);
    }
  });
});

describe('the favicon', () => {
  test('is a file of the project folder, otherwise one of the public folder', async () => {
    const iconOf = async (): Promise<unknown> => {
      const { status, text, headers } = await get('/favicon.ico');
      return [status, text, headers['content-type'], headers['cache-control']];
    };
    expect((await get('/favicon.ico')).status).toBe(404);
    writeFileSync(path.join(app.folder, 'public', 'favicon.ico'), 'public');
    expect(await iconOf()).toEqual([200, 'public', expect.any(String), 'max-age=60']);
    writeFileSync(path.join(app.folder, 'favicon.ico'), 'second');
    writeFileSync(path.join(app.folder, 'favicon.png'), 'first');
    expect(await iconOf()).toEqual([200, 'first', 'image/x-icon', 'public, max-age=86400']);
    expect((await get('/favicon.ico', { method: 'HEAD' })).headers['content-length']).toBe('5');
  });
});
