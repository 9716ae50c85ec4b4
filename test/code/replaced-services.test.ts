// Services of built-in plugins that an extension has replaced: the routes of the plugins call them, as in Strapi.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApplicationError } from '../../src/code/packages/strapi-utils/errors.ts';
import { apiFolderId } from '../../src/code/plugins/upload/parsed-upload.ts';
import type { Strapi } from '../../src/code/strapi/strapi.ts';
import type { Callable, Row } from '../../src/code/strapi/code-values.ts';
import { UnavailableError } from '../../src/storage/errors.ts';
import { openTestApp, type TestResponse, type TestApp } from '../support/app.ts';
import { collectionType, schemaOf, writeFiles } from '../support/project-folder.ts';
import { NOTE, upload as sendFiles } from '../support/uploads.ts';

const PASSWORD = 'Passw0rd!';
const USER = 'plugin::users-permissions.user';
const folder = mkdtempSync(path.join(tmpdir(), 'quoin-replaced-services-'));
let app: TestApp;

beforeAll(async () => {
  writeFiles(folder, {
    [schemaOf('page')]: collectionType('page'),
    'src/extensions/users-permissions/strapi-server.js': `module.exports = (plugin) => {
      const user = plugin.services.user;
      plugin.services.user = (context) => ({ ...user(context), count: async () => 77 });
      return plugin;
    };`,
  });
  app = await openTestApp({ project: folder });
});

afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

function strapi(): Strapi {
  return Reflect.get(globalThis, 'strapi') as Strapi;
}

type Method = (...args: readonly unknown[]) => Promise<unknown>;

let restore: (() => void)[] = [];

beforeEach(() => {
  for (const each of restore) each();
  restore = [];
});

/** Replaces a function of a service until the test ends. @param make Gets the function that it replaces */
function replace(uid: string, name: string, make: (own: Method) => Method): void {
  const service = strapi().service(uid) ?? {};
  const before = service[name];
  const own: Method = async (...args) =>
    Reflect.apply(before as Callable, service, args) as unknown;
  service[name] = make(own);
  restore.push(() => {
    service[name] = before;
  });
}

function send(method: 'POST' | 'PUT', url: string, body: object): Promise<TestResponse> {
  const headers = { 'content-type': 'application/json' };
  return app.request(url, { method, headers, body: JSON.stringify(body) });
}

/** Requests of accounts are made by everybody. */
function post(url: string, body: object): Promise<TestResponse> {
  const headers = { 'content-type': 'application/json' };
  const text = JSON.stringify(body);
  return app.request(url, { method: 'POST', authorization: null, headers, body: text });
}

let count = 0;

async function addUser(): Promise<Row & { username: string }> {
  count += 1;
  const username = `user${count}`;
  const email = `${username}@example.com`;
  const data = { username, email, password: PASSWORD, confirmed: true, provider: 'local' };
  const user = await strapi().documents(USER).create({ data });
  return { ...user, username };
}

describe('the user service', () => {
  test('built-in routes call a service of an extension', async () => {
    expect((await app.request('/api/users/count')).json()).toBe(77);
  });

  test('`add` creates users of the API and registers accounts', async () => {
    const seen: unknown[] = [];
    replace(USER, 'add', (own) => async (values) => {
      seen.push(values);
      const { username } = values as { username: string };
      return own({ ...(values as object), username: `changed ${username}` });
    });
    const body = { username: 'sent', email: 'sent@example.com', password: PASSWORD };
    const registered = await post('/api/auth/local/register', body);
    expect(registered.json()).toMatchObject({
      jwt: expect.any(String),
      user: { username: 'changed sent' },
    });
    expect(seen).toMatchObject([{ username: 'sent', provider: 'local' }]);
    const role = await strapi().db.query('plugin::users-permissions.role').findOne({});
    const other = { ...body, username: 'other', email: 'other@example.com', role: role?.id };
    const created = await send('POST', '/api/users', other);
    expect([created.status, created.json()]).toMatchObject([201, { username: 'changed other' }]);
  });

  test('an error of `add` is the response', async () => {
    replace(USER, 'add', () => async () => {
      throw new ApplicationError('No user is added.', { reason: 'full' });
    });
    const body = { username: 'nobody', email: 'nobody@example.com', password: PASSWORD };
    const response = await post('/api/auth/local/register', body);
    expect(response.json()).toMatchObject({
      error: { status: 400, name: 'ApplicationError', details: { reason: 'full' } },
    });
    expect(
      await strapi()
        .db.query(USER)
        .count({ where: { username: 'nobody' } }),
    ).toBe(0);
  });

  test('an account created by `add` is removed if its name has been taken in the meantime', async () => {
    const body = { username: 'twin', email: 'twin@example.com', password: PASSWORD };
    replace(USER, 'add', (own) => async (values) => {
      await own({ ...body, provider: 'local' });
      return own(values);
    });
    expect((await post('/api/auth/local/register', body)).status).toBe(400);
    expect(
      await strapi()
        .db.query(USER)
        .count({ where: { username: 'twin' } }),
    ).toBe(1);
  });

  test('`edit` and `remove` change and delete users', async () => {
    const { id } = await addUser();
    replace(
      USER,
      'edit',
      (own) => (user, values) => own(user, { ...(values as object), blocked: true }),
    );
    const changed = await send('PUT', `/api/users/${id}`, { email: 'edited@example.com' });
    expect(changed.json()).toMatchObject({ email: 'edited@example.com', blocked: true });
    const removed: unknown[] = [];
    replace(USER, 'remove', (own) => (where) => {
      removed.push(where);
      return own(where);
    });
    expect((await app.request(`/api/users/${id}`, { method: 'DELETE' })).json()).toMatchObject({
      id,
    });
    expect(removed).toEqual([{ id }]);
  });

  test('`fetch` and `fetchAll` read users with a validated query, without private attributes', async () => {
    const { id } = await addUser();
    replace(USER, 'fetch', (own) => async (...args) => ({
      ...((await own(...args)) as object),
      username: 'fetched',
    }));
    const one = await app.request(`/api/users/${id}?fields=username`);
    expect(one.json()).toMatchObject({ id, username: 'fetched' });
    expect(one.json()).not.toHaveProperty('password');
    const queries: unknown[] = [];
    replace(USER, 'fetchAll', (own) => (query) => {
      queries.push(query);
      return own(query);
    });
    expect((await app.request('/api/users?sort=id')).json()).toContainEqual(
      expect.objectContaining({ id }),
    );
    expect(queries).toEqual([{ sort: 'id' }]);
    expect((await app.request('/api/users?sort=nothing')).status).toBe(400);
  });

  test('`validatePassword` and the `issue` of tokens sign users in', async () => {
    const { username } = await addUser();
    replace(USER, 'validatePassword', () => async (password) => password === 'magic');
    replace(
      'plugin::users-permissions.jwt',
      'issue',
      () => async (payload) => `token of ${JSON.stringify(Object.keys(payload as object))}`,
    );
    const login = (password: string): Promise<TestResponse> =>
      post('/api/auth/local', { identifier: username, password });
    expect((await login('magic')).json()).toMatchObject({ jwt: 'token of ["id"]' });
    expect((await login(PASSWORD)).status).toBe(400);
  });
});

describe('the upload service', () => {
  const upload = 'plugin::upload.upload';

  const sendFile = (query = ''): Promise<TestResponse> => sendFiles(app, [NOTE], { query });

  test('`upload` receives the files of a request, and its result is the response', async () => {
    const given: { data: object; files: object[] }[] = [];
    replace(upload, 'upload', (own) => async (request) => {
      given.push(request as { data: object; files: object[] });
      const rows = (await own(request)) as Row[];
      return rows.map((row) => ({ ...row, caption: 'swapped' }));
    });
    const response = await sendFile();
    expect([response.status, response.json()]).toMatchObject([
      201,
      [{ name: 'note.txt', caption: 'swapped', isUrlSigned: false }],
    ]);
    expect(given).toMatchObject([
      {
        data: { fileInfo: { folder: expect.any(Number) } },
        files: [{ originalFilename: 'note.txt', filepath: expect.any(String) }],
      },
    ]);
  });

  test('the error names a missing function', async () => {
    const folders = strapi().service('plugin::upload.api-upload-folder') ?? {};
    const before = folders['getAPIUploadFolder'];
    restore.push(() => {
      folders['getAPIUploadFolder'] = before;
    });
    delete folders['getAPIUploadFolder'];
    await expect(apiFolderId(strapi())).rejects.toThrow('no "getAPIUploadFolder"');
  });

  test('`findOne`, `updateFileInfo`, `replace` and `remove` serve their routes', async () => {
    const [file] = (await sendFile()).json<Row[]>();
    const id = file?.id ?? 0;
    const changes =
      (own: Method): Method =>
      async (...args) => ({
        ...((await own(...args)) as object),
        caption: 'swapped',
      });
    for (const name of ['findOne', 'updateFileInfo', 'replace']) replace(upload, name, changes);
    const removed: unknown[] = [];
    replace(upload, 'remove', (own) => (row) => {
      removed.push((row as Row).id);
      return own(row);
    });
    const responses = [
      await app.request(`/api/upload/files/${id}`),
      await send('POST', `/api/upload?id=${id}`, { fileInfo: { name: 'other.txt' } }),
      await sendFile(`?id=${id}`),
    ];
    for (const response of responses)
      expect(response.json()).toMatchObject({ id, caption: 'swapped' });
    await app.request(`/api/upload/files/${id}`, { method: 'DELETE' });
    expect(removed).toEqual([id]);
  });
});

describe('the jwt service', () => {
  const JWT = 'plugin::users-permissions.jwt';

  function jwt(): Record<'issue' | 'verify' | 'getToken', Method> {
    return strapi().service(JWT) as Record<'issue' | 'verify' | 'getToken', Method>;
  }

  async function allow(...actions: readonly string[]): Promise<void> {
    const role = await strapi()
      .db.query('plugin::users-permissions.role')
      .findOne({ where: { type: 'authenticated' } });
    for (const action of actions) {
      await strapi()
        .db.query('plugin::users-permissions.permission')
        .create({ data: { action, role: role?.id } });
    }
  }

  function getBy(headers: Readonly<Record<string, string>>, url: string): Promise<TestResponse> {
    return app.request(url, { authorization: null, headers });
  }

  async function addMember(): Promise<Row & { username: string }> {
    const user = await addUser();
    const role = await strapi()
      .db.query('plugin::users-permissions.role')
      .findOne({ where: { type: 'authenticated' } });
    await strapi()
      .db.query(USER)
      .update({ where: { id: user.id }, data: { role: role?.id } });
    return user;
  }

  test('a replaced `getToken` authenticates users, but API tokens take precedence', async () => {
    await allow('api::page.page.find');
    const { id, username } = await addMember();
    const cookie = { cookie: `session=${String(id)}` };
    expect((await getBy(cookie, '/api/users/me')).status).toBe(403);
    replace(JWT, 'getToken', () => async (ctx) => {
      const { header } = (ctx as { request: { header: { cookie?: string } } }).request;
      if (header.cookie === 'session=broken') throw new Error('broken');
      const found = /session=(\d+)/.exec(header.cookie ?? '')?.[1];
      return found === undefined ? null : { id: Number(found) };
    });
    expect((await getBy(cookie, '/api/users/me')).json()).toMatchObject({ username });
    expect((await getBy(cookie, '/api/pages')).status).toBe(200);
    expect((await getBy({}, '/api/pages')).status).toBe(403);
    expect((await getBy({ cookie: 'session=broken' }, '/api/pages')).status).toBe(401);
    expect((await getBy({ cookie: 'session=999999' }, '/api/pages')).status).toBe(401);
    expect((await app.request('/api/pages')).status).toBe(200);
    const authorization = `Bearer ${String(await jwt().issue({ id }))}`;
    expect((await app.request('/api/pages', { authorization })).status).toBe(403);
    await strapi()
      .db.query(USER)
      .update({ where: { id }, data: { blocked: true } });
    expect((await getBy(cookie, '/api/pages')).status).toBe(401);
  });

  test('only numbers and strings of digits are user ids', async () => {
    const { id, username } = await addMember();
    let token: unknown;
    replace(JWT, 'getToken', () => async () => token);
    const statusOf = async (value: unknown): Promise<number> => {
      token = value;
      return (await getBy({}, '/api/users/me')).status;
    };
    for (const invalid of [null, true, '', ' ', [id], `${id}x`, 1.5, undefined]) {
      expect(await statusOf({ id: invalid })).toBe(401);
    }
    expect(await statusOf({ id: String(id) })).toBe(200);
    expect((await getBy({}, '/api/users/me')).json()).toMatchObject({ username });
    expect(await statusOf(null)).toBe(403);
  });

  test('an outage while the API token is read is a 503', async () => {
    replace(JWT, 'getToken', () => async () => null);
    // Removes API tokens from the cache.
    await addMember();
    const lost = vi
      .spyOn(app.store.database, 'read')
      .mockRejectedValueOnce(
        new UnavailableError('unreachable', { cause: new Error('connection lost') }),
      );
    expect((await app.request('/api/pages')).status).toBe(503);
    lost.mockRestore();
    expect((await app.request('/api/pages')).status).toBe(200);
  });

  test('`getToken` calls a replaced `verify`', async () => {
    const { id } = await addMember();
    const authorization = `Bearer ${String(await jwt().issue({ id }))}`;
    expect((await app.request('/api/users/me', { authorization })).status).toBe(200);
    replace(JWT, 'verify', () => async () => {
      throw new Error('revoked');
    });
    expect((await app.request('/api/users/me', { authorization })).status).toBe(401);
  });

  test('tokens contain the claims in the options, and may have expired already', async () => {
    const options = { subject: 'a', audience: 'b', issuer: 'c', jwtid: 'd' };
    const token = await jwt().issue({ id: 7 }, options);
    expect(await jwt().verify(token)).toMatchObject({
      id: 7,
      sub: 'a',
      aud: 'b',
      iss: 'c',
      jti: 'd',
    });
    const list = await jwt().issue({ id: 7 }, { audience: ['a', 'b'] });
    expect(await jwt().verify(list)).toMatchObject({ aud: ['a', 'b'] });
    const expired = await jwt().issue({ id: 7 }, { expiresIn: '-1s' });
    await expect(jwt().verify(expired)).rejects.toThrow('Invalid token.');
  });

  test('`getToken` accepts an object that has only headers', async () => {
    const authorization = `Bearer ${String(await jwt().issue({ id: 7 }))}`;
    expect(await jwt().getToken({ request: { header: { authorization } } })).toMatchObject({
      id: 7,
    });
    expect(await jwt().getToken({ request: { header: {} } })).toBe(null);
  });
});
