// Each permission opens the routes that the access matrix names, and no others. Permissions are numbered; in each round
// a caller has those with a certain bit in their number, so that the rounds in which a route is open identify its
// permission.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildServices } from '../../src/app/build-services.ts';
import { allRoutes } from '../../src/app/routes/routes.ts';
import type { Route } from '../../src/http/routing/route.ts';
import { openTestApp, type TestResponse, type TestApp } from '../support/app.ts';
import { changeDatabase } from '../support/app-database.ts';
import { methodOf } from '../support/route-method.ts';
import { storeToken } from '../support/stored-token.ts';
import { isPermitted, parseRow, rowOf } from './access-row.ts';
import { callerOf, callersScript, grantScript } from './callers.ts';

/** Of a super admin. */
const ADMIN_TOKEN = `(select id from strapi_api_tokens where name = 'of-an-admin')`;

/** Type of the requests of the content-manager. */
const TYPE = 'api::author.author';

let app: TestApp;
let routes: readonly Route[];

beforeAll(async () => {
  app = await openTestApp({ database: 'fixtures/kitchen.db' });
  await changeDatabase(app, callersScript(app, []));
  await storeToken(app, 'of-an-admin', { kind: 'admin' });
  await changeDatabase(
    app,
    `insert into strapi_api_tokens_admin_user_owner_lnk (api_token_id, user_id)
      values (${ADMIN_TOKEN}, (select min(id) from admin_users))`,
  );
  routes = allRoutes(await buildServices(app.project, app.store));
});
afterAll(() => app.close());

function nameOf({ method, path }: Route): string {
  return `${method} ${path}`;
}

function ask(route: Route, authorization: string | null): Promise<TestResponse> {
  const method = methodOf(route);
  const url = route.path
    .replaceAll(/:([a-z]+)/gi, (_, name) =>
      ['uid', 'model'].includes(String(name)) ? TYPE : '9999',
    )
    .replace('*', 'x');
  const body = { headers: { 'content-type': 'application/json' }, body: '{"data":{"nope":1}}' };
  const hasBody = method === 'POST' || method === 'PUT';
  const request = { method, authorization, ...(hasBody ? body : {}) };
  return app.request(`${url}?filters[nope]=1`, request);
}

/** True if the caller is authorized: the requests are invalid, which is reported after that. */
async function isOpen(route: Route, authorization: string | null): Promise<boolean> {
  const { status, text } = await ask(route, authorization);
  expect(status, `${nameOf(route)} ${text}`).toBeLessThan(500);
  return !(status === 403 || text.includes('Missing or invalid credentials'));
}

/** As `isOpen`, but handlers may reject an entry with 403 `Forbidden`: closed routes have another error. */
async function isOpenToAdmin(route: Route, authorization: string): Promise<boolean> {
  const { status, text } = await ask(route, authorization);
  expect(status, `${nameOf(route)} ${text}`).toBeLessThan(500);
  expect(status, `${nameOf(route)} ${text}`).not.toBe(401);
  return !text.includes('Policy Failed');
}

/** The numbers of permissions in the order of a list, from 1, bit by bit: those that are granted in each round. */
function* roundsOf(permissions: readonly string[]): Generator<readonly string[]> {
  for (let bit = 1; bit <= permissions.length; bit *= 2) {
    yield permissions.filter((_, i) => ((i + 1) & bit) !== 0);
  }
}

/** Names of routes. */
function namesOf(listed: readonly Route[]): readonly string[] {
  return listed.map(nameOf);
}

test('permissions open the routes of the content API', { timeout: 120_000 }, async () => {
  const tried = routes.filter(({ path }) => path.startsWith('/api/'));
  const { authorization } = await callerOf(app, 'user', []);
  const permissions = [...new Set(tried.map((route) => rowOf(route) ?? ''))];
  for (const granted of roundsOf(permissions)) {
    await changeDatabase(app, grantScript(granted));
    const open: Route[] = [];
    for (const route of tried) if (await isOpen(route, authorization)) open.push(route);
    const expected = tried.filter((route) => granted.includes(rowOf(route) ?? ''));
    expect(namesOf(open)).toEqual(namesOf(expected));
  }
});

test('permissions open the routes of the admin API', { timeout: 120_000 }, async () => {
  const rules = routes.flatMap((route) => {
    const rule = route.caller === 'admin' ? parseRow(rowOf(route) ?? 'no row') : null;
    return rule === null ? [] : [{ route, rule }];
  });
  const permissions = [...new Set(rules.flatMap(({ rule }) => rule.actions))];
  expect(permissions.length).toBeGreaterThan(40);
  for (const granted of roundsOf(permissions)) {
    await changeDatabase(app, adminGrantScript(granted));
    const open: Route[] = [];
    for (const { route } of rules) {
      if (await isOpenToAdmin(route, 'Bearer of-an-admin')) open.push(route);
    }
    const expected = rules.filter(({ rule }) =>
      isPermitted(rule, (action) => granted.includes(action)),
    );
    expect(namesOf(open)).toEqual(expected.map(({ route }) => nameOf(route)));
  }
});

/** Has the administrator's token have these actions, and no others; those on types for one type. */
function adminGrantScript(actions: readonly string[]): string {
  return [
    `delete from admin_permissions_api_token_lnk`,
    ...actions.flatMap((action) => [
      `insert into admin_permissions (action, subject, conditions)
        values ('${action}', ${action.includes('.explorer.') ? `'${TYPE}'` : 'null'}, '[]')`,
      `insert into admin_permissions_api_token_lnk (permission_id, api_token_id)
        values ((select max(id) from admin_permissions), ${ADMIN_TOKEN})`,
    ]),
  ].join(';\n');
}

test('public routes and those of all administrators require no permissions', async () => {
  const tried = routes.filter((route) => ['public', 'admin null'].includes(rowOf(route) ?? ''));
  for (const route of tried) {
    const isPublic = rowOf(route) === 'public';
    // An API token has none (D22).
    const needsSession = route.path.startsWith('/admin/users/me/sessions');
    expect([nameOf(route), await isOpen(route, null)]).toEqual([nameOf(route), isPublic]);
    expect([nameOf(route), await isOpen(route, 'Bearer of-an-admin')]).toEqual([
      nameOf(route),
      !needsSession,
    ]);
  }
});
