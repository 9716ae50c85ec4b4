// Each permission opens the routes that the access matrix names, and no other one. Permissions are numbered; in each
// round a caller has those with one bit of their number, so that the rounds in which a route is open spell its permission.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildServices } from '../../src/app/build-services.ts';
import { listRoutes } from '../../src/app/routes.ts';
import type { Route } from '../../src/http/routing/route.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { changeDatabase } from '../support/app-database.ts';
import { methodOf } from '../support/route-method.ts';
import { storeToken } from '../support/stored-token.ts';
import { ACCESS_MATRIX } from './access-matrix.ts';
import { callerOf, callersScript, grantScript } from './callers.ts';

/** Of a super admin. */
const ADMIN_TOKEN = `(select id from strapi_api_tokens where name = 'of-an-admin')`;

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
  routes = listRoutes(await buildServices(app.project, app.store));
});
afterAll(() => app.close());

function nameOf({ method, path }: Route): string {
  return `${method} ${path}`;
}

/** True if the caller is authorized: what is sent is full of mistakes, which are answered after that. */
async function isOpen(route: Route, authorization: string | null): Promise<boolean> {
  const method = methodOf(route);
  const url = route.path.replaceAll(/:[a-z]+/gi, '9999').replace('*', 'x');
  const body = { headers: { 'content-type': 'application/json' }, body: '{"data":{"nope":1}}' };
  const hasBody = method === 'POST' || method === 'PUT';
  const request = { method, authorization, ...(hasBody ? body : {}) };
  const { status, text } = await app.request(`${url}?filters[nope]=1`, request);
  expect(status, `${nameOf(route)} ${text}`).toBeLessThan(500);
  return !(status === 403 || text.includes('Missing or invalid credentials'));
}

interface Rounds {
  /** The routes that are tried. */
  readonly tried: readonly Route[];
  readonly authorization: string;
  /** Has the caller have these permissions, and no others. */
  readonly grant: (permissions: readonly string[]) => Promise<void>;
}

/** The permission that opens each route, as far as its caller can tell. */
async function found({ tried, authorization, grant }: Rounds): Promise<Record<string, unknown>> {
  const permissions = [...new Set(tried.map((route) => ACCESS_MATRIX[nameOf(route)] ?? ''))];
  const numbers = new Map(tried.map((route) => [nameOf(route), 0]));
  for (let bit = 1; bit <= permissions.length; bit *= 2) {
    await grant(permissions.filter((_, i) => ((i + 1) & bit) !== 0));
    for (const route of tried) {
      const name = nameOf(route);
      if (await isOpen(route, authorization)) numbers.set(name, (numbers.get(name) ?? 0) + bit);
    }
  }
  return Object.fromEntries([...numbers].map(([name, at]) => [name, permissions[at - 1] ?? at]));
}

function rowsOf(tried: readonly Route[]): Record<string, unknown> {
  return Object.fromEntries(tried.map((route) => [nameOf(route), ACCESS_MATRIX[nameOf(route)]]));
}

test('of the content API', { timeout: 120_000 }, async () => {
  const tried = routes.filter(({ path }) => path.startsWith('/api/'));
  const { authorization } = await callerOf(app, 'user', []);
  const grant = (permissions: readonly string[]): Promise<void> =>
    changeDatabase(app, grantScript(permissions));
  expect(await found({ tried, authorization: authorization ?? '', grant })).toEqual(rowsOf(tried));
});

test('of routes for everyone and for all administrators', async () => {
  const tried = routes.filter((route) =>
    ['public', 'admin null'].includes(ACCESS_MATRIX[nameOf(route)] ?? ''),
  );
  for (const route of tried) {
    const isPublic = ACCESS_MATRIX[nameOf(route)] === 'public';
    expect([nameOf(route), await isOpen(route, null)]).toEqual([nameOf(route), isPublic]);
    expect([nameOf(route), await isOpen(route, 'Bearer of-an-admin')]).toEqual([
      nameOf(route),
      true,
    ]);
  }
});
