// The number of statements of requests about administrators, their roles and tokens: fixed by the request, whatever the
// number of rows.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../src/app/server.ts';
import { call, registerAdmin } from '../support/admin.ts';
import { addRole, TestAdmins } from '../support/test-admins.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { CountingDatabase } from '../support/counting-database.ts';

let app: TestApp;
let database: CountingDatabase;
let server: Awaited<ReturnType<typeof createApp>>;
let token: string;

beforeAll(async () => {
  app = await openTestApp();
  token = await registerAdmin(app);
  database = new CountingDatabase(app.store.database);
  server = await createApp(app.project, { ...app.store, database });
});
afterAll(() => app.close());

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

let sent = 0;

/** Statements of a request. `#` in texts is a number that is not used yet. */
async function cost(method: Method, path: string, body?: object): Promise<number> {
  sent += 1;
  const payload = body && JSON.stringify(body).replaceAll('#', String(sent));
  database.count = 0;
  const { statusCode, body: response } = await server.server.inject({
    method,
    url: `/admin${path}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(payload === undefined ? {} : { payload }),
  });
  expect(statusCode, response).toBeLessThan(300);
  return database.count;
}

const READ = { action: 'admin::users.read' };
/** Statements, including those that authenticate, and the request. */
const requests: readonly (readonly [number, Method, string, object?])[] = [
  [4, 'GET', '/users/me'],
  [6, 'GET', '/users/me/permissions'],
  [7, 'GET', '/users?pageSize=100'],
  [7, 'GET', '/users/1'],
  [11, 'PUT', '/users/1', { firstname: 'Ada #' }],
  [16, 'PUT', '/users/2', { roles: [2] }],
  [12, 'POST', '/users', { email: 'new#@example.com', firstname: 'New', roles: [2, 3] }],
  [6, 'GET', '/roles'],
  [6, 'GET', '/roles/2'],
  [7, 'POST', '/roles', { name: 'role #', description: '' }],
  [7, 'PUT', '/roles/3', { description: 'changed #' }],
  [7, 'GET', '/roles/2/permissions'],
  [9, 'PUT', '/roles/4/permissions', { permissions: [READ] }],
  [5, 'GET', '/permissions'],
  [6, 'GET', '/api-tokens'],
  [8, 'POST', '/api-tokens', { name: 'api #', type: 'read-only' }],
  [12, 'GET', '/admin-tokens'],
  [12, 'GET', '/admin-tokens/@'],
  [23, 'PUT', '/admin-tokens/@', { name: 'renamed', adminPermissions: [READ] }],
  [18, 'POST', '/admin-tokens', { name: 'own #', adminPermissions: [READ] }],
  [14, 'GET', '/admin-tokens/@/owner-permissions'],
];

test('requests cost the same for few and many rows', async () => {
  const admins = new TestAdmins(app, token);
  await admins.with([READ]);
  const first = await call(app, '/admin/admin-tokens', {
    method: 'POST',
    token,
    body: { name: 'first', adminPermissions: [READ] },
  });
  const { id } = first.json<{ data: { id: number } }>().data;
  const all = async (): Promise<readonly string[]> => {
    const costs: string[] = [];
    for (const [, method, path, body] of requests) {
      costs.push(`${method} ${path} ${await cost(method, path.replace('@', String(id)), body)}`);
    }
    return costs;
  };
  // The first round counts totals and fills caches.
  await all();
  const few = await all();
  for (let i = 0; i < 5; i += 1) {
    const role = await addRole(app, `more ${i}`, [READ, { action: 'admin::roles.read' }]);
    await admins.add([role, 2, 3]);
    await cost('POST', '/admin-tokens', { name: 'more #', adminPermissions: [READ] });
  }
  expect(await all()).toEqual(few);
  expect(few).toEqual(requests.map(([count, method, path]) => `${method} ${path} ${count}`));
});
