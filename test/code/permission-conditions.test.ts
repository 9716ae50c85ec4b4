// Conditions and actions of permissions that project code registers (docs/strapi/administration.md, "Administrators'
// permissions").
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../support/admin.ts';
import { TestAdmins, type TestPermission } from '../support/test-admins.ts';
import { openTestApp, type TestResponse, type TestApp } from '../support/app.ts';
import { collectionType, schemaOf, writeFiles } from '../support/project-folder.ts';

const POST = 'api::post.post';
const POSTS = `/content-manager/collection-types/${POST}`;

const CODE = `module.exports = {
  async bootstrap({ strapi }) {
    const { conditionProvider, actionProvider } = strapi.admin.services.permission;
    await conditionProvider.registerMany([
      {
        name: 'is-cheap',
        displayName: 'Is cheap',
        plugin: 'shop',
        category: 'prices',
        handler: async () => ({ $or: [{ title: 'cheap' }, { title: { $in: ['free'] } }] }),
      },
      { name: 'own-name', displayName: 'Own name', handler: (user) => ({ title: user.firstname }) },
      { name: 'by-action', displayName: 'x', handler: ({ permission }) => permission.action.endsWith('.read') },
      { name: 'never', displayName: 'Never', handler: () => false },
      { name: 'odd', displayName: 'Odd', handler: () => ({ title: { $regex: '.*' } }) },
    ]);
    await actionProvider.registerMany([
      { section: 'plugins', displayName: 'Pay', uid: 'pay', pluginName: 'shop', subCategory: 'money' },
      { section: 'settings', displayName: 'Tune', uid: 'tune', category: 'radio' },
    ]);
  },
};`;

/** Folder of the project. */
let root: string;
let app: TestApp;
let admins: TestAdmins;

beforeAll(async () => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'quoin-conditions-')));
  writeFiles(root, { [schemaOf('post')]: collectionType('post'), 'src/index.js': CODE });
  app = await openTestApp({ project: root });
  admins = await TestAdmins.open(app);
  for (const name of ['cheap', 'free', 'dear', 'Test']) {
    const response = await call(app, POSTS, {
      method: 'POST',
      token: admins.superAdmin,
      body: { title: name },
    });
    expect(response.status, response.text).toBe(201);
  }
});

afterAll(async () => {
  await app.close();
  rmSync(root, { recursive: true, force: true });
});

function post(action: string, ...conditions: readonly string[]): TestPermission {
  return { action, subject: POST, fields: ['title'], conditions };
}

interface Entry {
  readonly documentId: string;
  readonly title: string;
}

async function listed(token: string): Promise<readonly Entry[]> {
  const response = await call(app, `${POSTS}?sort=title:ASC`, { token });
  expect(response.status, response.text).toBe(200);
  return response.json<{ results: readonly Entry[] }>().results;
}

async function names(...conditions: readonly string[]): Promise<readonly string[]> {
  const token = await admins.with([post('read', ...conditions)]);
  return (await listed(token)).map(({ title }) => title);
}

async function update(token: string, name: string): Promise<TestResponse> {
  const found = (await listed(admins.superAdmin)).find((each) => each.title === name);
  const body = { title: name };
  return call(app, `${POSTS}/${found?.documentId}`, { method: 'PUT', token, body });
}

describe('conditions', () => {
  test('limit lists to the rows that match their query', async () => {
    expect(await names('plugin::shop.is-cheap')).toEqual(['cheap', 'free']);
    expect(await names('api::own-name')).toEqual(['Test']);
    expect(await names('plugin::shop.is-cheap', 'api::own-name')).toHaveLength(3);
    expect(await names('api::by-action', 'api::never')).toHaveLength(4);
  });

  test('limit writes', async () => {
    const token = await admins.with([post('read'), post('update', 'plugin::shop.is-cheap')]);
    expect((await update(token, 'cheap')).status).toBe(200);
    expect((await update(token, 'dear')).status).toBe(403);
    const other = await admins.with([post('read'), post('update', 'api::by-action')]);
    expect((await update(other, 'cheap')).status, 'false for this action').toBe(403);
  });

  test('that match nothing have the same effect as no permission', async () => {
    const token = await admins.with([post('read', 'api::never')]);
    const { error } = (await call(app, POSTS, { token })).json<{ error: { name: string } }>();
    expect(error.name).toBe('PolicyError');
  });

  test('with an unknown operator grant nothing', async () => {
    const token = await admins.with([post('read', 'api::odd')]);
    expect((await call(app, POSTS, { token })).status).toBeGreaterThanOrEqual(400);
  });
});

describe('registered actions and conditions', () => {
  interface Offered {
    readonly data: {
      readonly conditions: readonly { readonly id: string }[];
      readonly sections: Readonly<Record<'plugins' | 'settings', readonly object[]>>;
    };
  }

  test('can be selected, and are stored', async () => {
    const offered = await call(app, '/admin/permissions', { token: admins.superAdmin });
    const { conditions, sections } = offered.json<Offered>().data;
    expect(conditions).toContainEqual({
      id: 'plugin::shop.is-cheap',
      displayName: 'Is cheap',
      category: 'prices',
    });
    expect(conditions).toContainEqual({
      id: 'api::own-name',
      displayName: 'Own name',
      category: 'default',
    });
    expect(sections.plugins).toContainEqual({
      displayName: 'Pay',
      plugin: 'shop',
      subCategory: 'money',
      action: 'plugin::shop.pay',
    });
    expect(sections.settings).toContainEqual({
      displayName: 'Tune',
      category: 'radio',
      subCategory: 'general',
      action: 'api::tune',
    });
    const permissions = [
      {
        action: 'plugin::content-manager.explorer.read',
        subject: POST,
        properties: { fields: ['title'] },
        conditions: ['plugin::shop.is-cheap', 'api::gone'],
      },
      { action: 'plugin::shop.pay' },
    ];
    const response = await call(app, '/admin/roles/2/permissions', {
      method: 'PUT',
      token: admins.superAdmin,
      body: { permissions },
    });
    expect(response.status, response.text).toBe(200);
    const stored = await call(app, '/admin/roles/2/permissions', { token: admins.superAdmin });
    expect(stored.json()).toMatchObject({
      data: [{ conditions: ['plugin::shop.is-cheap'] }, { action: 'plugin::shop.pay' }],
    });
  });

  test('are granted to super admins from the start', async () => {
    const own = await call(app, '/admin/users/me/permissions', { token: admins.superAdmin });
    const actions = own.json<{ data: readonly { action: string }[] }>().data;
    expect(actions).toContainEqual(expect.objectContaining({ action: 'plugin::shop.pay' }));
  });

  test('must be registered before the server is ready', async () => {
    const strapi = Reflect.get(globalThis, 'strapi') as {
      admin: {
        services: { permission: { conditionProvider: { register(item: object): Promise<void> } } };
      };
    };
    const { conditionProvider } = strapi.admin.services.permission;
    const late = conditionProvider.register({ name: 'late', handler: () => true });
    await expect(late).rejects.toThrow(/outside of the bootstrap function/);
  });
});
