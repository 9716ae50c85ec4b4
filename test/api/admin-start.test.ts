// Requests of the admin panel when it starts (docs/strapi/administration.md, "Requests at panel startup").
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, errorOf, invite, registerAdmin } from '../support/admin.ts';
import { openTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let token: string;
let editor: string;

beforeAll(async () => {
  app = await openTestApp();
  token = await registerAdmin(app);
  editor = (await invite(app, token, { email: 'edith@example.com', roles: [2] })).token;
});

afterAll(() => app.close());

test('information includes the project and its plugins', async () => {
  const { data } = (await call(app, '/admin/information', { token })).json<{ data: object }>();
  expect(data).toEqual({
    currentEnvironment: 'development',
    autoReload: false,
    strapiVersion: '5.54.0',
    dependencies: {},
    projectId: null,
    nodeVersion: process.version,
    communityEdition: true,
    useYarn: false,
  });
  const plugins = await call(app, '/admin/plugins', { token });
  expect(plugins.json()).toMatchObject({ plugins: [{ name: 'users-permissions' }] });
  expect(errorOf(await call(app, '/admin/plugins', { token: editor }))).toMatchObject({
    status: 403,
    message: 'Policy Failed',
  });
});

test('everyone can read the flags in config/admin', async () => {
  const response = await call(app, '/admin/project-type');
  expect(response.json()).toEqual({
    data: { isEE: false, features: [], flags: {}, ai: { enabled: false } },
  });
});

test('only the first super admin gets the guided tour', async () => {
  const tour = async (by: string) =>
    (await call(app, '/admin/guided-tour-meta', { token: by })).json<{
      data: { isFirstSuperAdminUser: boolean; schemas: Record<string, { uid: string }> };
    }>().data;
  const { isFirstSuperAdminUser, schemas } = await tour(token);
  expect(isFirstSuperAdminUser).toBe(true);
  expect(schemas['api::article.article']).toMatchObject({
    uid: 'api::article.article',
    kind: 'collectionType',
    attributes: { title: { type: 'string' } },
  });
  const second = await invite(app, token, { email: 'second@example.com', roles: [1] });
  expect((await tour(second.token)).isFirstSuperAdminUser).toBe(false);
  expect((await tour(editor)).isFirstSuperAdminUser).toBe(false);
});

test('telemetry is empty, and there is no license', async () => {
  const telemetry = await call(app, '/admin/telemetry-properties', { token });
  expect([telemetry.status, telemetry.text]).toEqual([204, '']);
  const license = await call(app, '/admin/license-trial-time-left', { token });
  expect(errorOf(license)).toMatchObject({ status: 404, name: 'NotFoundError' });
});

test.each([
  '/admin/license-limit-information',
  '/admin/providers',
  '/admin/providers/isSSOLocked',
  '/admin/audit-logs',
  '/admin/ai-usage',
  '/admin/ai-token',
  '/admin/ai-feature-config',
])('%s is not found, as in the community edition', async (path) => {
  for (const by of [token, null]) {
    expect(errorOf(await call(app, path, { token: by }))).toEqual({
      status: 404,
      name: 'NotFoundError',
      message: 'Not Found',
      details: {},
    });
  }
});
