// Every route of the admin API and every caller: who is rejected, and with which response. The expected result follows
// from the row of the route in the access matrix and from the permissions of the role.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildServices } from '../../src/app/build-services.ts';
import { allRoutes } from '../../src/app/routes/routes.ts';
import { NO_CUSTOM_PERMISSIONS } from '../../src/auth/admin/managed-types.ts';
import { permissionAction } from '../../src/auth/admin/permission-actions.ts';
import type { AdminRoute } from '../../src/http/routing/route.ts';
import { call, invite, registerAdmin, signIn } from '../support/admin.ts';
import { openTestApp, type TestResponse, type TestApp } from '../support/app.ts';
import { changeDatabase, readRows } from '../support/app-database.ts';
import { methodOf } from '../support/route-method.ts';
import { sqlMoment } from '../support/test-database.ts';
import { isPermitted, parseRow, rowOf } from './access-row.ts';
import { callerOf, callersScript } from './callers.ts';

/** Callers with a session, by the email addresses of their administrators. */
const ROLES = ['author', 'editor', 'custom', 'super'] as const;
type Role = (typeof ROLES)[number];

/** Type of the requests; the role with one field may read its name. */
const TYPE = 'api::author.author';

/** Routes that change the session or the permissions of the caller are called without effect: they come last. */
const ENDS_SESSION = 'POST /admin/logout';

let app: TestApp;
let routes: readonly AdminRoute[];
const tokens = new Map<string, string>();
/** Actions with their subject, by role. */
const granted = new Map<Role, ReadonlySet<string>>();

beforeAll(async () => {
  app = await openTestApp();
  const owner = await registerAdmin(app);
  await changeDatabase(app, callersScript(app, []));
  const listed = allRoutes(await buildServices(app.project, app.store));
  routes = listed.filter((route): route is AdminRoute => route.caller === 'admin');
  const made = await call(app, '/admin/roles', {
    method: 'POST',
    token: owner,
    body: { name: 'One field' },
  });
  const custom = made.json<{ data: { id: number } }>().data.id;
  const permissions = [
    {
      action: 'plugin::content-manager.explorer.read',
      subject: TYPE,
      properties: { fields: ['name'] },
    },
  ];
  const path = `/admin/roles/${custom}/permissions`;
  await call(app, path, { method: 'PUT', token: owner, body: { permissions } });
  const ids: Readonly<Record<Role | 'blocked' | 'over', number>> = {
    author: 3,
    editor: 2,
    custom,
    super: 1,
    blocked: 1,
    over: 1,
  };
  for (const [name, role] of Object.entries(ids)) {
    const { token } = await invite(app, owner, { email: `${name}@example.com`, roles: [role] });
    tokens.set(name, token);
  }
  for (const name of ROLES) granted.set(name, await grantedTo(ids[name]));
  await changeDatabase(
    app,
    `update admin_users set blocked = true where email = 'blocked@example.com';
     update strapi_sessions set expires_at = ${sqlMoment(1)} where origin = 'admin' and
       user_id = (select cast(id as varchar(20)) from admin_users where email = 'over@example.com')`,
  );
});
afterAll(() => app.close());

async function grantedTo(role: number): Promise<ReadonlySet<string>> {
  const rows = await readRows(
    app,
    `select p.action, p.subject, p.conditions from admin_permissions p
      join admin_permissions_role_lnk l on l.permission_id = p.id where l.role_id = ${role}`,
  );
  return new Set(
    rows.flatMap(([action, subject, conditions]) => {
      const key = `${String(action)} ${String(subject ?? '')}`;
      return String(conditions) === '[]' ? [key, `${key} always`] : [key];
    }),
  );
}

function request(route: AdminRoute, authorization: string | null): Promise<TestResponse> {
  const method = methodOf(route);
  const url = route.path.replaceAll(/:([a-z]+)/gi, (_, name) =>
    ['uid', 'model'].includes(String(name)) ? TYPE : '0',
  );
  const body = method === 'GET' || method === 'DELETE' ? {} : BODY;
  // The current session is kept for the requests that follow.
  return app.request(`${url}?filters[nope]=1&keepCurrent=true`, { method, ...body, authorization });
}

const BODY = { headers: { 'content-type': 'application/json' }, body: '{"nope":1}' };

const UNAUTHORIZED = {
  data: null,
  error: {
    status: 401,
    name: 'UnauthorizedError',
    message: 'Missing or invalid credentials',
    details: {},
  },
};

/** Routes with unexpected responses, and these responses. */
async function others(authorization: string | null, expected: object): Promise<readonly string[]> {
  const differences: string[] = [];
  for (const route of routes) {
    const response = await request(route, authorization);
    if (response.text !== JSON.stringify(expected))
      differences.push(`${nameOf(route)} ${response.status}`);
  }
  return differences;
}

function nameOf({ method, path }: AdminRoute): string {
  return `${method} ${path}`;
}

/** Name of the error that a role gets from a route, or null if it may call it. */
function errorOf(route: AdminRoute, role: Role): string | null {
  const rule = parseRow(rowOf(route) ?? 'no row');
  if (rule === null || role === 'super') return null;
  const has = granted.get(role) ?? new Set();
  const subject = rule.isOnType ? TYPE : '';
  if (!isPermitted(rule, (action) => has.has(`${action} ${subject}`))) return 'PolicyError';
  if (rule.takesConditions) return null;
  return isPermitted(rule, (action) => has.has(`${action}  always`)) ? null : 'ForbiddenError';
}

/** Strapi has no such action: only super admins change the content model of a running server (D19). */
const OURS = 'plugin::content-type-builder.update';

test('each of many routes requires an action that can be granted', () => {
  expect(routes.length).toBeGreaterThan(60);
  const unknown = routes.filter((route) =>
    parseRow(rowOf(route) ?? 'no row')?.actions.some(
      (action) => !permissionAction(action, { custom: NO_CUSTOM_PERMISSIONS }) && action !== OURS,
    ),
  );
  expect(unknown.map(nameOf)).toEqual([]);
});

describe('routes reject', () => {
  test.each(['public', 'user', 'custom', 'read-only', 'full-access'] as const)(
    'credentials of the content API: %s',
    async (kind) => {
      const { authorization } = await callerOf(app, kind, []);
      expect(await others(authorization, UNAUTHORIZED)).toEqual([]);
    },
  );

  test.each(['blocked', 'over'])('an administrator session: %s', async (name) => {
    expect(await others(`Bearer ${tokens.get(name)}`, UNAUTHORIZED)).toEqual([]);
  });
});

test.each(ROLES)('the role %s has access according to its permissions', async (role) => {
  const wrong: string[] = [];
  const ordered = routes.toSorted(
    (a, b) => Number(nameOf(a) === ENDS_SESSION) - Number(nameOf(b) === ENDS_SESSION),
  );
  for (const route of ordered) {
    const response = await request(route, `Bearer ${tokens.get(role)}`);
    const rejection = errorOf(route, role);
    const { error } = response.text.startsWith('{')
      ? response.json<{ error?: { name: string; message: string } }>()
      : {};
    const isRight =
      rejection === null
        ? response.status !== 401 && response.status < 500 && error?.message !== 'Policy Failed'
        : error?.name === rejection;
    if (!isRight)
      wrong.push(
        `${nameOf(route)} ${response.status} ${response.text.slice(0, 80)}, ${String(rejection)}`,
      );
  }
  expect(wrong).toEqual([]);
  expect((await signIn(app, { email: `${role}@example.com`, password: 'Passw0rd!' })).status).toBe(
    200,
  );
});
