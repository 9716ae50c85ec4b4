// Published vulnerabilities of Strapi in uploads, and other risks of files: scripts, path traversal, and aborted
// uploads.
import { connect } from 'node:net';
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestResponse, type TestApp } from '../support/app.ts';
import { makeProject } from '../support/project-folder.ts';
import { vendored } from '../support/vendored-projects.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ database: 'fixtures/kitchen.db' });
});
afterAll(() => app.close());

interface Part {
  readonly name?: string;
  readonly file: string;
  readonly type?: string;
  readonly content?: string | Buffer;
}

const BOUNDARY = 'x-security-x';

function form(parts: readonly Part[]): Buffer {
  const all = parts.flatMap(
    ({ name = 'files', file, type = 'text/plain', content = 'content' }) => [
      Buffer.from(
        `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"; filename="${file}"\r\ncontent-type: ${type}\r\n\r\n`,
      ),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ],
  );
  return Buffer.concat([...all, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

function upload(to: TestApp, parts: readonly Part[], query = ''): Promise<TestResponse> {
  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
  return to.request(`/api/upload${query}`, { method: 'POST', headers, body: form(parts) });
}

async function uploaded(part: Part): Promise<TestResponse> {
  const response = await upload(app, [part]);
  expect(response.status).toBe(201);
  const [file] = response.json<readonly { readonly url: string }[]>();
  return app.request(file?.url ?? '', { authorization: null });
}

const SCRIPT = '<script>alert(document.domain)</script>';
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="alert(1)">${SCRIPT}</svg>`;

describe('CVE-2022-32114, CVE-2022-29894, CVE-2022-27263: uploads with active content', () => {
  test.each([
    ['a page', { file: 'page.html', type: 'text/html', content: SCRIPT }],
    ['a page named as an image', { file: 'page.html', type: 'image/png', content: SCRIPT }],
    [
      'a page with another extension',
      { file: 'page.xhtml', type: 'application/xhtml+xml', content: SCRIPT },
    ],
    ['an image with a script', { file: 'mark.svg', type: 'image/svg+xml', content: SVG }],
    [
      'XML with a stylesheet',
      { file: 'a.xml', type: 'text/xml', content: '<?xml-stylesheet href="x.xsl"?><a/>' },
    ],
    ['a script', { file: 'code.js', type: 'text/javascript', content: 'alert(1)' }],
  ])('%s is served in a sandbox', async (_what, part) => {
    const { status, headers } = await uploaded(part);
    expect(status).toBe(200);
    expect(headers['x-content-type-options']).toBe('nosniff');
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/default-src 'none'/);
    expect(policy).toMatch(/sandbox(?!\s+allow)/);
    expect(policy).not.toMatch(/script-src[^;]*'unsafe-inline'/);
  });

  test.each([
    ['a text', { file: 'a.txt', content: SCRIPT }, 'text/plain'],
    [
      'text declared as an image',
      { file: 'a.png', type: 'image/png', content: SCRIPT },
      'image/png',
    ],
  ])('%s has the type of its extension', async (_what, part, type) => {
    const { headers } = await uploaded(part);
    expect(String(headers['content-type'])).toContain(type);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });
});

describe('CVE-2026-22707 / GHSA-pcw7-5633-82vv: types that the operator does not allow', () => {
  const security = { allowedTypes: ['image/*'], deniedTypes: ['image/svg+xml'] };
  const plugins = `module.exports = { upload: { config: { security: ${JSON.stringify(security)} } },
    'users-permissions': { config: { jwtSecret: 'x' } } };`;

  test('the content API rejects them in new and replaced files, by their content', async () => {
    const kitchen = vendored('conformance', 'projects', 'kitchen');
    const project = makeProject({ 'config/plugins.js': plugins }, kitchen);
    await using strict = await openTestApp({ project });
    const png = readFileSync(vendored('conformance', 'files', 'small.png'));
    const good = await upload(strict, [{ file: 'good.png', type: 'image/png', content: png }]);
    expect(good.status).toBe(201);
    const [{ id } = { id: 0 }] = good.json<readonly { readonly id: number }[]>();
    const bad: readonly Part[] = [
      { file: 'page.html', type: 'text/html', content: SCRIPT },
      { file: 'page.html', type: 'image/png', content: SCRIPT },
      { file: 'mark.svg', type: 'image/svg+xml', content: SVG },
      { file: 'mark.svg', type: 'image/png', content: SVG },
      {
        file: 'run.png',
        type: 'image/png',
        content: Buffer.from('MZ\u0090\0not a picture', 'latin1'),
      },
    ];
    for (const part of bad) {
      expect([part, (await upload(strict, [part])).status]).toEqual([part, 400]);
      expect([part, (await upload(strict, [part], `?id=${id}`)).status]).toEqual([part, 400]);
    }
    const folder = path.join(strict.folder, 'public', 'uploads');
    const kept = readdirSync(folder).filter((name) => /\.(?:html|svg)$/.test(name));
    expect(kept).toEqual([]);
  });
});

describe('CVE-2024-31217: an upload that stops the server', () => {
  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
  const whole = form([{ file: 'a.txt' }]).toString();

  test.each([
    ['cut off', whole.slice(0, -30)],
    ['without an end', whole.slice(0, 60)],
    ['of nothing', ''],
    ['of another boundary', whole.replaceAll(BOUNDARY, 'other')],
    ['with a broken header', whole.replace('content-disposition', 'content-disposition:::')],
    ['with a file without a name', whole.replace('filename="a.txt"', 'filename=""')],
    ['with a name of control characters', whole.replace('a.txt', '\u0000\u0001')],
    ['with a name of 5000 characters', whole.replace('a.txt', `${'a'.repeat(5000)}.txt`)],
    ['with an invalid type', whole.replace('text/plain', '日本/"x;;\u0001')],
    [
      'with 2000 fields',
      form(Array.from({ length: 2000 }, (_, i) => ({ name: `f${i}`, file: '' }))).toString(),
    ],
  ])('%s is rejected, and the next request is served', async (_what, body) => {
    const response = await app.request('/api/upload', { method: 'POST', headers, body });
    expect(response.status).toBeLessThan(500);
    expect((await app.request('/api/authors')).status).toBe(200);
  });

  test('whose client disconnects leaves nothing, and the next request is served', async () => {
    const before = readdirSync(path.join(app.folder, 'public', 'uploads')).length;
    const port = await app.listen();
    for (const share of [0.1, 0.5, 0.9]) {
      await new Promise<void>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => {
          const body = form([{ file: 'gone.txt', content: 'x'.repeat(100_000) }]);
          socket.write(
            `POST /api/upload HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${app.token}\r\ncontent-type: ${headers['content-type']}\r\ncontent-length: ${body.length}\r\n\r\n`,
          );
          socket.write(body.subarray(0, body.length * share), () => socket.destroy());
        });
        socket.on('close', () => resolve());
      });
    }
    expect((await app.request('/api/authors')).status).toBe(200);
    expect(readdirSync(path.join(app.folder, 'public', 'uploads')).length).toBe(before);
  });
});

describe('names of files', () => {
  test.each([
    '../../evil.txt',
    '..\\\\evil.txt',
    '/etc/passwd',
    'a/../../b.txt',
    '%2e%2e%2fevil.txt',
    'evil.txt\u0000.png',
    '....//evil.txt',
  ])('%s is stored in the upload folder, or rejected', async (file) => {
    const response = await upload(app, [{ file }]);
    expect(response.status).toBeLessThan(500);
    expect(existsSync(path.join(app.folder, 'evil.txt'))).toBe(false);
    expect(existsSync(path.join(app.folder, 'public', 'evil.txt'))).toBe(false);
    if (response.status !== 201) return;
    for (const { url } of response.json<readonly { readonly url: string }[]>()) {
      expect(url).toMatch(/^\/uploads\/[^/\\]+$/);
    }
  });

  test.each([
    'a%0d%0aset-cookie: x=1%0d%0a.txt',
    'a\u2028set-cookie.txt',
    'a";x="b.txt',
    '日本.txt',
  ])('%s adds no header to a response', async (file) => {
    const response = await upload(app, [{ file }]);
    expect([201, 400]).toContain(response.status);
    const [{ url } = { url: '/' }] =
      response.status === 201 ? response.json<readonly { readonly url: string }[]>() : [];
    const { headers } = await app.request(url, { authorization: null });
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers['content-disposition']).toBeUndefined();
  });
});

describe('paths to files', () => {
  test.each([
    '/uploads/../../.env',
    '/uploads/%2e%2e/%2e%2e/.env',
    '/uploads/..%2f..%2f.env',
    '/uploads/..%5c..%5c.env',
    '/%2e%2e/.env',
    '/..%2f.env',
    '/....//.env',
    '/.env',
    '/uploads/.hidden',
    '/uploads/%00.txt',
    '/uploads/a%00.txt',
    '//etc/passwd',
    '/file:///etc/passwd',
    '/.tmp/data.db',
    '/%2e%74%6d%70/data.db',
    '/config/plugins.js',
    '/package.json',
  ])('%s serves no file of the project', async (url) => {
    writeFileSync(path.join(app.folder, 'public', 'uploads', '.hidden'), 'hidden');
    const response = await app.request(url, { authorization: null });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    expect(response.text).not.toMatch(/jwt-secret|SECRET|SQLite|hidden/);
  });

  test('symbolic links in the folder belong to the operator; requests create none', async () => {
    symlinkSync('/etc', path.join(app.folder, 'public', 'uploads', 'etc'));
    const response = await upload(app, [{ file: 'etc' }]);
    const [{ url } = { url: '' }] = response.json<readonly { readonly url: string }[]>();
    expect(url).toMatch(/^\/uploads\/etc_[0-9a-f]{10}\.txt$/);
  });
});
