// Every route and every caller: a route is open to the callers in the access matrix. Everyone else gets 401 or 403,
// always the same one, before any body or query is looked at.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allRoutes } from '../../src/app/routes/routes.ts';
import { buildServices } from '../../src/app/build-services.ts';
import type { Route } from '../../src/http/routing/route.ts';
import { openTestApp, type TestResponse, type TestApp, type TestRequest } from '../support/app.ts';
import { changeDatabase } from '../support/app-database.ts';
import { methodOf } from '../support/route-method.ts';
import { storeToken } from '../support/stored-token.ts';
import { vendored } from '../support/vendored-projects.ts';
import { ACCESS_MATRIX } from './access-matrix.ts';
import { declaredRow } from './access-row.ts';
import { callerOf, callersScript, CALLER_KINDS, type Caller } from './callers.ts';

/** An action that opens no route of the list. */
const NOTHING = 'api::nothing.nothing.nothing';

let app: TestApp;
let routes: readonly Route[];
let callers: ReadonlyMap<string, Caller>;

const folder = mkdtempSync(path.join(tmpdir(), 'quoin-routes-'));

/** Copies the kitchen, which serves no panel, and lets it serve one. */
function copyWithPanel(): string {
  cpSync(vendored('conformance', 'projects', 'kitchen'), folder, { recursive: true });
  const file = path.join(folder, 'config', 'admin.js');
  writeFileSync(file, readFileSync(file, 'utf8').replace('serveAdminPanel: false,', ''));
  return folder;
}

beforeAll(async () => {
  app = await openTestApp({ project: copyWithPanel(), database: 'fixtures/kitchen.db' });
  await changeDatabase(app, callersScript(app, [NOTHING]));
  await storeToken(app, 'expired', { expiresAt: 1 });
  routes = allRoutes(await buildServices(app.project, app.store));
  const made = CALLER_KINDS.map(
    async (kind) => [kind, await callerOf(app, kind, [NOTHING])] as const,
  );
  callers = new Map(await Promise.all(made));
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Routes of the content API; those of the administration require other credentials. */
function contentRoutes(): readonly Route[] {
  return routes.filter(({ path }) => path.startsWith('/api/'));
}

function adminRoutes(): readonly Route[] {
  return routes.filter(({ path }) => !path.startsWith('/api/'));
}

function ask(route: Route, request: TestRequest): Promise<TestResponse> {
  const method = methodOf(route);
  const url = route.path.replaceAll(/:[a-z]+/gi, '1').replace('*', 'x');
  const body = method === 'GET' || method === 'DELETE' ? {} : BODY;
  return app.request(`${url}?filters[nope]=1`, { method, ...body, ...request });
}

const BODY = { headers: { 'content-type': 'application/json' }, body: '{"data":{"nope":1}}' };

function caller(kind: string): { readonly authorization: string | null } {
  return { authorization: callers.get(kind)?.authorization ?? null };
}

const FORBIDDEN = {
  data: null,
  error: { status: 403, name: 'ForbiddenError', message: 'Forbidden', details: {} },
};

const UNAUTHORIZED = {
  data: null,
  error: {
    status: 401,
    name: 'UnauthorizedError',
    message: 'Missing or invalid credentials',
    details: {},
  },
};

/** Routes whose responses are not in a list, with their responses. */
async function others(
  requested: readonly Route[],
  request: TestRequest,
  right: object,
): Promise<readonly string[]> {
  const unexpected: string[] = [];
  for (const route of requested) {
    const response = await ask(route, request);
    if (response.text !== JSON.stringify(right)) {
      unexpected.push(
        `${route.method} ${route.path} ${response.status} ${response.text.slice(0, 100)}`,
      );
    }
  }
  return unexpected;
}

function nameOf({ method, path }: Route): string {
  return `${method} ${path}`;
}

test('the access matrix has a row for each route, and no others', () => {
  expect(routes.map(nameOf).toSorted()).toEqual(Object.keys(ACCESS_MATRIX).toSorted());
});

test('each route declares the access of its row', () => {
  const rows = Object.entries(ACCESS_MATRIX).map(([name, row]) => [
    name,
    row === 'admin handler' ? 'admin null' : row,
  ]);
  const declared = routes.map((route) => [nameOf(route), declaredRow(route)]);
  expect(Object.fromEntries(declared)).toEqual(Object.fromEntries(rows));
});

describe('routes of the content API', () => {
  test('are numerous', () => {
    expect(contentRoutes().length).toBeGreaterThan(50);
  });

  test.each(['public', 'user', 'custom'])(
    '%s without the permission: 403 on all of them',
    async (kind) => {
      expect(await others(contentRoutes(), caller(kind), FORBIDDEN)).toEqual([]);
    },
  );

  test('allow a read-only token to use only find and findOne actions', async () => {
    const closed = await others(contentRoutes(), caller('read-only'), FORBIDDEN);
    expect(closed.map((route) => route.split(' ').slice(0, 2).join(' ')).toSorted()).toEqual(
      READ_ONLY.toSorted(),
    );
  });

  test.each([
    ['an unknown token', 'Bearer nobody'],
    ['a token of three parts', `Bearer ${['e30', 'e30', 'x'].join('.')}`],
    ['an admin token', 'Bearer caller-admin'],
  ])('%s: 401, even on public routes', async (_what, authorization) => {
    await storeOnce();
    expect(await others(contentRoutes(), { authorization }, UNAUTHORIZED)).toEqual([]);
  });

  test('with an expired token: 401', async () => {
    const expired = structuredClone(UNAUTHORIZED);
    expired.error.message = 'Token expired';
    const request = { authorization: 'Bearer expired' };
    expect(await others(contentRoutes(), request, expired)).toEqual([]);
  });

  test('with a public role without permissions: 401', async () => {
    await changeDatabase(
      app,
      `delete from up_permissions_role_lnk where role_id in (select id from up_roles where type = 'public')`,
    );
    expect(await others(contentRoutes(), { authorization: null }, UNAUTHORIZED)).toEqual([]);
  });
});

let isStored = false;
async function storeOnce(): Promise<void> {
  if (!isStored) await storeToken(app, 'caller-admin', { kind: 'admin' });
  isStored = true;
}

describe('admin routes', () => {
  test.each(['nothing', 'user', 'custom', 'read-only', 'full-access'])(
    'reject credentials of the content API: %s',
    async (kind) => {
      const closed = adminRoutes().filter((route) => ACCESS_MATRIX[nameOf(route)] !== 'public');
      expect(await others(closed, caller(kind), UNAUTHORIZED)).toEqual([]);
    },
  );
});

/** What a read-only token may request: lists and single entries. */
const READ_ONLY: readonly string[] = [
  ...[
    'articles',
    'authors',
    'campaigns',
    'categories',
    'hubs',
    'samples',
    'spokes',
    'tags',
  ].flatMap((name) => [`GET /api/${name}`, `GET /api/${name}/:id`]),
  'GET /api/homepage',
  'GET /api/setting',
  'GET /api/upload/files',
  'GET /api/upload/files/:id',
  'GET /api/users',
  'GET /api/users/:id',
  'GET /api/users-permissions/roles',
  'GET /api/users-permissions/roles/:id',
];
