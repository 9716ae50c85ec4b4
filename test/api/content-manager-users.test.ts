// End users as entries of the content-manager (docs/strapi/content-manager.md, "End users").
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, errorOf, registerAdmin, type AdminCall } from '../support/admin.ts';
import { changeDatabase, readValue, rejectChanges } from '../support/app-database.ts';
import { openTestApp, type TestResponse, type TestApp } from '../support/app.ts';

const USERS = '/content-manager/collection-types/plugin::users-permissions.user';
const AUTHENTICATED = 1;
const PASSWORD = 'Passw0rd!';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await openTestApp();
  token = await registerAdmin(app);
  await made('taken');
});

afterAll(() => app.close());

function send(url: string, rest: AdminCall = {}): Promise<TestResponse> {
  return call(app, url, { token, ...rest });
}

function create(values: object): Promise<TestResponse> {
  const body = { password: PASSWORD, role: AUTHENTICATED, ...values };
  return send(USERS, { method: 'POST', body });
}

async function made(name: string): Promise<string> {
  const response = await create({ username: name, email: `${name}@Example.com` });
  expect(response.status, response.text).toBe(201);
  return response.json<{ documentId: string }>().documentId;
}

function signIn(identifier: string, password: string): Promise<TestResponse> {
  return call(app, '/api/auth/local', { method: 'POST', body: { identifier, password } });
}

test('a new user can sign in, and the response contains only the user', async () => {
  const response = await create({ username: 'anna', email: 'Anna@Example.com', provider: 'x' });
  expect(response.status, response.text).toBe(201);
  const user = response.json<object>();
  expect(user).toMatchObject({ username: 'anna', email: 'anna@example.com', role: { count: 1 } });
  expect(user).not.toHaveProperty('provider');
  expect((await signIn('anna@example.com', PASSWORD)).status).toBe(200);
});

test.each([
  [{ username: 'TAKEN', email: 'taken@example.com' }, 'ApplicationError', 'Email already taken'],
  [{ username: 'taken', email: 'new@example.com' }, 'ApplicationError', 'Username already taken'],
  [
    { username: 'ab', email: 'new@example.com' },
    'ApplicationError',
    'username must be at least 3 characters',
  ],
  [
    { username: 'new', email: 'new@example.com', role: { connect: [] } },
    'ValidationError',
    'Users must have a role',
  ],
  [{ username: 'new', email: 'nomail' }, 'ValidationError', 'email must be a valid email'],
])('%j is rejected', async (values, name, message) => {
  expect(errorOf(await create(values))).toMatchObject({ status: 400, name, message });
});

test('changes follow the rules for users', async () => {
  const id = await made('bernd');
  await made('carla');
  const put = (body: object) => send(`${USERS}/${id}`, { method: 'PUT', body });
  expect((await put({ email: 'Bernd2@Example.com', password: '' })).json()).toMatchObject({
    documentId: id,
    email: 'bernd2@example.com',
  });
  expect((await signIn('bernd', PASSWORD)).status).toBe(200);
  for (const [body, message] of [
    [{ username: 'carla' }, 'Username already taken'],
    [{ email: 'CARLA@example.com' }, 'Email already taken'],
    [{ role: { connect: [], disconnect: [{ id: AUTHENTICATED }] } }, 'Cannot remove role'],
  ] as const) {
    expect(errorOf(await put(body))).toMatchObject({ status: 400, message });
  }
  expect((await put({ password: 'Newpass1!' })).status).toBe(200);
  expect((await signIn('bernd', PASSWORD)).status).toBe(400);
  expect((await signIn('bernd', 'Newpass1!')).status).toBe(200);
});

test('only one of concurrent writes with the same email address or name succeeds', async () => {
  const same = await Promise.all(
    ['dora', 'doro', 'doris'].map((username) => create({ username, email: 'dora@example.com' })),
  );
  expect(same.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400, 400]);
  const rejected = same.filter(({ status }) => status === 400).map(errorOf);
  const taken = { status: 400, message: 'Email already taken' };
  expect(rejected).toMatchObject([taken, taken]);
  const ids = [await made('emil'), await made('emma')];
  const renamed = await Promise.all(
    ids.map((id) => send(`${USERS}/${id}`, { method: 'PUT', body: { username: 'emmi' } })),
  );
  expect(renamed.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
});

test('a new password is not stored if the sessions of the user cannot be ended', async () => {
  const documentId = await made('frida');
  const id = await readValue(app, "select id from up_users where username = 'frida'");
  await changeDatabase(
    app,
    `insert into strapi_sessions (user_id, session_id, origin, status, type)
     values ('${String(id)}', 'session of frida', 'users-permissions', 'active', 'refresh')`,
  );
  const allow = await rejectChanges(app, { before: 'update', table: 'strapi_sessions' });
  const put = () =>
    send(`${USERS}/${documentId}`, { method: 'PUT', body: { password: 'Newpass1!' } });
  expect((await put()).status).toBe(400);
  expect((await signIn('frida', PASSWORD)).status).toBe(200);
  await allow();
  expect((await put()).status).toBe(200);
  expect((await signIn('frida', 'Newpass1!')).status).toBe(200);
  const status = "select status from strapi_sessions where session_id = 'session of frida'";
  expect(await readValue(app, status)).toBe('revoked');
});
