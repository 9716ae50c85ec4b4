// Users over the routes: the order of checks, values that are never written or shown, and attributes that a project
// adds (docs/strapi/accounts.md, "Users" and "Relations of users").
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestResponse, TestApp } from '../support/app.ts';
import { readValue, changeDatabase } from '../support/app-database.ts';
import { sqlMoment } from '../support/test-database.ts';
import { ProjectCopy } from '../support/project-copy.ts';
import { userProject } from '../support/user-project.ts';
import { sendJson, setRole, signIn } from '../support/signed-in.ts';
import { RestoredServer } from '../support/restored-server.ts';

let copy: ProjectCopy;
let app: TestApp;
const server = new RestoredServer(() => copy.open());
beforeAll(async () => {
  const folder = userProject();
  copy = await ProjectCopy.make({ project: folder });
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  app = await server.restored();
});
afterAll(async () => {
  await server.close();
  copy.remove();
});

const USERS = '/api/users';

interface Problem {
  readonly error: {
    readonly status: number;
    readonly name: string;
    readonly message: string;
    readonly details: {
      readonly errors?: readonly { readonly path: readonly string[]; readonly value?: unknown }[];
    };
  };
}

function newUser(username: string, more: object = {}): object {
  return { username, email: `${username}@example.com`, password: 'secret1', role: 1, ...more };
}

async function make(username: string, more: object = {}): Promise<number> {
  const response = await sendJson(app, {
    method: 'POST',
    url: USERS,
    body: newUser(username, more),
  });
  expect(response.status, response.text).toBe(201);
  return response.json<{ readonly id: number }>().id;
}

function errorOf(response: TestResponse): readonly [number, string, string] {
  const { error } = response.json<Problem>();
  expect(error.status).toBe(response.status);
  return [error.status, error.name, error.message];
}

async function names(url: string): Promise<readonly string[]> {
  const users = (await app.request(url)).json<readonly { readonly username: string }[]>();
  return users.map(({ username }) => username);
}

describe('a new user', () => {
  test.each([
    ['unknown keys', { nope: 1, data: {} }, {}],
    ['what the system writes', { documentId: 'x', publishedAt: 1, locale: 5, createdAt: null }, {}],
    [
      'times',
      { createdAt: '2020-01-02T03:04:05Z', updatedAt: 5 },
      { createdAt: '2020-01-02T03:04:05.000Z', updatedAt: '1970-01-01T00:00:00.005Z' },
    ],
    ['an id', { id: 77 }, { id: 1 }],
    ['another provider', { provider: 'github' }, { provider: 'local' }],
    ['capitals in the address', { email: 'NEW@Example.com' }, { email: 'new@example.com' }],
    ['flags', { confirmed: 'true', blocked: 1 }, { confirmed: true, blocked: true }],
    ['a role as a text', { role: '2' }, { role: { type: 'public' } }],
    [
      'a role to connect',
      { role: { connect: [{ id: 2 }], nope: 1 } },
      { role: { type: 'public' } },
    ],
    ['an empty role: the default one', { role: '' }, { role: { type: 'authenticated' } }],
    ['no role by number: the default one', { role: 0 }, { role: { type: 'authenticated' } }],
  ])('with %s', async (_what, sent, shown) => {
    const response = await sendJson(app, {
      method: 'POST',
      url: USERS,
      body: newUser('ada', sent),
    });
    expect([response.status, response.json()]).toMatchObject([201, shown]);
    expect(response.text).not.toMatch(/nope|assword|Token|secretNote/);
  });

  test.each([
    [
      { role: 99 },
      '1 relation(s) of type plugin::users-permissions.role associated with this entity do not exist',
    ],
    [
      { role: { connect: [{ documentId: 'none' }] } },
      'Document with id "none", locale "null" not found',
    ],
    [{ username: 'ad' }, 'username must be at least 3 characters'],
    [{ username: 'ad', password: 'x' }, '2 errors occurred'],
    [{ username: 'a\0da' }, 'username must not contain NUL characters'],
    [{ nick: 'too long' }, 'nick must be at most 5 characters'],
    [
      { favorites: [999] },
      '1 relation(s) of type api::article.article associated with this entity do not exist',
    ],
    [{ confirmed: 'yes' }, 'confirmed must be a `boolean` type, but the final value was: `"yes"`.'],
    [{ createdBy: 1 }, 'Invalid key createdBy'],
  ])('%j is reported in one line', async (sent, message) => {
    const response = await sendJson(app, {
      method: 'POST',
      url: USERS,
      body: newUser('ada', sent),
    });
    expect(errorOf(response)).toEqual([400, 'ApplicationError', message]);
    expect(response.json<Problem>().error.details).toEqual({});
    expect(await names(USERS)).toEqual([]);
  });

  test.each([undefined, [], [1], {}, { data: newUser('ada') }])('%j is rejected', async (body) => {
    const response = await sendJson(app, { method: 'POST', url: USERS, body });
    expect(errorOf(response).slice(0, 2)).toEqual([400, 'ValidationError']);
  });

  test.each(['"gone"', '{"toString":1}'])(
    'with the default role %s causes no error',
    async (role) => {
      await changeDatabase(
        app,
        `update strapi_core_store_settings set value = '{"unique_email":true,"default_role":${role}}'
        where key = 'plugin_users-permissions_advanced'`,
      );
      const response = await sendJson(app, {
        method: 'POST',
        url: USERS,
        body: newUser('ada', { role: '' }),
      });
      expect(errorOf(response)).toEqual([
        400,
        'ApplicationError',
        'Impossible to find the default role',
      ]);
    },
  );

  test('is created only once by concurrent requests with one address', async () => {
    const sent = Array.from({ length: 8 }, (_, i) =>
      sendJson(app, {
        method: 'POST',
        url: USERS,
        body: newUser(`ada${i}`, { email: 'ada@example.com' }),
      }),
    );
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 400)).toHaveLength(7);
    expect(await readValue(app, 'select count(*) from up_users')).toBe(1);
  });

  test('may use an existing address if the settings allow it', async () => {
    await make('ada');
    await changeDatabase(
      app,
      `update strapi_core_store_settings set value = '{"unique_email":false}'
        where key = 'plugin_users-permissions_advanced'`,
    );
    await make('bob', { email: 'ADA@example.com' });
    expect(await readValue(app, 'select count(distinct email) from up_users')).toBe(1);
  });
});

describe('an update of a user', () => {
  let ada: number;
  beforeEach(async () => {
    ada = await make('ada');
    await make('bob');
  });
  const change = (body: unknown, id: number | string = ada): Promise<TestResponse> =>
    sendJson(app, { method: 'PUT', url: `${USERS}/${id}`, body });

  test.each([
    [{}, {}],
    [{ data: { username: 'x' }, nope: 1 }, { username: 'ada' }],
    [{ username: 'ada', email: 'ADA@example.com' }, { email: 'ada@example.com' }],
    [{ provider: 'github' }, { provider: 'github' }],
    [{ role: {} }, { role: { type: 'authenticated' } }],
    [{ role: { connect: [] } }, { role: { type: 'authenticated' } }],
    [{ role: { id: 2 } }, { role: { type: 'public' } }],
    [{ role: { set: [] } }, { role: null }],
    [{ documentId: 'x', createdAt: null }, { username: 'ada' }],
    [{ createdAt: '2020-01-02' }, { createdAt: '2020-01-02T00:00:00.000Z' }],
  ])('with %j is stored', async (sent, shown) => {
    const before = await readValue(app, 'select document_id from up_users where id = 1');
    const response = await change(sent);
    expect([response.status, response.json()]).toMatchObject([200, shown]);
    expect(response.json()).toMatchObject({ documentId: before });
  });

  test.each([
    [{ username: 'bob', email: 'bob@example.com' }, 'ApplicationError', 'Username already taken'],
    [{ email: 'BOB@example.com', role: 99 }, 'ApplicationError', 'Email already taken'],
    [{ createdAt: 'x' }, 'ValidationError', 'Invalid format, expected a timestamp or an ISO date'],
    [{ password: '', username: 'bob' }, 'ValidationError', 'password.notNull'],
    [{ password: null }, 'ValidationError', 'password.notNull'],
    [{ password: 5 }, 'ValidationError', 'Password must be at least 1 character'],
    [{ username: '', email: 'x', confirmed: 'yes' }, 'ValidationError', '2 errors occurred'],
    [{ username: 'ab', password: 'x', confirmed: 'yes' }, 'ValidationError', '3 errors occurred'],
    [{ role: { disconnect: [{ id: 1 }] } }, 'ValidationError', 'Cannot remove role'],
    [
      { role: { connect: [{}] } },
      'ValidationError',
      'Relation entry must include an id or documentId',
    ],
    [{ id: 77 }, 'ValidationError', 'Invalid key id'],
    [undefined, 'ValidationError', 'Request body cannot be empty'],
  ])('with %j is rejected', async (body, name, message) => {
    expect(errorOf(await change(body))).toEqual([400, name, message]);
    expect(await names(USERS)).toEqual(['ada', 'bob']);
  });

  test('does not reveal private values in errors', async () => {
    const body = { role: 99, password: 'hush-hush', secretNote: 'hush', nick: 'n' };
    const response = await change(body);
    expect(errorOf(response).slice(0, 2)).toEqual([400, 'ValidationError']);
    const [problem] = response.json<Problem>().error.details.errors ?? [];
    expect(problem).toMatchObject({ path: [], value: { role: { set: [{ id: 99 }] }, nick: 'n' } });
    expect(response.text).not.toContain('hush');
  });

  test.each(['999', 'me', 'x', '-1', '0x1', '%00'])('does not find the id %s', async (id) => {
    expect(errorOf(await change({ username: '' }, id))).toEqual([
      404,
      'NotFoundError',
      'User not found',
    ]);
  });

  test('with a new password ends the sessions of the user', async () => {
    const session = (user: number): string => `insert into strapi_sessions
      (user_id, session_id, device_id, origin, type, status, expires_at)
      values ('${user}', 's${user}', 'd', 'users-permissions', 'session', 'active', ${sqlMoment(9_000_000_000_000)});`;
    await changeDatabase(app, session(ada) + session(ada + 1));
    const status = (user: number): Promise<unknown> =>
      readValue(app, `select status from strapi_sessions where user_id = '${user}'`);
    await change({ nick: 'new' });
    expect(await status(ada)).toBe('active');
    await change({ password: 'another1' });
    expect([await status(ada), await status(ada + 1)]).toEqual(['revoked', 'active']);
  });
});

describe('one user', () => {
  test.each([
    ['', 200],
    ['?filters[username]=ada', 200],
    ['?filters[username]=bob', 204],
    ['?filters[documentId]=x', 204],
    ['?filters[id]=999', 204],
    ['?_q=bob@nowhere', 204],
    ['?start=5', 204],
    ['?limit=0', 200],
    ['?fields=password', 400],
  ])('with the query "%s": %j', async (query, status) => {
    const ada = await signIn(app, 'ada');
    await setRole(app, 1, ['plugin::users-permissions.user.me']);
    for (const response of [
      await app.request(`${USERS}/${ada.id}${query}`),
      await app.request(`${USERS}/me${query}`, ada),
    ]) {
      expect(response.status).toBe(status);
      if (status === 204) expect(response.text).toBe('');
    }
  });

  test('at /me requires a user', async () => {
    await setRole(app, 2, ['plugin::users-permissions.user.me']);
    for (const authorization of [null, `Bearer ${app.token}`]) {
      const response = await app.request(`${USERS}/me`, { authorization });
      expect(errorOf(response)).toEqual([401, 'UnauthorizedError', 'Unauthorized']);
    }
  });

  test('is deleted once, whatever the query', async () => {
    const id = await make('ada');
    const gone = await sendJson(app, {
      method: 'DELETE',
      url: `${USERS}/${id}?filters[username]=bob&fields=nope`,
    });
    expect([gone.status, gone.json()]).toMatchObject([200, { username: 'ada' }]);
    expect(gone.json()).not.toHaveProperty('role');
    const again = await sendJson(app, { method: 'DELETE', url: `${USERS}/${id}` });
    expect([again.status, again.text]).toEqual([204, '']);
  });
});

test.each([
  ['GET', '', 'find'],
  ['GET', '/count', 'count'],
  ['GET', '/1', 'findOne'],
  ['GET', '/me', 'me'],
  ['POST', '', 'create'],
  ['PUT', '/1', 'update'],
  ['DELETE', '/99', 'destroy'],
] as const)('%s /api/users%s requires %s, whatever is sent', async (method, path, action) => {
  const { authorization } = await signIn(app, 'ada');
  const all = ['find', 'findOne', 'count', 'me', 'create', 'update', 'destroy'];
  const url = `${USERS}${path}?filters[nope]=1`;
  const call = (): Promise<TestResponse> =>
    method === 'GET'
      ? app.request(url, { authorization })
      : sendJson(app, { method, url, body: {}, authorization });
  const others = all.filter((each) => each !== action);
  await setRole(
    app,
    1,
    others.map((each) => `plugin::users-permissions.user.${each}`),
  );
  expect((await call()).status).toBe(403);
  await setRole(app, 1, [`plugin::users-permissions.user.${action}`]);
  expect((await call()).status).not.toBe(403);
});
