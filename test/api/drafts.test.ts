// Types with drafts and locales over REST: which version a write changes, by `status` and `locale`
// (docs/strapi/publishing.md), beyond the recorded cases. The actions on versions are tested in actions.test.ts.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEngine } from '../../src/app/engine.ts';
import { openTestApp, type TestResponse, type TestApp } from '../support/app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp();
});

afterAll(() => app.close());

async function send(
  method: 'POST' | 'PUT' | 'DELETE',
  url: string,
  data?: object,
): Promise<TestResponse> {
  const headers = { 'content-type': 'application/json' };
  return app.request(url, { method, ...(data ? { headers, body: JSON.stringify({ data }) } : {}) });
}

interface Entry {
  readonly documentId: string;
  readonly publishedAt: string | null;
  readonly locale?: string;
}

const entryOf = (response: TestResponse): Entry => response.json<{ data: Entry }>().data;

describe('a draft', () => {
  test('is validated by the rules for drafts, and visible only as a draft', async () => {
    const response = await send('POST', '/api/categories?status=draft', { name: 'no slug' });
    expect(response.status).toBe(201);
    const { documentId, publishedAt } = entryOf(response);
    expect(publishedAt).toBeNull();
    expect((await app.request(`/api/categories/${documentId}`)).status).toBe(404);
    expect((await app.request(`/api/categories/${documentId}?status=draft`)).status).toBe(200);
  });

  test('is changed in place', async () => {
    const { documentId } = entryOf(
      await send('POST', '/api/categories?status=draft', { name: 'a' }),
    );
    const path = `/api/categories/${documentId}?status=draft`;
    expect(entryOf(await send('PUT', path, { name: 'b' }))).toMatchObject({
      name: 'b',
      publishedAt: null,
    });
    expect((await app.request(path)).json()).toMatchObject({ data: { name: 'b' } });
  });

  test('links to drafts', async () => {
    const { documentId } = entryOf(
      await send('POST', '/api/categories?status=draft', { name: 'linked' }),
    );
    const made = await send('POST', '/api/articles?status=draft&populate=category', {
      title: 't',
      category: documentId,
    });
    expect(made.json()).toMatchObject({ data: { category: { documentId, publishedAt: null } } });
  });

  test('is deleted with its document, but not alone', async () => {
    const { documentId } = entryOf(
      await send('POST', '/api/categories?status=draft', { name: 'gone' }),
    );
    expect((await send('DELETE', `/api/categories/${documentId}?status=draft`)).status).toBe(400);
    expect((await send('DELETE', `/api/categories/${documentId}`)).status).toBe(204);
    expect((await app.request(`/api/categories/${documentId}?status=draft`)).status).toBe(404);
  });

  test('is the default status in the document API', async () => {
    const { documents } = await createEngine(app.project, app.store);
    const categories = documents('api::category.category');
    const { documentId } = await categories.create({ data: { name: 'by program' } });
    expect(await categories.findOne({ documentId })).toMatchObject({ publishedAt: null });
    expect((await categories.delete({ documentId })).entries).toHaveLength(1);
  });
});

describe('a locale', () => {
  test('is taken from the query, or is the default one', async () => {
    expect(entryOf(await send('POST', '/api/tags', { name: 'one' })).locale).toBe('en');
    expect(entryOf(await send('POST', '/api/tags?locale=fr', { name: 'un' })).locale).toBe('fr');
    const home = await send('PUT', '/api/homepage?status=draft&locale=de', { heading: 'Hallo' });
    expect([home.status, entryOf(home).locale]).toEqual([200, 'de']);
  });

  test.each(['locale=*', 'locale[0]=en&locale[1]=fr', 'locale[$in]=en'])(
    '%s is rejected',
    async (query) => {
      const response = await send('POST', `/api/tags?${query}`, { name: 'all' });
      expect(response.json()).toMatchObject({
        error: {
          status: 400,
          message: expect.stringMatching(/^Invalid locale param .* provided/) as string,
        },
      });
    },
  );

  test('is the only one that a write changes', async () => {
    const { documentId } = entryOf(await send('POST', '/api/tags?locale=fr', { name: 'un' }));
    const changed = await send('PUT', `/api/tags/${documentId}?locale=fr`, { name: 'deux' });
    expect(changed.json()).toMatchObject({ data: { name: 'deux', locale: 'fr' } });
  });

  test('can be added to a document and deleted separately', async () => {
    const { documentId } = entryOf(await send('POST', '/api/tags', { name: 'one' }));
    const path = `/api/tags/${documentId}`;
    const added = await send('PUT', `${path}?locale=fr`, { name: 'un' });
    expect([added.status, entryOf(added)]).toMatchObject([200, { documentId, locale: 'fr' }]);
    expect((await send('DELETE', path)).status).toBe(204);
    const left = await app.request(`/api/tags?locale=*&filters[documentId]=${documentId}`);
    expect(left.json()).toMatchObject({ data: [{ locale: 'fr' }] });
    expect((await send('DELETE', `${path}?locale=*`)).status).toBe(204);
    expect((await app.request(`${path}?locale=fr`)).status).toBe(404);
  });
});

describe('a write that publishes', () => {
  test.each([
    ['a document', 'POST', '/api/categories', { name: 'n', slug: 's' }, 201],
    ['a single type', 'PUT', '/api/homepage', { heading: 'H' }, 200],
  ] as const)('%s', async (_, method, url, data, status) => {
    const response = await send(method, url, data);
    expect([response.status, entryOf(response).publishedAt]).toEqual([status, expect.any(String)]);
    const { documentId } = entryOf(response);
    const path = method === 'PUT' ? url : `${url}/${documentId}`;
    expect(entryOf(await app.request(`${path}?status=draft`)).publishedAt).toBeNull();
  });

  test('changes nothing if it violates the publication rules', async () => {
    const before = await app.request('/api/categories?status=draft&pagination[pageSize]=100');
    expect((await send('POST', '/api/categories', { name: 'without a slug' })).status).toBe(400);
    const after = await app.request('/api/categories?status=draft&pagination[pageSize]=100');
    expect(after.text).toBe(before.text);
  });
});
