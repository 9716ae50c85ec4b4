// The first administrator registers, over HTTP and only once (docs/strapi/administration.md, "Administrators").
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { ADA, call, errorOf, meOf, registerAdmin } from '../support/admin.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { changeDatabase, readValue } from '../support/app-database.ts';
import { RestoredServer } from '../support/restored-server.ts';

let app: TestApp;

const server = new RestoredServer(() => openTestApp({ limitsSignIns: false }));

beforeEach(async () => {
  app = await server.restored();
});

afterAll(() => server.close());

const { email } = ADA;

describe('registration', () => {
  test('makes the first administrator a super admin, signs them in, and rejects a second one', async () => {
    const response = await call(app, '/admin/register-admin', {
      method: 'POST',
      body: { ...ADA, lastname: null },
    });
    expect(response.status).toBe(200);
    const { data } = response.json<{ data: Record<string, unknown> & { token: string } }>();
    expect(data['accessToken']).toBe(data.token);
    expect(data['user']).toEqual({
      id: 1,
      documentId: expect.stringMatching(/^[a-z][a-z0-9]{23}$/) as unknown,
      firstname: 'Ada',
      lastname: null,
      username: null,
      email,
      isActive: true,
      blocked: false,
      preferedLanguage: null,
      createdAt: expect.stringMatching(/Z$/) as unknown,
      updatedAt: expect.stringMatching(/Z$/) as unknown,
      publishedAt: expect.stringMatching(/Z$/) as unknown,
      locale: null,
      roles: [
        {
          id: 1,
          name: 'Super Admin',
          description: 'Super Admins can access and manage all features and settings.',
          code: 'strapi-super-admin',
        },
      ],
    });
    expect((await meOf(app, data.token)).json()).toEqual({ data: data['user'] });
    expect((await call(app, '/admin/init')).json()).toMatchObject({ data: { hasAdmin: true } });
    const again = await call(app, '/admin/register-admin', {
      method: 'POST',
      body: { ...ADA, email: 'bob@example.com' },
    });
    expect(errorOf(again)).toMatchObject({
      status: 400,
      name: 'ApplicationError',
      message: 'You cannot register a new super admin',
    });
    expect(await readValue(app, 'select count(*) from admin_users')).toBe(1);
  });

  test('accepts only one of many concurrent requests', async () => {
    const bodies = Array.from({ length: 8 }, (_, i) => ({ ...ADA, email: `a${i}@example.com` }));
    const responses = await Promise.all(
      bodies.map((body) => call(app, '/admin/register-admin', { method: 'POST', body })),
    );
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 400),
    ]);
    expect(await readValue(app, 'select count(*) from admin_users')).toBe(1);
    expect(await readValue(app, 'select count(*) from admin_roles')).toBe(3);
    expect(await readValue(app, 'select count(*) from strapi_sessions')).toBe(1);
  });

  test('keeps the roles of a Strapi database, and creates only the super admin role', async () => {
    await changeDatabase(
      app,
      `insert into admin_roles (document_id, name, code) values ('r', 'Editor', 'strapi-editor')`,
    );
    const { json } = await meOf(app, await registerAdmin(app));
    expect(json()).toMatchObject({ data: { roles: [{ id: 2, code: 'strapi-super-admin' }] } });
    expect(await readValue(app, "select string_agg(code, ',') from admin_roles")).toBe(
      'strapi-editor,strapi-super-admin',
    );
    expect(
      await readValue(app, 'select count(*) from admin_permissions_role_lnk where role_id <> 2'),
    ).toBe(0);
  });

  test('stores nothing from a rejected request, and does not echo its password', async () => {
    const body = { ...ADA, firstname: 'A\0', password: 'short' };
    const response = await call(app, '/admin/register-admin', { method: 'POST', body });
    expect(response.status).toBe(400);
    expect(errorOf(response)).toMatchObject({ name: 'ValidationError' });
    expect(await readValue(app, 'select count(*) from admin_users')).toBe(0);
    expect(await readValue(app, 'select count(*) from admin_roles')).toBe(0);
  });

  test.each([
    [undefined, ['this is a required field']],
    [[], ['this must be a `object` type, but the final value was: `[]`.']],
    [{ ...ADA, extra: 1 }, ['this field has unspecified keys: extra']],
    [{ ...ADA, firstname: ' Ada ' }, ['firstname must be a trimmed string']],
    [
      { ...ADA, deviceId: 'x', rememberMe: 'maybe' },
      [
        'deviceId must be a valid UUID',
        'rememberMe must be a `boolean` type, but the final value was: `"maybe"`.',
      ],
    ],
    [{ ...ADA, password: `Aa1${'é'.repeat(35)}` }, ['password must be less than 73 bytes']],
    [
      { email: 5, firstname: {}, lastname: [], password: null },
      [
        'email must be a `string` type, but the final value was: `5`.',
        'firstname must be a `string` type, but the final value was: `{}`.',
        'lastname must be a `string` type, but the final value was: `[]`.',
        'password must be a `string` type, but the final value was: `null`.',
      ],
    ],
  ])('rejects %j', async (body, messages) => {
    const response = await call(app, '/admin/register-admin', { method: 'POST', body });
    expect(response.status).toBe(400);
    const { details } = response.json<{ error: { details: { errors: { message: string }[] } } }>()
      .error;
    expect(details.errors.map(({ message }) => message)).toEqual(messages);
  });

  test('validates an address in linear time', async () => {
    const body = { ...ADA, email: `a@a${'.a'.repeat(5000)}!` };
    const response = await call(app, '/admin/register-admin', { method: 'POST', body });
    expect(response.status).toBe(400);
  });
});
