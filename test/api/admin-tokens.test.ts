// API tokens over the admin API (docs/strapi/administration.md, "API tokens"), beyond the recorded cases.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, registerAdmin } from '../support/admin.ts';
import { openTestApp, type TestResponse, type TestApp } from '../support/app.ts';
import { changeDatabase, readValue } from '../support/app-database.ts';
import { storeToken } from '../support/stored-token.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await openTestApp();
  token = await registerAdmin(app);
});

afterAll(() => app.close());

const PATH = '/admin/api-tokens';

interface Shown {
  readonly id: number;
  readonly name: string;
  readonly permissions: readonly string[];
  readonly accessKey?: string;
}

function send(method: 'POST' | 'PUT' | 'GET' | 'DELETE', path: string, body?: unknown) {
  return call(app, `${PATH}${path}`, { method, token, body });
}

function dataOf(response: TestResponse): Shown {
  return response.json<{ data: Shown }>().data;
}

async function make(body: object): Promise<Shown> {
  const response = await send('POST', '', body);
  expect(response.status, response.text).toBe(201);
  return dataOf(response);
}

const FIND = 'api::author.author.find';
const CREATE = 'api::author.author.create';

test('caches store no response, since some contain the plain token', async () => {
  const made = await send('POST', '', { name: 'unstored', type: 'full-access' });
  const { id } = dataOf(made);
  const responses = [made, await send('GET', `/${id}`), await send('GET', '')];
  responses.push(await send('POST', `/${id}/regenerate`), await send('GET', '/999'));
  expect(responses.map(({ headers }) => headers['cache-control'])).toEqual(
    responses.map(() => 'no-store'),
  );
});

describe('a custom token', () => {
  test('lists each action once, and keeps the order of existing ones', async () => {
    const { id, permissions } = await make({
      name: 'custom',
      type: 'custom',
      permissions: [FIND, FIND],
    });
    expect(permissions).toEqual([FIND]);
    const changed = await send('PUT', `/${id}`, { permissions: [CREATE, FIND] });
    expect(dataOf(changed).permissions).toEqual([FIND, CREATE]);
    expect(dataOf(await send('GET', `/${id}`)).permissions).toEqual([FIND, CREATE]);
  });

  test('loses its list when its type changes, and needs one to become custom again', async () => {
    const { id } = await make({ name: 'was custom', type: 'custom', permissions: [FIND, CREATE] });
    expect(dataOf(await send('PUT', `/${id}`, { type: 'read-only' })).permissions).toEqual([]);
    const again = await send('PUT', `/${id}`, { type: 'custom' });
    expect(again.json()).toMatchObject({
      error: { status: 400, message: 'Missing permissions attribute for custom token' },
    });
    const rows = `select count(*) from strapi_api_token_permissions_token_lnk where api_token_id = ${id}`;
    expect(await readValue(app, rows)).toBe(0);
  });

  test('is deleted with its list', async () => {
    const count = 'select count(*) from strapi_api_token_permissions';
    const before = await readValue(app, count);
    const { id } = await make({ name: 'gone', type: 'custom', permissions: [FIND, CREATE] });
    expect(await readValue(app, count)).toBe(Number(before) + 2);
    await send('DELETE', `/${id}`);
    expect(await readValue(app, count)).toBe(before);
  });

  test.each(['plugin::upload.content-api.upload', 'api::article.article.publish'])(
    'may list %s',
    async (action) => {
      const { permissions } = await make({ name: action, type: 'custom', permissions: [action] });
      expect(permissions).toEqual([action]);
    },
  );
});

describe('the plain key', () => {
  test('is returned with a single token, but not in lists or after a change', async () => {
    const { id, accessKey } = await make({ name: 'key' });
    expect(accessKey).toMatch(/^[0-9a-f]{256}$/);
    expect(dataOf(await send('GET', `/${id}`)).accessKey).toBe(accessKey);
    expect(dataOf(await send('PUT', `/${id}`, { description: 'd' }))).not.toHaveProperty(
      'accessKey',
    );
    expect((await send('GET', '')).text).not.toContain(accessKey);
    const stored = `select access_key || encrypted_key from strapi_api_tokens where id = ${id}`;
    expect(await readValue(app, stored)).not.toContain(accessKey);
  });

  test('is not returned if it was not stored, or encrypted with another key', async () => {
    const { id } = await make({ name: 'lost' });
    for (const stored of [
      'null',
      `''`,
      `'v1:00:00:00'`,
      `'v2:a'`,
      `'${'v1:' + 'ab:'.repeat(9)}'`,
    ]) {
      await changeDatabase(
        app,
        `update strapi_api_tokens set encrypted_key = ${stored} where id = ${id}`,
      );
      const response = await send('GET', `/${id}`);
      expect(response.status).toBe(200);
      expect(dataOf(response)).not.toHaveProperty('accessKey');
    }
  });

  test('is that of the last of concurrent regenerations, and no other one is valid', async () => {
    const { id } = await make({ name: 'renewed', type: 'full-access' });
    const responses = await Promise.all([1, 2, 3].map(() => send('POST', `/${id}/regenerate`)));
    const keys = responses.map((response) => dataOf(response).accessKey ?? '');
    const opened = await Promise.all(keys.map((key) => call(app, '/api/authors', { token: key })));
    expect(opened.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

test('reports a duplicate name before invalid permissions', async () => {
  await make({ name: 'first come' });
  const response = await send('POST', '', { name: 'first come', type: 'custom' });
  expect(response.json()).toMatchObject({ error: { status: 400, message: 'Name already taken' } });
});

test('only one of concurrent requests can use a name', async () => {
  const responses = await Promise.all([1, 2, 3, 4].map(() => send('POST', '', { name: 'wanted' })));
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    201, 400, 400, 400,
  ]);
});

test('an admin token reserves its name, and is managed only by its own routes', async () => {
  await storeToken(app, 'inner', { kind: 'admin' });
  const id = await readValue(app, `select id from strapi_api_tokens where name = 'inner'`);
  expect((await send('GET', '')).text).not.toContain('inner');
  expect((await send('GET', `/${String(id)}`)).status).toBe(404);
  expect((await send('PUT', `/${String(id)}`, { name: 'mine' })).status).toBe(404);
  expect((await send('POST', `/${String(id)}/regenerate`)).status).toBe(404);
  expect((await send('POST', '', { name: 'inner' })).status).toBe(400);
  expect((await send('DELETE', `/${String(id)}`)).json()).toEqual({ data: null });
  const own = `/admin/admin-tokens/${String(id)}`;
  expect((await call(app, own, { token })).json()).toMatchObject({
    data: { adminUserOwner: null },
  });
  expect((await call(app, `${own}/owner-permissions`, { token })).status).toBe(404);
  const deleted = await call(app, own, { method: 'DELETE', token });
  expect(deleted.json()).toMatchObject({ data: { kind: 'admin', name: 'inner' } });
});

test.each(['abc', '1abc', '0', '-1', '999999999999999999999', '%00', "1'--"])(
  'the id %j is not found',
  async (id) => {
    const response = await send('GET', `/${id}`);
    expect(response.json()).toMatchObject({
      error: { status: 404, name: 'NotFoundError', message: 'API Token not found' },
    });
  },
);

test.each([
  [{ name: 'a\0' }],
  [{ name: ['a'] }],
  [{ name: { a: 1 } }],
  [{ name: 'n', description: 'd\0' }],
  [{ name: 'n', description: ['d'] }],
  [{ name: 'n', type: null }],
  [{ name: 'n', type: ['custom'] }],
  [{ name: 'n', type: 'custom', permissions: {} }],
  [{ name: 'n', type: 'custom', permissions: [5] }],
  [{ name: 'n', type: 'custom', permissions: [null] }],
  [{ name: 'n', type: 'custom', permissions: ['__proto__'] }],
  [{ name: 'n', lifespan: 0 }],
  [{ name: 'n', lifespan: true }],
  [[]],
  [null],
  ['text'],
  [undefined],
])('rejected on creation and update: %j', async (body) => {
  expect((await send('POST', '', body)).status).toBe(400);
  const { id } = await make({ name: `before ${Math.random()}`, type: 'custom', permissions: [] });
  const changed = await send('PUT', `/${id}`, body);
  // Without a body, or with one that names nothing, nothing changes.
  expect(changed.status).toBe(body === undefined ? 200 : 400);
});

test('a name may be a number, and surrounding whitespace is removed', async () => {
  expect(await make({ name: 5, description: 7 })).toMatchObject({ name: '5', description: '7' });
  expect(await make({ name: ' x ' })).toMatchObject({ name: 'x' });
});
