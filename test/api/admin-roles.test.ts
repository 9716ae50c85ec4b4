// Roles of administrators and their permissions (docs/strapi/administration.md, "Roles and permissions").
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { call, errorOf, invite, registerAdmin } from '../support/admin.ts';
import { openTestApp, type TestResponse, type TestApp } from '../support/app.ts';
import { changeDatabase, readRows } from '../support/app-database.ts';
import { RestoredServer } from '../support/restored-server.ts';
import { storeToken } from '../support/stored-token.ts';

const EXPLORER = 'plugin::content-manager.explorer';
const READ = `${EXPLORER}.read`;

let app: TestApp;
let token: string;
let role: number;

const server = new RestoredServer(async () => {
  const opened = await openTestApp();
  token = await registerAdmin(opened);
  const body = { name: 'Reader' };
  const made = await call(opened, '/admin/roles', { method: 'POST', token, body });
  role = made.json<{ data: { id: number } }>().data.id;
  return opened;
});

beforeEach(async () => {
  app = await server.restored();
});

afterAll(() => server.close());

function grant(permissions: readonly object[]): Promise<TestResponse> {
  return call(app, `/admin/roles/${role}/permissions`, {
    method: 'PUT',
    token,
    body: { permissions },
  });
}

interface Shown {
  readonly id: number;
  readonly action: string;
}

async function granted(): Promise<readonly Shown[]> {
  const response = await call(app, `/admin/roles/${role}/permissions`, { token });
  return response.json<{ data: readonly Shown[] }>().data;
}

const article = (fields: unknown, locales: unknown = ['en']) => ({
  action: READ,
  subject: 'api::article.article',
  properties: { fields, locales },
});

describe('the permissions of a role', () => {
  test('remain stored in the same rows if unchanged; all others are replaced', async () => {
    await grant([article(['title']), { action: 'plugin::upload.read' }]);
    const before = await granted();
    const response = await grant([article(['title']), { action: 'admin::users.read' }]);
    expect(response.json()).toMatchObject({ data: [{ action: 'admin::users.read' }] });
    const after = await granted();
    expect(after.map(({ action }) => action)).toEqual([READ, 'admin::users.read']);
    expect(after[0]).toEqual(before[0]);
    expect(
      await readRows(
        app,
        `select count(*) from admin_permissions where action = 'plugin::upload.read'`,
      ),
    ).toEqual([[3]]);
  });

  test.each([
    [['seo', 'seo.metaTitle'], 'Fields format are incorrect (bad nesting).'],
    [['seo.links', 'title', 'seo.links.label'], 'Fields format are incorrect (bad nesting).'],
    [['title', 'title'], 'Fields format are incorrect (duplicates).'],
    [
      'title',
      'permissions[0].properties.fields must be a `array` type, but the final value was: `"title"`.',
    ],
    [[5], /^permissions\[0\]\.properties\.fields must be a `array` type/],
    [{ 0: 'title' }, /^permissions\[0\]\.properties\.fields must be a `array` type/],
  ])('are rejected as a whole if fields are invalid: %j', async (fields, message) => {
    await grant([article(['title'])]);
    const before = await granted();
    const response = await grant([article(fields)]);
    expect(errorOf(response)).toMatchObject({
      status: 400,
      name: 'ValidationError',
      message: typeof message === 'string' ? message : expect.stringMatching(message),
      details: { errors: [{ path: ['permissions', '0', 'properties', 'fields'] }] },
    });
    expect(await granted()).toEqual(before);
  });

  test.each([
    [undefined, 'permissions is a required field'],
    [{ permissions: {} }, 'permissions must be a `array` type, but the final value was: `{}`.'],
    [{ permissions: [5] }, 'permissions[0] must be a `object` type, but the final value was: `5`.'],
    [
      { permissions: [{ action: 5 }] },
      'permissions[0].action must be a `string` type, but the final value was: `5`.',
    ],
    [
      { permissions: [{ ...article(['a']), conditions: 'x' }] },
      /conditions must be a `array` type/,
    ],
    [{ permissions: [article(['a'], 'en')] }, /locales must be a `array` type/],
    [
      { permissions: [{ ...article(['a']), properties: [] }] },
      /properties must be a `object` type/,
    ],
    [
      { permissions: [{ ...article(['a']), properties: null }] },
      /properties must be a `object` type/,
    ],
    [
      { permissions: [{ ...article(['a']), conditions: [5] }] },
      'permissions[0].conditions[0] must be a `string` type, but the final value was: `5`.',
    ],
    [{ permissions: [article(['a\0'])] }, 'The request body must not contain NUL characters'],
    [{ permissions: [], more: 1 }, 'this field has unspecified keys: more'],
  ])('are rejected in the body %j', async (body, message) => {
    const response = await call(app, `/admin/roles/${role}/permissions`, {
      method: 'PUT',
      token,
      ...(body ? { body } : { body: {} }),
    });
    expect(errorOf(response)).toMatchObject({
      status: 400,
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    });
  });

  test.each([
    [{}, { locales: ['en'] }],
    [{ locales: [] }, { locales: ['en'] }],
    [
      { fields: null, locales: null },
      { fields: null, locales: null },
    ],
  ])(
    'with the properties %j on a localized type are stored with %j',
    async (properties, stored) => {
      const permission = { action: READ, subject: 'api::article.article' };
      const response = await grant([{ ...permission, properties }]);
      expect(response.json()).toMatchObject({ data: [{ ...permission, properties: stored }] });
    },
  );

  test('may name thousands of fields in one request', async () => {
    const fields = Array.from({ length: 2000 }, (_, i) => `field${i}`);
    const permissions = ['create', 'read', 'update'].map((name) => ({
      ...article(fields),
      action: `${EXPLORER}.${name}`,
    }));
    expect((await grant(permissions)).status).toBe(200);
  });

  test('are those of one write after concurrent writes', async () => {
    const [one, other] = [[article(['title'])], [{ action: 'plugin::upload.read' }]];
    const responses = await Promise.all([grant(one), grant(other), grant(one), grant(other)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await granted()).toHaveLength(1);
  });
});

describe('permission checks', () => {
  const requested = [
    { action: READ, subject: 'api::article.article' },
    { action: READ, subject: 'api::article.article', field: 'title' },
    { action: READ, subject: 'api::article.article', field: 'seo' },
    { action: READ, subject: 'api::article.article', field: 'seo.metaTitle' },
    { action: READ, subject: 'api::article.article', field: 'summary' },
    { action: READ, subject: 'api::author.author' },
    { action: 'admin::users.read' },
    { action: 'nope' },
  ];

  async function check(by: string): Promise<unknown> {
    const body = { permissions: requested };
    const response = await call(app, '/admin/permissions/check', {
      method: 'POST',
      token: by,
      body,
    });
    return response.json<{ data: unknown }>().data;
  }

  test('follow the permissions of the role immediately', async () => {
    await grant([article(['title', 'seo.metaTitle'])]);
    const reader = await invite(app, token, { email: 'reader@example.com', roles: [role] });
    const some = [true, true, false, true, false, false, false, false];
    expect(await check(reader.token)).toEqual(some);
    expect(await check(token)).toEqual([true, true, false, true, true, true, true, false]);
    await grant([]);
    expect(await check(reader.token)).toEqual(some.map(() => false));
    const own = await call(app, '/admin/users/me/permissions', { token: reader.token });
    expect(own.json()).toEqual({ data: [] });
  });

  test('of a token follow its own permissions', async () => {
    await storeToken(app, 'inner', { kind: 'admin' });
    await changeDatabase(
      app,
      `insert into strapi_api_tokens_admin_user_owner_lnk (api_token_id, user_id)
        values ((select id from strapi_api_tokens where name = 'inner'), 1);
       insert into admin_permissions (action, conditions) values ('admin::users.read', '[]');
       insert into admin_permissions_api_token_lnk (permission_id, api_token_id)
        values ((select max(id) from admin_permissions), (select id from strapi_api_tokens where name = 'inner'))`,
    );
    expect(await check('inner')).toEqual([false, false, false, false, false, false, true, false]);
  });

  test.each([undefined, {}, { permissions: {} }, { permissions: [5] }])(
    'respond 400 to the body %j',
    async (body) => {
      const sent = body === undefined ? {} : { body };
      const response = await call(app, '/admin/permissions/check', {
        method: 'POST',
        token,
        ...sent,
      });
      expect(errorOf(response)).toMatchObject({ status: 400, name: 'ValidationError' });
    },
  );
});

describe('roles', () => {
  test('get a code that is derived from the name', async () => {
    for (const [name, code] of [
      ['Proof Reader', /^proof-reader-[\da-z]{8}$/],
      ['Éditeur n°1', /^editeur-n-1-[\da-z]{8}$/],
      ['camelCase_Name', /^camel-case-name-[\da-z]{8}$/],
      ['編集者', /^編集者-[\da-z]{8}$/],
    ] as const) {
      const made = await call(app, '/admin/roles', { method: 'POST', token, body: { name } });
      expect(made.json<{ data: { code: string } }>().data.code).toMatch(code);
    }
  });

  test('have unique names, even with concurrent requests', async () => {
    const make = () => call(app, '/admin/roles', { method: 'POST', token, body: { name: 'One' } });
    const responses = await Promise.all([make(), make(), make()]);
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 400, 400,
    ]);
  });

  test('are deleted with their permissions', async () => {
    await grant([article(['title'])]);
    const ids = (await granted()).map(({ id }) => id);
    const gone = await call(app, `/admin/roles/${role}`, { method: 'DELETE', token });
    expect(gone.status).toBe(200);
    expect(
      await readRows(app, `select id from admin_permissions where id in (${ids.join()})`),
    ).toEqual([]);
  });

  test('cannot be filtered by administrators’ secrets', async () => {
    for (const query of [
      'filters[users][password][$startsWith]=a',
      'filters[users][email]=ada@example.com',
      'sort=users.password',
    ]) {
      const response = await call(app, `/admin/roles?${query}`, { token });
      expect([query, response.status]).toEqual([query, 400]);
    }
  });

  test.each(['x', '-1', '99999999999'])('are not found by the id %s', async (id) => {
    for (const path of [`/admin/roles/${id}`, `/admin/roles/${id}/permissions`]) {
      expect(errorOf(await call(app, path, { token }))).toMatchObject({ message: 'role.notFound' });
    }
    const gone = await call(app, `/admin/roles/${id}`, { method: 'DELETE', token });
    expect(gone.json()).toEqual({ data: null });
  });
});
