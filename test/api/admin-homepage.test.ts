// The home page and emails over the admin API (docs/strapi/administration.md, "Home page" and "Email"), beyond the
// recorded cases.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, registerAdmin } from '../support/admin.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { changeDatabase, readValue } from '../support/app-database.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await openTestApp();
  token = await registerAdmin(app);
});

afterAll(() => app.close());

describe('the layout of widgets', () => {
  const put = (body: unknown) =>
    call(app, '/admin/homepage/layout', { method: 'PUT', token, body });

  test('is stored per administrator; omitted widths are kept', async () => {
    await put({ widgets: [{ uid: 'a', width: 12 }, { uid: 'b' }], version: 2 });
    await put({ widgets: [{ uid: 'b' }, { uid: 'a' }] });
    const { data } = (await call(app, '/admin/homepage/layout', { token })).json<{
      data: object;
    }>();
    expect(data).toMatchObject({
      version: 1,
      widgets: [
        { uid: 'b', width: 6 },
        { uid: 'a', width: 12 },
      ],
    });
    const stored = await readValue(
      app,
      `select value from strapi_core_store_settings where key = 'core_admin_homepage-layout:1'`,
    );
    expect(JSON.parse(String(stored))).toEqual(data);
  });

  test.each([
    [{}],
    [null],
    [{ widgets: 'x' }],
    [{ widgets: [null] }],
    [{ widgets: [{ uid: 5 }] }],
    [{ widgets: [{ uid: 'a', width: 5 }] }],
    [{ widgets: [], version: 'x' }],
    [{ widgets: Array.from({ length: 101 }, () => ({ uid: 'a' })) }],
  ])('%j is rejected', async (body) => {
    expect((await put(body)).status).toBe(400);
  });
});

describe('a test email', () => {
  test.each([[{ to: 'a b' }], [{ to: ['a@example.com'] }], [{ to: 'a@example.com\nbcc: b' }]])(
    'to %j is rejected',
    async (body) => {
      const response = await call(app, '/email/test', { method: 'POST', token, body });
      expect(response.status).toBe(400);
    },
  );

  test('is sent by the email provider of the project, here to the log', async () => {
    const body = { to: 'a@example.com' };
    const response = await call(app, '/email/test', { method: 'POST', token, body });
    expect([response.status, response.text]).toEqual([200, '{}']);
  });
});

test('verifying an email connection is not supported', async () => {
  const response = await call(app, '/email/verify', { method: 'POST', token });
  expect(response.json()).toMatchObject({ error: { status: 400, name: 'ApplicationError' } });
});

test('logos that another program stored are returned', async () => {
  const get = () => call(app, '/admin/project-settings', { token });
  expect((await get()).json()).toEqual({ menuLogo: null, authLogo: null });
  const logo = { name: 'l.png', url: '/uploads/l.png', width: 1, height: 2, ext: '.png', size: 3 };
  const value = JSON.stringify({
    menuLogo: { ...logo, hash: 'l', provider: 'local' },
    authLogo: {},
  });
  await changeDatabase(
    app,
    `insert into strapi_core_store_settings (key, value, type) values ('core_admin_project-settings', '${value}', 'object')`,
  );
  expect((await get()).json()).toEqual({ menuLogo: logo, authLogo: {} });
});
