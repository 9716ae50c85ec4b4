// Administrators as records: invited, changed, deleted, and their own profile (docs/strapi/administration.md, "Accounts").
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { ADA, call, errorOf, invite, meOf, registerAdmin, signIn } from '../support/admin.ts';
import { openTestApp, type TestResponse, type TestApp } from '../support/app.ts';
import { changeDatabase, readRows, readValue } from '../support/app-database.ts';
import { RestoredServer } from '../support/restored-server.ts';

const EDITOR = 2;
const PASSWORD = 'Passw0rd!';

let app: TestApp;
let token: string;

const server = new RestoredServer(async () => {
  const opened = await openTestApp({ limitsSignIns: false });
  token = await registerAdmin(opened);
  return opened;
});

beforeEach(async () => {
  app = await server.restored();
});

afterAll(() => server.close());

function put(path: string, body: object, by: string = token): Promise<TestResponse> {
  return call(app, path, { method: 'PUT', token: by, body });
}

function remove(id: number): Promise<TestResponse> {
  return call(app, `/admin/users/${id}`, { method: 'DELETE', token });
}

const LAST = {
  status: 400,
  name: 'ValidationError',
  message: 'You must have at least one user with super admin role.',
  details: {},
};

describe('sessions', () => {
  test.each([{ isActive: false }, { password: 'Passw0rd!!' }])(
    'end after %j, and are not restored',
    async (change) => {
      const bob = await invite(app, token, { email: 'bob@example.com', roles: [EDITOR] });
      expect((await meOf(app, bob.token)).status).toBe(200);
      expect((await put(`/admin/users/${bob.id}`, change)).status).toBe(200);
      expect((await put(`/admin/users/${bob.id}`, { isActive: true })).status).toBe(200);
      expect((await meOf(app, bob.token)).status).toBe(401);
    },
  );

  test('do not end after other changes', async () => {
    const bob = await invite(app, token, { email: 'bob@example.com', roles: [EDITOR] });
    const change = { firstname: 'Robert', roles: [3], isActive: true };
    expect((await put(`/admin/users/${bob.id}`, change)).status).toBe(200);
    expect((await meOf(app, bob.token)).status).toBe(200);
    expect((await put('/admin/users/me', { username: 'bob' }, bob.token)).status).toBe(200);
    expect((await meOf(app, bob.token)).status).toBe(200);
  });

  test('are deleted with the administrator, so that the next one with the same id has none', async () => {
    const bob = await invite(app, token, { email: 'bob@example.com', roles: [EDITOR] });
    expect((await remove(bob.id)).status).toBe(200);
    expect((await meOf(app, bob.token)).status).toBe(401);
    const left = await readRows(
      app,
      `select user_id from strapi_sessions where user_id = '${bob.id}'`,
    );
    expect(left).toEqual([]);
  });
});

describe('the last super admin', () => {
  test('is protected even if there are unregistered ones', async () => {
    const body = { email: 'eve@example.com', firstname: 'Eve', roles: [1] };
    await call(app, '/admin/users', { method: 'POST', token, body });
    expect(errorOf(await remove(1))).toEqual(LAST);
    expect(errorOf(await put('/admin/users/1', { roles: [EDITOR] }))).toEqual(LAST);
    expect(errorOf(await put('/admin/users/1', { isActive: false }))).toEqual(LAST);
    expect((await meOf(app, token)).status).toBe(200);
  });

  test('is no longer protected if there is another registered one', async () => {
    const eve = await invite(app, token, { email: 'eve@example.com', roles: [1] });
    expect((await remove(1)).status).toBe(200);
    const both = { method: 'POST', token: eve.token, body: { ids: [1, eve.id] } } as const;
    expect(errorOf(await call(app, '/admin/users/batch-delete', both))).toMatchObject({
      message: 'You cannot delete your own user',
    });
  });

  test('may lose other roles', async () => {
    expect((await put('/admin/users/1', { roles: [EDITOR, 1] })).status).toBe(200);
    expect((await put('/admin/users/1', { roles: [1] })).status).toBe(200);
  });
});

describe('rejects requests that fail in Strapi with 500', () => {
  const unknownRole = {
    status: 400,
    name: 'ValidationError',
    message: 'roles contains a role that does not exist',
    details: {},
  };

  test.each([[[77]], [['x']], [[EDITOR, 77]]])('roles %j', async (roles) => {
    const body = { email: 'new@example.com', firstname: 'N', roles };
    const made = await call(app, '/admin/users', { method: 'POST', token, body });
    expect(errorOf(made)).toEqual(unknownRole);
    expect(errorOf(await put('/admin/users/1', { roles: [1, ...roles] }))).toEqual(unknownRole);
    expect(await readValue(app, 'select count(*) from admin_users')).toBe(1);
  });

  test.each([[{ roles: [-1] }], [{ roles: [1.5] }], [{ roles: [null] }], [{ email: 5 }]])(
    'the values %j',
    async (values) => {
      const body = { email: 'new@example.com', firstname: 'N', ...values };
      const response = await call(app, '/admin/users', { method: 'POST', token, body });
      expect(errorOf(response)).toMatchObject({ status: 400, name: 'ValidationError' });
    },
  );

  test('a batch that deletes only unknown administrators', async () => {
    const body = { ids: [998, 'x'] };
    const response = await call(app, '/admin/users/batch-delete', { method: 'POST', token, body });
    expect(errorOf(response)).toMatchObject({ status: 404, message: 'User not found' });
  });

  test.each(['x', '-1', '1.5', '99999999999'])('the id %s, which is not found', async (id) => {
    const response = await call(app, `/admin/users/${id}`, { token });
    expect(errorOf(response)).toMatchObject({ status: 404, message: 'User does not exist' });
  });
});

test.each([
  ['/admin/users/1', { username: '' }, 'username must be at least 1 characters'],
  ['/admin/users/me', { username: '' }, 'username must be at least 1 characters'],
  [
    '/admin/users/1',
    { preferedLanguage: 'de' },
    'this field has unspecified keys: preferedLanguage',
  ],
  [
    '/admin/users/1',
    { roles: [null] },
    'roles[0] must be a `strapiID` type, but the final value was: `null`.',
  ],
])('PUT %s with %j is rejected', async (path, change, message) => {
  expect(errorOf(await put(path, change))).toMatchObject({ status: 400, message });
});

test('deleting an administrator clears the creator of entries, but keeps the entries', async () => {
  const bob = await invite(app, token, { email: 'bob@example.com', roles: [EDITOR] });
  await changeDatabase(
    app,
    `insert into tags (document_id, name, created_by_id, updated_by_id) values ('t', 'kept', ${bob.id}, 1)`,
  );
  expect((await remove(bob.id)).status).toBe(200);
  const rows = await readRows(app, 'select name, created_by_id, updated_by_id from tags');
  expect(rows).toEqual([['kept', null, 1]]);
});

test('only one of concurrent password changes succeeds', async () => {
  const changes = ['Passw0rd!1', 'Passw0rd!2'].map((password) =>
    put('/admin/users/me', { password, currentPassword: PASSWORD }),
  );
  const responses = await Promise.all(changes);
  // The change that came second finds another password, or that its session has ended with the first.
  const [first, second] = responses.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(first).toBe(200);
  expect([400, 401]).toContain(second);
});

test('only one of concurrent requests accepts an invitation', async () => {
  const body = { email: 'bob@example.com', firstname: 'Bob', roles: [EDITOR] };
  const invited = await call(app, '/admin/users', { method: 'POST', token, body });
  const { registrationToken } = invited.json<{ data: { registrationToken: string } }>().data;
  expect(registrationToken).toMatch(/^[\da-f]{40}$/);
  const userInfo = { firstname: 'Bob', password: PASSWORD };
  const accept = () =>
    call(app, '/admin/register', { method: 'POST', body: { registrationToken, userInfo } });
  const responses = await Promise.all([accept(), accept(), accept()]);
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
  expect((await signIn(app, { email: body.email, password: PASSWORD })).status).toBe(200);
});

test('secrets of administrators are neither returned nor filterable', async () => {
  await invite(app, token, { email: 'bob@example.com', roles: [EDITOR] });
  const list = await call(app, '/admin/users', { token });
  expect(list.text).not.toMatch(/\$2[aby]\$|resetPassword|registrationToken/);
  expect(list.headers['cache-control']).toBe('no-store');
  for (const query of [
    'filters[registrationToken][$notNull]=true',
    'filters[$or][0][password][$startsWith]=a',
    'filters[$and][0][$not][resetPasswordTokenExpiresAt][$null]=true',
    'sort=registrationToken',
    'fields=password',
    'filters[apiTokens][accessKey][$startsWith]=a',
    'populate=apiTokens',
  ]) {
    const response = await call(app, `/admin/users?${query}`, { token });
    expect([query, response.status]).toEqual([query, 400]);
  }
  const found = await call(app, `/admin/users?_q=${encodeURIComponent('$2')}`, { token });
  expect(found.json()).toMatchObject({ data: { results: [] } });
});

test('combines filters, sort and search with pages', async () => {
  for (const name of ['bob', 'eve', 'joe']) {
    await invite(app, token, { email: `${name}@example.com`, roles: [EDITOR] });
  }
  const query =
    'filters[nope]=1&filters[email][$ne]=eve@example.com&sort=email:desc&_q=example&page=2&pageSize=2';
  const { data } = (await call(app, `/admin/users?${query}`, { token })).json<{ data: object }>();
  expect(data).toMatchObject({
    results: [{ email: ADA.email, roles: [{ code: 'strapi-super-admin' }] }],
    pagination: { page: 2, pageSize: 2, pageCount: 2, total: 3 },
  });
});

describe('lists', () => {
  const listed = (path: string): Promise<TestResponse> => call(app, `/admin/${path}`, { token });

  test.each(['sort=id', 'sort=createdAt', 'filters[blocked]=true', 'populate=createdBy'])(
    'of people by %s: 400',
    async (query) => {
      const name = /(\w+)(?:=true)?$/.exec(query.replace(']', ''))?.[1];
      const { status, text } = await listed(`users?${query}`);
      expect([status, text.includes(`Invalid key ${name}`)], text).toEqual([400, true]);
    },
  );

  test('of people with populate do not contain roles', async () => {
    for (const query of ['populate=*', 'populate=nope', 'populate=']) {
      const { text } = await listed(`users?${query}`);
      expect(text).not.toContain('strapi-super-admin');
    }
  });

  test('of people with a page beyond the range of numbers: 400', async () => {
    const { status, text } = await listed(`users?page=${2 ** 53 - 1}&pageSize=${2 ** 53 - 1}`);
    expect(status, text).toBe(400);
  });

  test.each([
    ['start=1', ['Editor', 'Author']],
    ['limit=1', ['Super Admin']],
    ['start=1&limit=1&sort=name', ['Editor']],
    ['page=2&pageSize=1', ['Super Admin', 'Editor', 'Author']],
    ['limit=0', ['Super Admin', 'Editor', 'Author']],
  ])('of roles with %s', async (query, names) => {
    const { data } = (await listed(`roles?${query}`)).json<{ data: { name: string }[] }>();
    expect(data.map(({ name }) => name)).toEqual(names);
  });

  test.each(['page=1&limit=1', 'page=0', 'pageSize=', 'start=-1', 'limit=x', 'sort=id'])(
    'of roles and people with %s: 400',
    async (query) => {
      for (const path of ['roles', 'users']) {
        expect((await listed(`${path}?${query}`)).status).toBe(400);
      }
    },
  );
});

test('counts a role once that is named twice', async () => {
  const body = { email: 'bob@example.com', firstname: 'bob', roles: [EDITOR, EDITOR] };
  const response = await call(app, '/admin/users', { method: 'POST', token, body });
  expect(response.json()).toMatchObject({ data: { roles: [{ id: EDITOR }] } });
});

test('a request for a new password requires a body', async () => {
  for (const path of ['forgot-password', 'reset-password']) {
    const response = await call(app, `/admin/${path}`, { method: 'POST' });
    const message = 'this is a required field';
    expect(response.json()).toMatchObject({ error: { status: 400, message } });
  }
});
