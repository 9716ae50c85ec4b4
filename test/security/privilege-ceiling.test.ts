// Administrators cannot grant permissions that they do not have (docs/strapi/differences.md, D22): every route that grants permissions.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, type AdminCall } from '../support/admin.ts';
import { addRole, TestAdmins, type TestPermission } from '../support/test-admins.ts';
import { openTestApp, type TestResponse, type TestApp } from '../support/app.ts';

const ARTICLE = 'api::article.article';
const TAG = 'api::tag.tag';
const READ = 'plugin::content-manager.explorer.read';

/** What lets an administrator give permissions to others. */
const GRANTING: readonly TestPermission[] = [
  'admin::users.create',
  'admin::users.read',
  'admin::users.update',
  'admin::roles.update',
  'admin::api-tokens.create',
  'admin::api-tokens.read',
  'admin::api-tokens.update',
  'admin::api-tokens.regenerate',
  'admin::admin-tokens.create',
  'plugin::users-permissions.roles.create',
  'plugin::users-permissions.roles.update',
  'admin::transfer.tokens.create',
  'admin::transfer.tokens.update',
  'admin::transfer.tokens.regenerate',
].map((action) => ({ action }));

let app: TestApp;
let admins: TestAdmins;
/** Token of an administrator who may read titles of their own English articles, all tags, and give permissions. */
let lesser: string;
/** Row ids of roles. */
let weak: number;
let strong: number;
const SUPER = 1;

beforeAll(async () => {
  app = await openTestApp();
  admins = await TestAdmins.open(app);
  lesser = await admins.with([
    ...GRANTING,
    {
      action: 'read',
      subject: ARTICLE,
      fields: ['title', 'seo'],
      locales: ['en'],
      conditions: ['admin::is-creator'],
    },
    { action: 'read', subject: TAG, fields: ['name', 'color', 'articles'], locales: ['en'] },
  ]);
  weak = await addRole(app, 'weak', [{ action: 'read', subject: TAG, fields: ['name'] }]);
  strong = await addRole(app, 'strong', [{ action: 'admin::webhooks.create' }]);
});

afterAll(() => app.close());

function send(method: 'GET' | 'POST' | 'PUT', url: string, rest: AdminCall = {}) {
  return call(app, url, { method, token: lesser, ...rest });
}

function expectBeyond(response: TestResponse): void {
  expect(response.status, response.text).toBe(403);
  const { message } = response.json<{ error: { message: string } }>().error;
  expect(message).toMatch(/^You cannot grant a permission that you do not have: /);
}

async function dataOf<T>(response: TestResponse | Promise<TestResponse>): Promise<T> {
  const { status, text, json } = await response;
  expect(status, text).toBeLessThan(300);
  return json<{ data: T }>().data;
}

interface Row {
  readonly id: number;
}

let people = 0;

async function person(roles: readonly number[]): Promise<number> {
  people += 1;
  const body = { email: `person${people}@example.com`, firstname: 'P', roles };
  const invited = await dataOf<Row>(
    send('POST', '/admin/users', { body, token: admins.superAdmin }),
  );
  return invited.id;
}

describe('roles of administrators', () => {
  const invite = (roles: readonly number[]): Promise<TestResponse> => {
    people += 1;
    const body = { email: `invited${people}@example.com`, firstname: 'I', roles };
    return send('POST', '/admin/users', { body });
  };

  test('can be assigned by an invitation within the permissions of the caller', async () => {
    expect((await invite([weak])).status).toBe(201);
    expectBeyond(await invite([strong]));
    expectBeyond(await invite([weak, SUPER]));
  });

  test('can be kept, and new ones must be within the permissions of the caller', async () => {
    const id = await person([strong]);
    const change = (roles: readonly number[]): Promise<TestResponse> =>
      send('PUT', `/admin/users/${id}`, { body: { roles } });
    expect((await change([strong, weak])).status).toBe(200);
    expectBeyond(await change([strong, SUPER]));
    expect((await change([weak])).status).toBe(200);
    expectBeyond(await change([strong]));
  });

  test('with more permissions protect accounts from being taken over', async () => {
    const body = { password: 'Passw0rd!' };
    expect((await send('PUT', `/admin/users/${await person([weak])}`, { body })).status).toBe(200);
    const id = await person([strong]);
    expectBeyond(await send('PUT', `/admin/users/${id}`, { body }));
    expectBeyond(await send('PUT', `/admin/users/${id}`, { body: { email: 'me@example.com' } }));
    expectBeyond(await send('PUT', '/admin/users/1', { body }));
    expect((await send('PUT', `/admin/users/${id}`, { body: { firstname: 'Q' } })).status).toBe(
      200,
    );
  });
});

describe('permissions of roles', () => {
  const own = { action: READ, subject: ARTICLE, conditions: ['admin::is-creator'] };
  const properties = { fields: ['title'], locales: ['en'] };

  async function replace(permissions: readonly object[], token?: string): Promise<TestResponse> {
    const role = await addRole(app, `role ${(people += 1)}`, []);
    const rest = { body: { permissions }, ...(token === undefined ? {} : { token }) };
    return send('PUT', `/admin/roles/${role}/permissions`, rest);
  }

  test.each([
    ['the caller’s own ones', [{ ...own, properties }]],
    [
      'a part of a listed component',
      [{ ...own, properties: { ...properties, fields: ['seo.metaTitle'] } }],
    ],
    [
      'a condition on an unconditional one',
      [
        {
          action: READ,
          subject: TAG,
          properties: { fields: ['name'] },
          conditions: ['admin::is-creator'],
        },
      ],
    ],
    ['an action without a type', [{ action: 'admin::users.create' }]],
  ])('can be set to %s', async (_, permissions) => {
    expect((await replace(permissions)).status).toBe(200);
  });

  test.each([
    ['an attribute', { ...own, properties: { ...properties, fields: ['title', 'summary'] } }],
    ['a locale', { ...own, properties: { ...properties, locales: ['en', 'fr'] } }],
    ['rows outside the condition', { ...own, properties, conditions: [] }],
    [
      'rows of another condition',
      { ...own, properties, conditions: ['admin::is-creator', 'admin::has-same-role-as-creator'] },
    ],
    [
      'another action',
      { ...own, action: `${READ.slice(0, -4)}delete`, properties: { locales: ['en'] } },
    ],
    ['a setting', { action: 'admin::webhooks.create' }],
    ['another type', { action: READ, subject: 'api::author.author', properties: { fields: [] } }],
  ])('cannot be set to %s', async (_, permission) => {
    expectBeyond(await replace([permission]));
    expect((await replace([permission], admins.superAdmin)).status).toBe(200);
  });

  test('can be kept or reduced, whoever saves them', async () => {
    const role = await addRole(app, 'kept', [
      { action: 'admin::webhooks.create' },
      { action: 'read', subject: 'api::author.author', fields: ['name', 'email'] },
    ]);
    const author = (fields: readonly string[]): object => ({
      action: READ,
      subject: 'api::author.author',
      properties: { fields },
    });
    const save = (...permissions: readonly object[]): Promise<TestResponse> =>
      send('PUT', `/admin/roles/${role}/permissions`, { body: { permissions } });
    const webhooks = { action: 'admin::webhooks.create' };
    expect(
      (await save(webhooks, author(['name', 'email']), { action: 'admin::users.read' })).status,
    ).toBe(200);
    expect((await save(webhooks, author(['name']))).status).toBe(200);
    expectBeyond(await save(webhooks, author(['name', 'bio'])));
  });
});

describe('API tokens', () => {
  const create = (body: object, token?: string): Promise<TestResponse> =>
    send('POST', '/admin/api-tokens', {
      body: { name: `token ${(people += 1)}`, ...body },
      ...(token === undefined ? {} : { token }),
    });
  const custom = (...permissions: readonly string[]): object => ({ type: 'custom', permissions });

  test('are limited to actions that the caller has on all attributes', async () => {
    expect((await create(custom(`${TAG}.find`, `${TAG}.findOne`))).status).toBe(201);
    expect((await create(custom('plugin::i18n.locales.listLocales'))).status).toBe(201);
    expectBeyond(await create(custom(`${ARTICLE}.find`)));
    expectBeyond(await create(custom(`${TAG}.find`, `${TAG}.update`)));
    expectBeyond(await create(custom('plugin::upload.content-api.find')));
    expectBeyond(await create(custom('plugin::users-permissions.role.updateRole')));
    expectBeyond(await create({ type: 'read-only' }));
    expectBeyond(await create({ type: 'full-access' }));
  });

  test('keep existing actions; new ones must be within the permissions of the caller', async () => {
    const { id } = await dataOf<Row>(create(custom(`${ARTICLE}.find`), admins.superAdmin));
    const update = (body: object): Promise<TestResponse> =>
      send('PUT', `/admin/api-tokens/${id}`, { body });
    expect((await update({ name: 'renamed' })).status).toBe(200);
    expect((await update(custom(`${ARTICLE}.find`, `${TAG}.find`))).status).toBe(200);
    expectBeyond(await update(custom(`${ARTICLE}.find`, `${ARTICLE}.create`)));
    expectBeyond(await update({ type: 'full-access' }));
    expectBeyond(await send('POST', `/admin/api-tokens/${id}/regenerate`));
  });

  test('reveal their key only to callers with the same permissions', async () => {
    const key = async (body: object, token?: string): Promise<boolean> => {
      const { id } = await dataOf<Row>(create(body, admins.superAdmin));
      const rest = token === undefined ? {} : { token };
      const shown = await dataOf<object>(send('GET', `/admin/api-tokens/${id}`, rest));
      return 'accessKey' in shown;
    };
    const wasShown = await key({ type: 'full-access' }, admins.superAdmin);
    expect(await key(custom(`${TAG}.find`))).toBe(wasShown);
    expect(await key({ type: 'full-access' })).toBe(false);
  });
});

test('roles of end users receive only actions that the caller has, and keep existing ones', async () => {
  const grants = (type: string, ...actions: readonly string[]): object => ({
    [`api::${type}`]: {
      controllers: { [type]: Object.fromEntries(actions.map((each) => [each, { enabled: true }])) },
    },
  });
  const path = '/users-permissions/roles';
  const create = (permissions: object, token?: string): Promise<TestResponse> =>
    send('POST', path, {
      body: { name: `users ${(people += 1)}`, permissions },
      ...(token === undefined ? {} : { token }),
    });
  expect((await create(grants('tag', 'find', 'findOne'))).status).toBe(200);
  expectBeyond(await create(grants('tag', 'find', 'update')));
  expectBeyond(await create(grants('article', 'find')));
  expect((await create(grants('article', 'find'), admins.superAdmin)).status).toBe(200);
  const { roles } = (await send('GET', path, { token: admins.superAdmin })).json<{
    roles: Row[];
  }>();
  const id = roles.at(-1)?.id;
  const update = (permissions: object): Promise<TestResponse> =>
    send('PUT', `${path}/${id}`, { body: { name: 'changed', permissions } });
  expect((await update({ ...grants('article', 'find'), ...grants('tag', 'find') })).status).toBe(
    200,
  );
  expectBeyond(await update(grants('article', 'find', 'create')));
  const shown = (await send('GET', `${path}/${id}`, { token: admins.superAdmin })).text;
  expect(shown.match(/"enabled":true/g)).toHaveLength(2);
  expect((await send('PUT', `${path}/9999`, { body: { name: 'x' } })).status).toBe(404);
});

describe('tokens of administrators', () => {
  const PATH = '/admin/admin-tokens';
  const own = (...actions: readonly string[]): readonly object[] =>
    actions.map((action) => ({ action: `admin::${action}` }));
  const titles = (locales: readonly string[] | null): object => ({
    action: READ,
    subject: ARTICLE,
    properties: { fields: ['title'], locales },
  });
  interface Issued extends Row {
    readonly accessKey: string;
    readonly adminPermissions: readonly { readonly conditions: readonly string[] }[];
  }
  const create = (adminPermissions: readonly object[], token: string): Promise<TestResponse> => {
    const body = { name: `own ${(people += 1)}`, adminPermissions };
    return send('POST', PATH, { body, token });
  };
  const message = (response: TestResponse): string =>
    response.json<{ error: { message: string } }>().error.message;

  test('are limited to the permissions of their owner, also in locales', async () => {
    const { id, adminPermissions } = await dataOf<Issued>(create([titles(['en'])], lesser));
    expect(adminPermissions.map(({ conditions }) => conditions)).toEqual([['admin::is-creator']]);
    for (const locales of [['en', 'fr'], null]) {
      const response = await create([titles(locales)], lesser);
      expect(response.status).toBe(400);
      expect(message(response)).toMatch(/^Cannot assign admin permissions that exceed your own\. /);
      const changed = { adminPermissions: [titles(locales)] };
      const byOther = await send('PUT', `${PATH}/${id}`, {
        body: changed,
        token: admins.superAdmin,
      });
      expect(byOther.status).toBe(400);
    }
  });

  test('cannot grant more, or reveal the key of a stronger token', async () => {
    const actions = ['create', 'read', 'update', 'regenerate'].map(
      (each) => `admin-tokens.${each}`,
    );
    const { accessKey: key } = await dataOf<Issued>(create(own(...actions), admins.superAdmin));
    const strongest = await dataOf<Issued>(create(own('users.create'), admins.superAdmin));
    const weaker = await dataOf<Issued>(create(own('admin-tokens.read'), admins.superAdmin));
    expect((await create(own('admin-tokens.read'), key)).status).toBe(201);
    expectBeyond(await create(own('users.create'), key));
    const body = { adminPermissions: own('users.create') };
    expectBeyond(await send('PUT', `${PATH}/${weaker.id}`, { body, token: key }));
    expectBeyond(await send('POST', `${PATH}/${strongest.id}/regenerate`, { token: key }));
    const keyOf = async ({ id }: Row): Promise<unknown> =>
      (await dataOf<Partial<Issued>>(send('GET', `${PATH}/${id}`, { token: key }))).accessKey;
    expect(await keyOf(strongest)).toBeUndefined();
    expect(await keyOf(weaker)).toBe(weaker.accessKey);
  });
});

test('transfer tokens require a super admin', async () => {
  const body = { name: 'transfer', description: '', permissions: ['pull'], lifespan: null };
  expectBeyond(await send('POST', '/admin/transfer/tokens', { body }));
  const made = send('POST', '/admin/transfer/tokens', { body, token: admins.superAdmin });
  const { id } = await dataOf<Row>(made);
  expectBeyond(await send('POST', `/admin/transfer/tokens/${id}/regenerate`));
  expectBeyond(
    await send('PUT', `/admin/transfer/tokens/${id}`, { body: { permissions: ['push'] } }),
  );
});

test('the last super admin keeps the role', async () => {
  for (const token of [lesser, admins.superAdmin]) {
    const response = await send('PUT', '/admin/users/1', { body: { roles: [weak] }, token });
    expect(response.status).toBe(400);
  }
});
