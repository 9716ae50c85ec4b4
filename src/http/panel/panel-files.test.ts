import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { PanelFiles } from './panel-files.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'quoin-panel-'));
mkdirSync(path.join(folder, 'assets'));
const write = (name: string, text: string): void => writeFileSync(path.join(folder, name), text);
write('index.html', '<meta property="csp-nonce" nonce="%NONCE%" />');
write('assets/main-abc.js', 'plain');
write('assets/main-abc.js.br', 'brotli');
write('assets/main-abc.js.gz', 'gzip');
write('assets/small-abc.js', 'small');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const files = new PanelFiles({ folder, projectPolicy: () => "img-src 'self' files.example.com" });

test('the shell has its own nonce, which the policy allows', () => {
  const [first, second] = [files.shell(), files.shell()];
  const nonce = /nonce="([^"]+)"/.exec(String(first?.body))?.[1] ?? '';
  expect(nonce).toMatch(/^[\w+/]{24}$/);
  expect(second?.body).not.toBe(first?.body);
  const headers = first && 'headers' in first ? first.headers : {};
  expect(headers?.['content-security-policy']).toContain(`'nonce-${nonce}'`);
  expect(headers?.['content-security-policy']).toContain('files.example.com');
  expect(headers?.['cache-control']).toBe('no-store');
});

test.each([
  ['gzip, deflate, br', 'brotli', 'br'],
  ['gzip;q=1.0, br;q=0', 'gzip', 'gzip'],
  ['identity', 'plain', undefined],
  ['', 'plain', undefined],
])('serves a file in an encoding that the client accepts: %s', async (accepted, body, encoding) => {
  const found = await files.file('assets/main-abc.js', accepted);
  expect(String(found?.body)).toBe(body);
  expect(found).toMatchObject({
    type: 'text/javascript; charset=utf-8',
    headers: { 'cache-control': 'public, max-age=31536000, immutable', vary: 'Accept-Encoding' },
  });
  expect(found && 'headers' in found ? found.headers?.['content-encoding'] : null).toBe(encoding);
});

test('serves a file that was too small to compress', async () => {
  expect(String((await files.file('assets/small-abc.js', 'br'))?.body)).toBe('small');
});

test.each([
  'assets/nope.js',
  'index.html',
  'assets/../index.html',
  '../package.json',
  'assets/main-abc.js.br',
])('serves no other file: %s', async (name) => {
  expect(await files.file(name, 'br')).toBeNull();
});

test('serves nothing if the panel is not built', async () => {
  const none = new PanelFiles({ folder: path.join(folder, 'none'), projectPolicy: () => '' });
  expect(none.shell()).toBeNull();
  expect(await none.file('assets/main-abc.js', '')).toBeNull();
});
