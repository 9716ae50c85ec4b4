// `strapi.service('admin::user')` creates, registers and deletes administrators, who then can or cannot sign in.
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Strapi } from '../../src/code/strapi/strapi.ts';
import type { Fields, Row } from '../../src/code/strapi/code-values.ts';
import { call, meOf } from '../support/admin.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { RestoredServer } from '../support/restored-server.ts';
import { collectionType, makeProject, schemaOf } from '../support/project-folder.ts';

const server = new RestoredServer(() =>
  openTestApp({
    project: makeProject({
      [schemaOf('post')]: collectionType('post'),
      'src/index.js': 'module.exports = { bootstrap() { return 1; } };',
    }),
    limitsSignIns: false,
  }),
);
let app: TestApp;

beforeEach(async () => {
  app = await server.restored();
});

afterAll(() => server.close());

function strapi(): Strapi {
  return Reflect.get(globalThis, 'strapi') as Strapi;
}

type Method = (...args: unknown[]) => Promise<unknown>;

/** Calls a method of the service. */
async function users(name: string, ...args: readonly unknown[]): Promise<unknown> {
  const service = strapi().service('admin::user') as Record<string, Method>;
  return (service[name] as Method)(...args);
}

const PASSWORD = 'Passw0rd!';

function createFirst(): Promise<unknown> {
  return users('createFirstAdmin', {
    email: 'first@example.com',
    firstname: 'First',
    password: PASSWORD,
  });
}

async function invite(email: string): Promise<Row> {
  return (await users('create', { email, firstname: 'Invited' })) as Row;
}

function signIn(email: string, password: string) {
  return call(app, '/admin/login', { method: 'POST', body: { email, password } });
}

async function statusOf(email: string, password: string): Promise<number> {
  return (await signIn(email, password)).status;
}

function storedOf({ id }: Row): Promise<Row | null> {
  return strapi().db.query('admin::user').findOne({ where: { id } });
}

test('createFirstAdmin creates a super administrator, once', async () => {
  const first = (await createFirst()) as Row;
  expect(first).toMatchObject({ isActive: true, roles: [{ code: 'strapi-super-admin' }] });
  expect(await statusOf('first@example.com', PASSWORD)).toBe(200);
  await expect(users('createFirstAdmin', { email: 'b@example.com' })).rejects.toThrow(
    'You cannot register a new super admin',
  );
  expect(await users('isLastSuperAdminUser', first.id)).toBe(true);
  expect(await users('isFirstSuperAdminUser', first.id)).toBe(true);
});

test('createToken returns a random token', () => {
  const token = strapi().service('admin::token') as Record<string, () => string>;
  expect(token['createToken']?.()).toMatch(/^[0-9a-f]{40}$/);
});

test('findRegistrationInfo describes an invited administrator', async () => {
  const { registrationToken } = await invite('two@example.com');
  expect(await users('findRegistrationInfo', registrationToken)).toEqual({
    email: 'two@example.com',
    firstname: 'Invited',
    lastname: null,
  });
  expect(await users('findRegistrationInfo', undefined)).toBe(undefined);
});

test('an invited administrator who registers can sign in', async () => {
  const invited = await invite('two@example.com');
  const { registrationToken } = invited;
  const userInfo = { firstname: 'Two', lastname: 'B', password: PASSWORD };
  await expect(users('register', { registrationToken: 'x', userInfo })).rejects.toThrow(
    'Invalid registration info',
  );
  expect(await users('register', { registrationToken, userInfo })).toMatchObject({
    firstname: 'Two',
    isActive: true,
    registrationToken: null,
  });
  expect(await statusOf('two@example.com', PASSWORD)).toBe(200);
});

test.each([
  ['no password', {}],
  ['an undefined password', { password: undefined }],
  ['a number', { password: 12_345_678 }],
  ['a short password', { password: 'Aa1' }],
  ['a password without a number', { password: 'Password!' }],
  ['a password of 73 bytes', { password: `Aa1${'a'.repeat(70)}` }],
])('a registration with %s changes nothing', async (_what, password: Fields) => {
  const invited = await invite('two@example.com');
  const { registrationToken } = invited;
  const userInfo = { firstname: 'Two', ...password };
  await expect(users('register', { registrationToken, userInfo })).rejects.toMatchObject({
    name: 'ValidationError',
    message: expect.stringContaining('password') as string,
  });
  expect(await storedOf(invited)).toMatchObject({
    firstname: 'Invited',
    isActive: false,
    password: null,
    registrationToken,
  });
});

test('a registration without data is a ValidationError', async () => {
  const { registrationToken } = await invite('two@example.com');
  await expect(users('register', { registrationToken })).rejects.toThrow('password');
});

test('only one of two concurrent registrations with one token succeeds', async () => {
  const { registrationToken } = await invite('two@example.com');
  const passwords = ['Passw0rd!1', 'Passw0rd!2'];
  const registered = await Promise.allSettled(
    passwords.map((password) =>
      users('register', { registrationToken, userInfo: { firstname: password, password } }),
    ),
  );
  expect(registered.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const winner = registered.findIndex(({ status }) => status === 'fulfilled');
  expect(await Promise.all(passwords.map((each) => statusOf('two@example.com', each)))).toEqual(
    passwords.map((_, i) => (i === winner ? 200 : 400)),
  );
});

test.each([undefined, null, '', 12_345_678])(
  'the password %j is rejected by create and updateById',
  async (password) => {
    const invited = await invite('two@example.com');
    await expect(users('create', { email: 'three@example.com', password })).rejects.toThrow(
      'Invalid password',
    );
    await expect(users('updateById', invited.id, { password })).rejects.toThrow('Invalid password');
    expect(await storedOf(invited)).toMatchObject({ password: null });
    expect(await users('exists', { email: 'three@example.com' })).toBe(false);
  },
);

test('resetPasswordByEmail checks the password, and ends sessions', async () => {
  await createFirst();
  const session = (await signIn('first@example.com', PASSWORD)).json<{ data: { token: string } }>();
  const { token } = session.data;
  await expect(users('resetPasswordByEmail', 'first@example.com', 'weak')).rejects.toThrow(
    'Invalid password. Expected a minimum of 8 characters with at least one number and one uppercase letter',
  );
  expect((await meOf(app, token)).status).toBe(200);
  await users('resetPasswordByEmail', 'first@example.com', 'Passw0rd!2');
  expect((await meOf(app, token)).status).toBe(401);
  expect(await statusOf('first@example.com', PASSWORD)).toBe(400);
  expect(await statusOf('first@example.com', 'Passw0rd!2')).toBe(200);
});

test('assignARoleToAll assigns a role to administrators without one', async () => {
  const first = (await createFirst()) as Row;
  const invited = await invite('two@example.com');
  const author = await strapi()
    .db.query('admin::role')
    .findOne({ where: { code: 'strapi-author' } });
  await users('assignARoleToAll', author?.id);
  expect(await users('findOne', invited.id)).toMatchObject({ roles: [{ code: 'strapi-author' }] });
  expect(await users('findOne', first.id)).toMatchObject({
    roles: [{ code: 'strapi-super-admin' }],
  });
});

test('deleteByIds emits one event for all deleted administrators', async () => {
  const two = await invite('two@example.com');
  const three = await invite('three@example.com');
  const events: unknown[] = [];
  strapi().eventHub.on('user.delete', (event) => void events.push(event));
  await users('deleteByIds', [two.id, three.id]);
  expect(events).toMatchObject([
    { users: [{ email: 'two@example.com' }, { email: 'three@example.com' }] },
  ]);
  expect(await users('count')).toBe(0);
});
