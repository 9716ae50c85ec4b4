// Locales over the admin API (docs/strapi/administration.md, "Locales"), beyond the recorded cases.
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { call, registerAdmin } from '../support/admin.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { lockDatabase, readValue, rejectChanges } from '../support/app-database.ts';
import { RestoredServer } from '../support/restored-server.ts';

let app: TestApp;
let token: string;

const server = new RestoredServer(async () => {
  const opened = await openTestApp();
  token = await registerAdmin(opened);
  return opened;
});

beforeEach(async () => {
  app = await server.restored();
});

afterAll(() => server.close());

interface Locale {
  readonly id: number;
  readonly code: string;
  readonly isDefault: boolean;
}

function send(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) {
  return call(app, `/i18n/locales${path}`, { method, token, body });
}

async function add(code: string, isDefault = false): Promise<Locale> {
  const response = await send('POST', '', { code, isDefault });
  expect(response.status, response.text).toBe(200);
  return response.json<Locale>();
}

function article(method: 'POST' | 'PUT', path: string, data: object) {
  return call(app, `/api/articles${path}`, { method, token: app.token, body: { data } });
}

const DEFAULT = `select value from strapi_core_store_settings where key = 'plugin_i18n_default_locale'`;

test('creates a locale once for concurrent requests, and stores its creator', async () => {
  const body = { code: 'fr', isDefault: false };
  const responses = await Promise.all([1, 2, 3, 4].map(() => send('POST', '', body)));
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200, 400, 400, 400,
  ]);
  expect(await readValue(app, `select count(*) from i18n_locale where code = 'fr'`)).toBe(1);
  expect(await readValue(app, `select created_by_id from i18n_locale where code = 'fr'`)).toBe(1);
});

test('lists all codes with names', async () => {
  const response = await call(app, '/i18n/iso-locales', { token });
  const all = response.json<readonly { code: string; name: string }[]>();
  expect(all).toHaveLength(627);
  expect(all).toContainEqual({ code: 'pt-BR', name: 'Portuguese (Brazil) (pt-BR)' });
});

test('changes the default immediately, including in prepared statements, and persists it', async () => {
  await article('POST', '', { title: 'one' });
  const titles = async (): Promise<readonly string[]> => {
    const response = await call(app, '/api/articles?fields=title', { token: app.token });
    return response.json<{ data: { title: string }[] }>().data.map(({ title }) => title);
  };
  expect(await titles()).toEqual(['one']);
  await add('fr', true);
  expect(await titles()).toEqual([]);
  expect(await readValue(app, DEFAULT)).toBe('"fr"');
  await article('POST', '', { title: 'un' });
  expect(await titles()).toEqual(['un']);
  await send('PUT', '/1', { isDefault: true });
  expect(await titles()).toEqual(['one']);
  expect(await readValue(app, DEFAULT)).toBe('"en"');
});

test('other changes do not affect the default', async () => {
  const { id } = await add('fr', true);
  await send('PUT', `/${id}`, { isDefault: false });
  await send('PUT', '/1', { name: 'Englisch' });
  expect(await readValue(app, DEFAULT)).toBe('"fr"');
});

describe('deleting a locale', () => {
  async function inTwo(): Promise<{ readonly id: number; readonly documentId: string }> {
    const { id } = await add('fr');
    const made = await article('POST', '', { title: 'one', seo: { metaTitle: 's' } });
    const { documentId } = made.json<{ data: { documentId: string } }>().data;
    const data = { title: 'un', seo: { metaTitle: 't' }, sections: [] };
    expect((await article('PUT', `/${documentId}?locale=fr`, data)).status).toBe(200);
    return { id, documentId };
  }

  test('deletes its entries, both drafts and published ones, and their components', async () => {
    const { id, documentId } = await inTwo();
    expect((await send('DELETE', `/${id}`)).json()).toMatchObject({ code: 'fr', isDefault: false });
    const read = (query: string) =>
      call(app, `/api/articles/${documentId}${query}`, { token: app.token });
    expect((await read('?locale=fr')).status).toBe(404);
    expect((await read('?locale=fr&status=draft')).status).toBe(404);
    expect((await read('?populate=seo')).json()).toMatchObject({
      data: { title: 'one', seo: { metaTitle: 's' } },
    });
    expect(await readValue(app, 'select count(*) from components_shared_seos')).toBe(2);
  });

  test('is atomic', async () => {
    const { id } = await inTwo();
    await rejectChanges(app, { before: 'delete', table: 'i18n_locale' });
    const count = 'select count(*) from articles';
    const before = await readValue(app, count);
    await send('DELETE', `/${id}`);
    expect(await readValue(app, count)).toBe(before);
    expect(await readValue(app, 'select count(*) from components_shared_seos')).toBe(4);
  });

  test('is rejected for the default, even if it becomes the default at the same time', async () => {
    const { id } = await inTwo();
    const [moved, removed] = await Promise.all([
      send('PUT', `/${id}`, { isDefault: true }),
      send('DELETE', `/${id}`),
    ]);
    const left = await readValue(app, `select count(*) from i18n_locale where id = ${id}`);
    const outcome = [moved.status, removed.status, left, await readValue(app, DEFAULT)];
    expect([
      [200, 400, 1, '"fr"'],
      [404, 200, 0, '"en"'],
    ]).toContainEqual(outcome);
  });
});

test.each(['abc', '0', '999', '1abc', '%00'])('does not find the id %j', async (id) => {
  for (const response of [
    await send('PUT', `/${id}`, { name: 'x' }),
    await send('DELETE', `/${id}`),
  ]) {
    expect(response.json()).toMatchObject({ error: { status: 404, message: 'locale.notFound' } });
  }
});

test('rejected bodies change nothing', async () => {
  const bodies = [
    [],
    null,
    'x',
    { code: 'xx-none', isDefault: false },
    { code: 'EN', isDefault: false },
    { code: ['fr'], isDefault: false },
    { code: 'fr' },
    { code: 'fr', isDefault: 'yes' },
    { code: 'fr', isDefault: false, extra: 1 },
    { code: 'fr', isDefault: false, name: 5 },
    { code: 'fr', isDefault: false, name: 'a\0' },
    { code: 'fr', isDefault: false, name: 'x'.repeat(51) },
    undefined,
  ];
  for (const body of bodies) {
    expect([body, (await send('POST', '', body)).status]).toEqual([body, 400]);
    if (body === undefined) continue;
    expect([body, (await send('PUT', '/1', body)).status]).toEqual([body, 400]);
  }
  expect(await readValue(app, `select string_agg(code || name, ',') from i18n_locale`)).toBe(
    'enEnglish (en)',
  );
});

test('changes nothing while another program holds the database', async () => {
  const { id } = await add('fr');
  const release = await lockDatabase(app);
  const waiting = send('PUT', `/${id}`, { isDefault: true });
  const list = await call(app, '/api/i18n/locales', { token: app.token });
  expect(list.json<readonly Locale[]>().find(({ isDefault }) => isDefault)?.code).toBe('en');
  await release();
  expect((await waiting).json()).toMatchObject({ isDefault: true });
});
