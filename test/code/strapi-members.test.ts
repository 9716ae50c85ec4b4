// Members of `strapi` that code of a project uses besides documents and queries: administrators, tables of the engine,
// rules of the content API, and events of entries.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Knex } from 'knex';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everythingIn } from '../../src/code/plugins/content-manager/populate-builder.ts';
import type { Strapi } from '../../src/code/strapi/strapi.ts';
import type { Callable, Fields, Row } from '../../src/code/strapi/code-values.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import {
  collectionType,
  schemaOf,
  writeFiles,
  type ProjectFiles,
} from '../support/project-folder.ts';

const PASSWORD = 'Passw0rd!';
const ARTICLE = 'api::article.article';

const folder = mkdtempSync(path.join(tmpdir(), 'quoin-strapi-members-'));
let app: TestApp;

const files: ProjectFiles = {
  [schemaOf('author')]: collectionType('author', {
    name: { type: 'string' },
    mail: { type: 'email', private: true },
  }),
  [schemaOf('article')]: collectionType('article', {
    title: { type: 'string' },
    secret: { type: 'string', private: true },
    author: { type: 'relation', relation: 'manyToOne', target: 'api::author.author' },
  }),
  'src/api/article/routes/article.js': core('Router'),
  'src/api/article/controllers/article.js': core('Controller'),
  'src/api/article/services/article.js': core('Service'),
  'src/index.js': 'module.exports = { register() {} };',
};

beforeAll(async () => {
  writeFiles(folder, files);
  app = await openTestApp({ project: folder });
});

afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

function core(kind: string): string {
  return `module.exports = require('@strapi/strapi').factories.createCore${kind}('${ARTICLE}');`;
}

function strapi(): Strapi {
  return Reflect.get(globalThis, 'strapi') as Strapi;
}

/** Calls a method of a service of administrators. */
async function admin(service: string, name: string, ...args: readonly unknown[]): Promise<unknown> {
  const found = strapi().service(`admin::${service}`);
  return Reflect.apply(found?.[name] as Callable, found, args) as unknown;
}

function signIn(email: string): ReturnType<TestApp['request']> {
  return app.request('/admin/login', {
    method: 'POST',
    authorization: null,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
}

describe('administrators', () => {
  test('`strapi.admin.services` and `strapi.service` return the same services', () => {
    const { services } = strapi().admin as { services: Fields };
    expect(Object.keys(services)).toEqual([
      'auth',
      'user',
      'role',
      'permission',
      'token',
      'api-token',
    ]);
    expect(services['auth']).toBe(strapi().service('admin::auth'));
    expect(services['permission']).toHaveProperty('actionProvider');
  });

  test('roles exist with their permissions, and an administrator created as a row can sign in', async () => {
    const roles = await strapi()
      .db.query('admin::role')
      .findMany({ orderBy: { id: 'asc' }, populate: ['permissions'] });
    expect(roles.map(({ code }) => code)).toEqual([
      'strapi-super-admin',
      'strapi-editor',
      'strapi-author',
    ]);
    const ofEditors = roles[1]?.['permissions'] as readonly Row[];
    expect(ofEditors.map(({ action }) => action)).toContain('plugin::upload.read');
    const password = await admin('auth', 'hashPassword', PASSWORD);
    expect(await admin('auth', 'validatePassword', PASSWORD, password)).toBe(true);
    expect(await admin('auth', 'validatePassword', 'other', password)).toBe(false);
    const data = { email: 'ada@example.com', password, isActive: true, roles: [roles[0]?.id] };
    await strapi().db.query('admin::user').create({ data });
    expect((await signIn('ada@example.com')).status).toBe(200);
    const [, found] = (await admin('auth', 'checkCredentials', {
      email: 'ada@example.com',
      password: 'other',
    })) as unknown[];
    expect(found).toBe(false);
  });

  test('the service creates, changes and deletes administrators, but not the only super admin', async () => {
    const role = (await admin('role', 'findOne', { code: 'strapi-editor' })) as Row;
    const user = (await admin('user', 'create', {
      email: 'bob@example.com',
      password: PASSWORD,
      isActive: true,
      roles: [role.id],
    })) as Row;
    expect(user['roles']).toMatchObject([{ code: 'strapi-editor' }]);
    expect(await admin('user', 'sanitizeUser', user)).not.toHaveProperty('password');
    const response = await signIn('bob@example.com');
    const { token } = response.json<{ data: { token: string } }>().data;
    const me = (): ReturnType<TestApp['request']> =>
      app.request('/admin/users/me', { authorization: `Bearer ${token}` });
    expect((await me()).status).toBe(200);
    await admin('user', 'updateById', user.id, { isActive: false });
    expect((await me()).status).toBe(401);
    expect(await admin('user', 'exists', { email: 'bob@example.com' })).toBe(true);
    await admin('user', 'deleteById', user.id);
    expect(await admin('user', 'exists', { email: 'bob@example.com' })).toBe(false);
    const first = (await admin('user', 'findOneByEmail', 'ADA@example.com')) as Row;
    await expect(admin('user', 'deleteById', first.id)).rejects.toThrow(
      'at least one user with super admin role',
    );
    const superAdmin = (await admin('role', 'findOne', { code: 'strapi-super-admin' })) as Row;
    const invited = { email: 'eve@example.com', roles: [superAdmin.id] };
    const { id } = (await admin('user', 'create', invited)) as Row;
    const deactivated = admin('user', 'updateById', first.id, { isActive: false });
    await expect(deactivated).rejects.toThrow('at least one user with super admin role');
    await admin('user', 'deleteById', id);
  });

  test('roles are created with unique names, receive permissions, and are deleted with them', async () => {
    const role = (await admin('role', 'create', { name: 'Press office' })) as Row;
    expect(role['code']).toMatch(/^press-office-\w+$/);
    await expect(admin('role', 'create', { name: 'Press office' })).rejects.toThrow(
      'a role with name `Press office` already exists',
    );
    const wished = [
      { action: 'plugin::upload.read', subject: null, properties: {}, conditions: [] },
    ];
    await admin('role', 'assignPermissions', role.id, wished);
    const where = { role: { id: role.id } };
    expect(await admin('permission', 'findMany', { where })).toMatchObject([
      { action: 'plugin::upload.read', subject: null, conditions: [] },
    ]);
    expect(await admin('role', 'deleteByIds', [role.id])).toMatchObject([{ name: 'Press office' }]);
    expect(await strapi().db.query('admin::permission').count({ where })).toBe(0);
  });

  test('tokens of administrators lose the permissions that their owners lose, and are deleted with them', async () => {
    const grant = async (action: string): Promise<unknown> =>
      admin('permission', 'createMany', [
        { action, role: role.id, properties: {}, conditions: [] },
      ]);
    const role = (await admin('role', 'create', { name: 'Guests' })) as Row;
    const actions = ['plugin::upload.read', 'plugin::upload.assets.download'];
    for (const action of actions) await grant(action);
    const data = { email: 'eve@example.com', isActive: true, roles: [role.id] };
    const owner = (await admin('user', 'create', data)) as Row;
    const tokens = strapi().db.query('admin::api-token');
    const token = await tokens.create({
      data: { name: 'Eve', kind: 'admin', accessKey: 'key', adminUserOwner: owner.id },
    });
    const permissions = strapi().db.query('admin::permission');
    for (const action of actions) {
      await permissions.create({ data: { action, apiToken: token.id, properties: {} } });
    }
    const left = (): Promise<number> => permissions.count({ where: { apiToken: token.id } });
    const where = { role: { id: role.id }, action: actions[0] };
    const [first] = (await admin('permission', 'findMany', { where })) as Row[];
    await admin('permission', 'deleteByIds', [first?.id]);
    expect(await left()).toBe(1);
    await admin('user', 'updateById', owner.id, { roles: [] });
    expect(await left()).toBe(0);
    await admin('user', 'deleteById', owner.id);
    expect(await tokens.count({ where: { name: 'Eve' } })).toBe(0);
  });

  test('one of several super admins remains if all are deleted together', async () => {
    const role = (await admin('role', 'getSuperAdmin')) as Row;
    for (const name of ['kim', 'lee']) {
      const data = { email: `${name}@example.com`, isActive: true, roles: [role.id] };
      await admin('user', 'create', data);
    }
    const found = await strapi()
      .db.query('admin::user')
      .findMany({ where: { roles: { id: role.id } } });
    expect(found.length).toBeGreaterThan(1);
    await Promise.allSettled(found.map(({ id }) => admin('user', 'deleteById', id)));
    expect(await admin('role', 'getUsersCount', role.id)).toBe(1);
  });

  test('API tokens work until they are revoked', async () => {
    const token = (await admin('api-token', 'create', {
      name: 'Script',
      type: 'full-access',
      lifespan: null,
    })) as { id: number; accessKey: string };
    const list = (): ReturnType<TestApp['request']> =>
      app.request('/api/articles', { authorization: `Bearer ${token.accessKey}` });
    expect((await list()).status).toBe(200);
    expect(await admin('api-token', 'exists', { name: 'Script' })).toBe(true);
    expect(await admin('api-token', 'getByName', 'Script')).not.toHaveProperty('accessKey');
    await admin('api-token', 'revoke', token.id);
    expect((await list()).status).toBe(401);
  });
});

test('webhooks are rows of `strapi::webhook`', async () => {
  const query = strapi().db.query('strapi::webhook');
  const data = { name: 'hook', url: 'https://hooks.example/', headers: { a: 'b' } };
  const row = await query.create({ data: { ...data, events: ['entry.create'], enabled: true } });
  expect(row).toEqual({ id: row.id, ...data, events: ['entry.create'], enabled: true });
  await query.update({ where: { id: row.id }, data: { enabled: false } });
  expect(await query.findMany({ where: { enabled: false } })).toMatchObject([{ name: 'hook' }]);
  await query.delete({ where: { id: row.id } });
  expect(await query.count()).toBe(0);
});

test('strapi.db describes its connection', async () => {
  const { db } = strapi();
  expect(db.getInfo()).toMatchObject({ client: 'sqlite', displayName: expect.any(String) });
  expect(db.getSchemaName()).toBeUndefined();
  const { client, schema } = db.connection as Knex;
  const settings = { filename: expect.stringMatching(/^\/.*\.db$/) };
  expect(client).toMatchObject({ connectionSettings: settings, config: { connection: settings } });
  expect(await (db.getSchemaConnection() as typeof schema).hasTable('articles')).toBe(true);
  await db.transaction(async ({ trx }: { trx: Knex }) => {
    expect(await (db.getSchemaConnection(trx) as typeof schema).hasTable('nothing')).toBe(false);
  });
});

describe('strapi.contentAPI', () => {
  type Rules = Readonly<Record<string, (...args: readonly unknown[]) => Promise<unknown>>>;
  const rules = (kind: 'sanitize' | 'validate'): Rules =>
    strapi().contentAPI[kind] as unknown as Rules;
  const model = (): unknown => strapi().contentType(ARTICLE);

  test.each([
    ['filters', { title: 'a', secret: 'b', author: { mail: 'c' } }, { title: 'a' }],
    ['sort', ['title:asc', 'secret'], ['title:asc']],
    ['fields', ['title', 'nope'], ['title']],
    ['populate', { author: { fields: ['name', 'mail'] } }, { author: { fields: ['name'] } }],
  ])('sanitizes %s', async (name, given, left) => {
    expect(await rules('sanitize')[name]?.(given, model())).toMatchObject(left);
  });

  test.each([
    ['filters', { secret: 'b' }],
    ['sort', 'secret'],
    ['fields', ['nope']],
    ['populate', ['nope']],
    ['input', [{ title: 'a' }, { nope: 1 }]],
  ])('rejects %s', async (name, given) => {
    await expect(rules('validate')[name]?.(given, model())).rejects.toThrow('Invalid key');
    await expect(rules('validate')[name]?.(given, undefined)).rejects.toThrow('Missing schema in');
  });
});

test('the population of mutually nested components is limited', () => {
  const attributes = { part: { type: 'component', component: 'shared.part' } };
  const populate = JSON.stringify(everythingIn('shared.part', () => ({ attributes })));
  expect(populate.match(/part/g)).toHaveLength(10);
});

describe('events of entries', () => {
  interface Emitted {
    readonly name: string;
    readonly entry: Fields;
  }

  const NAMES = ['create', 'publish', 'unpublish', 'draft-discard', 'delete'];

  /** The events that some work emits. */
  async function eventsOf(
    count: number,
    work: () => Promise<unknown>,
  ): Promise<readonly Emitted[]> {
    const seen: Emitted[] = [];
    const ends = NAMES.map((name) =>
      strapi().eventHub.on(`entry.${name}`, ({ entry }: { entry: Fields }) => {
        seen.push({ name, entry });
      }),
    );
    try {
      await work();
      await expect.poll(() => seen).toHaveLength(count);
      return seen;
    } finally {
      for (const end of ends) end();
    }
  }

  const create = async (): Promise<unknown> => {
    const author = await strapi()
      .documents('api::author.author')
      .create({
        data: { name: 'Ann', mail: 'ann@example.com' },
        status: 'published',
      });
    const data = { title: 'a', secret: 'b', author: author.documentId };
    const article = await strapi().documents(ARTICLE).create({ data, status: 'published' });
    return article.documentId;
  };

  test('contain the links of an entry, and nothing private', async () => {
    let documentId: unknown;
    const [created, published] = (
      await eventsOf(4, async () => {
        documentId = await create();
      })
    ).filter(({ entry }) => 'title' in entry);
    expect([created?.name, published?.name]).toEqual(['create', 'publish']);
    for (const event of [created, published]) {
      expect(event?.entry).toMatchObject({ documentId, title: 'a', author: { name: 'Ann' } });
      expect(JSON.stringify(event?.entry)).not.toMatch(/secret|mail|createdBy|locale/);
    }
  });

  test('are emitted for each deleted row, and for the row that was written', async () => {
    const documentId = await create();
    const documents = strapi().documents(ARTICLE);
    const [discarded] = await eventsOf(1, async () => documents.discardDraft?.({ documentId }));
    expect(discarded?.entry).toMatchObject({ documentId, publishedAt: null });
    const deleted = await eventsOf(2, () => documents.delete({ documentId }));
    expect(deleted.map(({ entry }) => entry['publishedAt'])).toEqual([null, expect.any(String)]);
    const other = await create();
    const [unpublished, ...more] = await eventsOf(1, async () =>
      documents.unpublish?.({ documentId: other }),
    );
    expect(unpublished?.entry).toMatchObject({ documentId: other, title: 'a' });
    expect(more).toEqual([]);
  });
});

test('errors of unavailable content-manager services name alternatives', () => {
  const service = (name: string) => strapi().plugin('content-manager')?.service(name) as Fields;
  const find = service('history')['findVersions'] as (id: string) => unknown;
  expect(() => find('x')).toThrow(
    "strapi.plugin('content-manager').service('history') is not available in Quoin. Use strapi.documents(uid) instead.",
  );
  const checker = service('permission-checker') as unknown as (options: object) => unknown;
  expect(() => checker({})).toThrow(
    "Use strapi.service('admin::permission').createPermissionsManager instead.",
  );
  expect(service('nope')).toBeUndefined();
});
