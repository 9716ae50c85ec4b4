// The default locale: other programs may change it, and the change takes effect with the next request.
import { afterAll, beforeEach, expect, test } from 'vitest';
import { call, registerAdmin } from '../support/admin.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { RestoredServer } from '../support/restored-server.ts';

let app: TestApp;
let admin: string;

const server = new RestoredServer(async () => {
  const opened = await openTestApp();
  admin = await registerAdmin(opened);
  const added = await call(opened, '/i18n/locales', {
    method: 'POST',
    token: admin,
    body: { code: 'fr', isDefault: false },
  });
  expect(added.status, added.text).toBe(200);
  return opened;
});

beforeEach(async () => {
  app = await server.restored();
});

afterAll(() => server.close());

/** As another program does it, such as Strapi on the same database. */
async function moveDefault(code: string): Promise<void> {
  const other = await app.other();
  await other.script(
    `update strapi_core_store_settings set value = '"${code}"' where key = 'plugin_i18n_default_locale'`,
  );
}

async function defaults(path: string, token: string): Promise<readonly string[]> {
  const locales = (await call(app, path, { token })).json<
    readonly { readonly code: string; readonly isDefault: boolean }[]
  >();
  return locales.filter(({ isDefault }) => isDefault).map(({ code }) => code);
}

async function create(): Promise<unknown> {
  const body = { data: { title: 'one' } };
  const response = await call(app, '/api/articles', { method: 'POST', token: app.token, body });
  expect(response.status, response.text).toBe(201);
  return response.json<{ data: { locale: unknown } }>().data.locale;
}

async function count(): Promise<number> {
  const response = await call(app, '/api/articles', { token: app.token });
  return response.json<{ data: unknown[] }>().data.length;
}

test('the default locale is read again after another program changes it', async () => {
  expect(await create()).toBe('en');
  for (const [code, there] of [
    ['fr', 0],
    ['en', 1],
  ] as const) {
    await moveDefault(code);
    expect(await defaults('/api/i18n/locales', app.token)).toEqual([code]);
    expect(await defaults('/i18n/locales', admin)).toEqual([code]);
    await moveDefault(code === 'fr' ? 'en' : 'fr');
    await moveDefault(code);
    expect(await count()).toBe(there);
    expect(await create()).toBe(code);
  }
});

test('the admin API returns the current default locale', async () => {
  await moveDefault('fr');
  const listed = (await call(app, '/i18n/locales', { token: admin })).json<{ id: number }[]>();
  const [first] = listed;
  const change = { method: 'PUT', token: admin, body: { name: 'English' } } as const;
  const changed = await call(app, `/i18n/locales/${first?.id}`, change);
  expect(changed.json()).toMatchObject({ code: 'en', isDefault: false });
  await moveDefault('en');
  expect((await call(app, `/i18n/locales/${first?.id}`, change)).json()).toMatchObject({
    isDefault: true,
  });
});

test('the document API uses the current default locale', async () => {
  const { createEngine } = await import('../../src/app/engine.ts');
  const { documents } = await createEngine(app.project, app.store);
  const articles = documents<{ readonly locale: string }>('api::article.article');
  expect((await articles.create({ data: { title: 'one' } })).locale).toBe('en');
  await moveDefault('fr');
  expect(await articles.findMany()).toEqual([]);
  expect((await articles.create({ data: { title: 'two' } })).locale).toBe('fr');
  expect(await articles.count()).toBe(1);
});
