// Data that the admin panel reads before sign-in.
import { expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';
import { changeDatabase } from '../support/app-database.ts';
import { collectionType, makeProject, schemaOf } from '../support/project-folder.ts';

const UUID = '0d2a5c2e-1111-4222-8333-944445555666';
const NEW = { uuid: false, hasAdmin: false, menuLogo: null, authLogo: null };

function open(manifest: object | string): Promise<TestApp> {
  const files = { [schemaOf('post')]: collectionType('post'), 'package.json': manifest };
  return openTestApp({ project: makeProject(files) });
}

async function init(app: TestApp): Promise<unknown> {
  return (await app.request('/admin/init', { authorization: null })).json();
}

test.each([
  ['none', {}, false],
  ['one', { strapi: { uuid: UUID } }, UUID],
  ['of a project without telemetry', { strapi: { uuid: UUID, telemetryDisabled: true } }, false],
  ['next to a string option', { strapi: { uuid: UUID, telemetryDisabled: 'true' } }, UUID],
  ['an empty one', { strapi: { uuid: '' } }, ''],
  ['a number', { strapi: { uuid: 12 } }, 12],
  ['null', { strapi: { uuid: null } }, null],
  ['an invalid manifest', '{', false],
])('returns the uuid of package.json: %s', async (_name, manifest, uuid) => {
  await using app = await open(manifest);
  expect(await init(app)).toEqual({ data: { ...NEW, uuid } });
});

test('reports to everyone whether there is an administrator', async () => {
  await using app = await open({ strapi: { uuid: UUID } });
  await app.request('/admin/register-admin', {
    method: 'POST',
    authorization: null,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@site.example', firstname: 'Ada', password: 'Passw0rd!' }),
  });
  const expected = { data: { ...NEW, uuid: UUID, hasAdmin: true } };
  expect(await init(app)).toEqual(expected);
  expect((await app.request('/admin/init')).json()).toEqual(expected);
});

test.each([
  [{ menuLogo: { name: 'a.png', url: '/uploads/a.png' } }, { menuLogo: '/uploads/a.png' }],
  [
    { menuLogo: null, authLogo: { url: 'https://cdn.example/b.png' } },
    { authLogo: 'https://cdn.example/b.png' },
  ],
  [null, {}],
])('returns the logos in the settings %j', async (settings, expected) => {
  await using app = await open({});
  const value = JSON.stringify(settings);
  await changeDatabase(
    app,
    `insert into strapi_core_store_settings (key, value, type) values ('core_admin_project-settings', '${value}', 'object')`,
  );
  expect(await init(app)).toEqual({ data: { ...NEW, ...expected } });
});

test('returns no URL for a logo that was never set', async () => {
  await using app = await open({});
  const value = JSON.stringify({ menuLogo: { url: '/uploads/a.png' }, authLogo: {} });
  await changeDatabase(
    app,
    `insert into strapi_core_store_settings (key, value, type) values ('core_admin_project-settings', '${value}', 'object')`,
  );
  const { authLogo: _, ...rest } = NEW;
  expect(await init(app)).toEqual({ data: { ...rest, menuLogo: '/uploads/a.png' } });
});
