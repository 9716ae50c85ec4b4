// Preview addresses from the handler in config/admin (docs/strapi/content-manager.md, "Previews").
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, registerAdmin } from '../support/admin.ts';
import { openTestApp, type TestResponse, type TestApp } from '../support/app.ts';
import { vendored } from '../support/vendored-projects.ts';

const HANDLER = `
const admin = require('./secrets.js');
module.exports = (context) => ({
  ...admin(context),
  preview: {
    enabled: context.env('PREVIEW', 'true'),
    config: {
      async handler(uid, entry) {
        if (uid === 'api::tag.tag') throw new Error('secret words');
        if (entry.locale === 'none') return undefined;
        return 'https://site.example/preview?' + new URLSearchParams({ uid, ...entry });
      },
    },
  },
});
`;

let folder: string;
let app: TestApp;
let token: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'quoin-preview-'));
  cpSync(vendored('conformance', 'projects', 'kitchen'), folder, { recursive: true });
  const config = path.join(folder, 'config');
  cpSync(path.join(config, 'admin.js'), path.join(config, 'secrets.js'));
  writeFileSync(path.join(config, 'admin.js'), HANDLER);
  app = await openTestApp({ project: folder });
  token = await registerAdmin(app);
});

afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

function previewUrl(query: string, on: TestApp = app, as: string = token): Promise<TestResponse> {
  return call(on, `/content-manager/preview/url/${query}`, { token: as });
}

test('returns the result of the handler for the entry', async () => {
  const response = await previewUrl('api::article.article?documentId=abc&locale=en&status=draft');
  expect(response.status).toBe(200);
  const { data } = response.json<{ data: { url: string } }>();
  expect(Object.fromEntries(new URL(data.url).searchParams)).toEqual({
    uid: 'api::article.article',
    documentId: 'abc',
    locale: 'en',
    status: 'draft',
  });
});

test.each([
  ['api::article.article', '', 'draft'],
  ['api::article.article', '&status=published', 'published'],
  ['api::author.author', '', 'published'],
  ['api::author.author', '&status=', 'published'],
  ['api::author.author', '&status=draft', 'draft'],
])('the status of %s with "%s" is %s', async (uid, query, status) => {
  const response = await previewUrl(`${uid}?documentId=abc${query}`);
  expect(response.text).toContain(`status=${status}"`);
});

test('uses the documentId of a single type, or responds 404 without a document', async () => {
  expect((await previewUrl('api::homepage.homepage')).text).toContain('Document not found');
  const created = await app.request('/api/homepage', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data: { heading: 'Home' } }),
  });
  expect(created.status, created.text).toBe(200);
  const { documentId } = created.json<{ data: { documentId: string } }>().data;
  expect((await previewUrl('api::homepage.homepage')).text).toContain(`documentId=${documentId}`);
});

test('responds 204 without an address', async () => {
  const response = await previewUrl('api::article.article?documentId=abc&locale=none');
  expect([response.status, response.text]).toEqual([204, '']);
});

test('logs an error of the handler, and does not send it', async () => {
  const response = await previewUrl('api::tag.tag?documentId=abc');
  expect(response.status).toBe(400);
  expect(response.json()).toMatchObject({ error: { message: 'Failed to get preview URL' } });
  expect(response.text).not.toContain('secret words');
});

test.each([
  ['api::nothing.nothing?documentId=abc', 400, 'Invalid content type'],
  ['shared.seo?documentId=abc', 400, 'Invalid content type'],
  ['api::article.article', 400, 'documentId is required for Collection Types'],
  ['api::article.article?documentId=', 400, 'documentId is required for Collection Types'],
  ['api::article.article?documentId[]=a', 400, 'Invalid input: expected string, received array'],
  ['api::nothing.nothing?status[a]=x', 400, 'Invalid input: expected string, received object'],
])('responds to %s with %i', async (query, status, message) => {
  const response = await previewUrl(query);
  expect(response.status).toBe(status);
  expect(response.json()).toMatchObject({ error: { message } });
});

test('responds 204 if previews are disabled', async () => {
  const env = { PREVIEW: 'false' };
  await using other = await openTestApp({ project: folder, env });
  const response = await previewUrl(
    'api::article.article?documentId=abc',
    other,
    await registerAdmin(other),
  );
  expect([response.status, response.text]).toEqual([204, '']);
});

test('responds 404 without a handler, after the 404 of a single type without a document', async () => {
  await using other = await openTestApp();
  const as = await registerAdmin(other);
  for (const [query, message] of [
    ['api::article.article?documentId=abc', 'Preview config not found'],
    ['api::homepage.homepage', 'Document not found'],
  ] as const) {
    const response = await previewUrl(query, other, as);
    expect(response.status).toBe(404);
    expect(response.json()).toMatchObject({ error: { message } });
  }
});
