// Source maps over HTTP: in responses to reads and writes that request them, and in no others.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestResponse, type TestApp, type TestRequest } from '../support/app.ts';
import { openAttachedApp } from '../support/attached-app.ts';
import { changeDatabase } from '../support/app-database.ts';
import { eventually } from '../support/eventually.ts';

const HEADER = { 'strapi-encode-source-maps': 'true' };
const MARKER = /(?:\u200B|\u200C|\u200D|\uFEFF){4,}/g;

let app: TestApp;
beforeAll(async () => (app = await openTestApp({ database: 'fixtures/kitchen-seeded.db' })));
afterAll(() => app.close());

function send(method: 'POST' | 'PUT', path: string, data?: object): Promise<TestResponse> {
  const headers = { ...HEADER, 'content-type': 'application/json' };
  const request: TestRequest = { method, headers };
  return app.request(path, data ? { ...request, body: JSON.stringify({ data }) } : request);
}

function marked(text: string): boolean {
  return text.search(MARKER) >= 0;
}

interface EntryBody {
  readonly data: Readonly<Record<string, string>> & { readonly documentId: string };
}

describe('the response of a write', () => {
  test('has source maps, which are not stored', async () => {
    const made = await send('POST', '/api/tags', { name: 'new', color: null });
    const { documentId, name = '', color } = made.json<EntryBody>().data;
    expect([made.status, name.replace(MARKER, ''), color]).toEqual([201, 'new', null]);
    expect(marked(name)).toBe(true);
    const changed = await send('PUT', `/api/tags/${documentId}`, { name: 'newer' });
    expect(marked(changed.text)).toBe(true);
    const read = await app.request(`/api/tags/${documentId}`);
    expect(read.json()).toMatchObject({ data: { name: 'newer' } });
  });

  test('has source maps if it publishes', async () => {
    const path = '/api/articles';
    const { documentId } = (
      await send('POST', `${path}?status=draft`, { title: 'T' })
    ).json<EntryBody>().data;
    const published = await send('POST', `${path}/${documentId}/actions/publish`);
    expect([published.status, marked(published.text)]).toEqual([200, true]);
  });

  test('has none if it is rejected', async () => {
    const rejected = await send('POST', '/api/tags', { name: 'x', color: 'none' });
    expect([rejected.status, marked(rejected.text)]).toEqual([400, false]);
  });
});

test('responses are equal to plain ones except for the markers', async () => {
  const path = '/api/articles?populate=*&status=draft';
  const plain = await app.request(path);
  const mapped = await app.request(path, { headers: HEADER });
  expect(marked(mapped.text)).toBe(true);
  expect(JSON.parse(mapped.text.replace(MARKER, ''))).toEqual(plain.json());
});

test.each([
  {},
  { 'strapi-encode-source-maps': 'false' },
  { ...HEADER, 'strapi-response-format': 'v4' },
])('responses to the headers %j have no source maps', async (headers) => {
  const response = await app.request('/api/articles?status=draft', { headers });
  expect([response.status, marked(response.text)]).toEqual([200, false]);
});

test('Vary names the headers that select the format', async () => {
  const { headers } = await app.request('/api/authors');
  expect(headers['vary']).toBe('Origin, Strapi-Response-Format, Strapi-Encode-Source-Maps');
});

test('an entry with JSON that is too deep to serialize has no source maps', async () => {
  const deep = `${'['.repeat(6000)}${']'.repeat(6000)}`;
  await using other = await openTestApp({ database: 'fixtures/kitchen.db' });
  await changeDatabase(other, `update articles set metadata = '${deep}' where id = 1`);
  const path = '/api/articles?status=draft&filters[id]=1&fields=title,metadata';
  const response = await other.request(path, { headers: HEADER });
  expect([response.status, response.text]).toEqual([200, (await other.request(path)).text]);
  const all = await other.request(path.replace('&filters[id]=1', ''), { headers: HEADER });
  expect([all.status, marked(all.text)]).toEqual([200, true]);
});

test('caches responses by format', async () => {
  await using kept = await openAttachedApp({ database: 'fixtures/kitchen-seeded.db' });
  const port = await kept.listen();
  const get = async (
    headers: Record<string, string>,
  ): Promise<{ text: string; again: boolean }> => {
    const before = kept.responseCache?.hits ?? 0;
    const response = await fetch(`http://127.0.0.1:${port}/api/authors`, {
      headers: { authorization: `Bearer ${kept.token}`, ...headers },
    });
    return { text: await response.text(), again: (kept.responseCache?.hits ?? 0) > before };
  };
  await eventually(async () => {
    await get({});
    return (await get({})).again;
  });
  const mapped = await get(HEADER);
  expect([mapped.again, marked(mapped.text)]).toEqual([false, true]);
  // On PostgreSQL the notice of an earlier commit may arrive late and empty the cache.
  await eventually(async () => {
    const { text, again } = await get(HEADER);
    expect(text).toBe(mapped.text);
    return again;
  });
  await eventually(async () => {
    const { text, again } = await get({});
    expect(marked(text)).toBe(false);
    return again;
  });
});
