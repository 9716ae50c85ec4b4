// Transfer tokens over the admin API (docs/strapi/administration.md, "Transfer tokens"), beyond the recorded cases.
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, registerAdmin } from '../support/admin.ts';
import { openTestApp, type TestResponse, type TestApp } from '../support/app.ts';
import { readValue } from '../support/app-database.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await openTestApp();
  token = await registerAdmin(app);
});

afterAll(() => app.close());

const PATH = '/admin/transfer/tokens';

function send(method: 'POST' | 'PUT' | 'GET' | 'DELETE', path: string, body?: unknown) {
  return call(app, `${PATH}${path}`, { method, token, body });
}

interface Shown {
  readonly id: number;
  readonly permissions: readonly string[];
  readonly accessKey: string;
}

function dataOf(response: TestResponse): Shown {
  return response.json<{ data: Shown }>().data;
}

const countPermissions = () =>
  readValue(app, 'select count(*) from strapi_transfer_token_permissions');

test('stores the key as a hash with the transfer salt, and returns it once', async () => {
  const made = await send('POST', '', { name: 'a', permissions: ['push'] });
  const { id, accessKey } = dataOf(made);
  const hash = (key: string) => createHmac('sha512', 'transfer-salt').update(key).digest('hex');
  const stored = () =>
    readValue(app, `select access_key from strapi_transfer_tokens where id = ${id}`);
  expect(await stored()).toBe(hash(accessKey));
  const renewed = await send('POST', `/${id}/regenerate`);
  expect(await stored()).toBe(hash(dataOf(renewed).accessKey));
  expect(dataOf(renewed).accessKey).not.toBe(accessKey);
  expect((await send('GET', `/${id}`)).text).not.toContain('accessKey');
  expect(made.headers['cache-control']).toBe('no-store');
});

test('replaces permissions, and removes them with the token', async () => {
  const before = Number(await countPermissions());
  const { id } = dataOf(await send('POST', '', { name: 'b', permissions: ['push', 'pull'] }));
  const changed = await send('PUT', `/${id}`, { permissions: ['pull'] });
  expect(dataOf(changed)).toMatchObject({ name: 'b', permissions: ['pull'] });
  expect(Number(await countPermissions())).toBe(before + 1);
  expect((await send('DELETE', `/${id}`)).status).toBe(200);
  expect(Number(await countPermissions())).toBe(before);
});

test.each([
  [{ name: 'c', permissions: 'push' }],
  [{ name: 'c', permissions: [null] }],
  [{ name: 'c', permissions: ['push'], lifespan: 'x' }],
  [{ name: ['c'], permissions: ['push'] }],
  [{ name: 'c\0', permissions: ['push'] }],
  [null],
  ['text'],
])('rejects %j', async (body) => {
  expect((await send('POST', '', body)).status).toBe(400);
});

test('a rejected request changes nothing', async () => {
  await send('POST', '', { name: 'taken', permissions: ['push'] });
  const { id } = dataOf(await send('POST', '', { name: 'd', permissions: ['push'] }));
  const before = (await send('GET', `/${id}`)).text;
  expect((await send('PUT', `/${id}`, { name: 'taken', permissions: ['pull'] })).status).toBe(400);
  expect((await send('GET', `/${id}`)).text).toBe(before);
});
