// The permissions of an administrator for project code: `ctx.state.userAbility` and `createPermissionsManager`. Members that
// Quoin does not have throw an error that names a replacement.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UserAbility } from '../../src/code/admin/user-ability.ts';
import type { Strapi } from '../../src/code/strapi/strapi.ts';
import type { Callable } from '../../src/code/strapi/code-values.ts';
import { call, invite, registerAdmin } from '../support/admin.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { collectionType, schemaOf, writeFiles } from '../support/project-folder.ts';

const UID = 'api::post.post';
const PAGE = 'api::page.page';
const READ = 'plugin::content-manager.explorer.read';
const UPDATE = 'plugin::content-manager.explorer.update';
const DELETE = 'plugin::content-manager.explorer.delete';

const folder = mkdtempSync(path.join(tmpdir(), 'quoin-permissions-manager-'));
let app: TestApp;
/** The abilities of a super administrator, and of one who reads titles and updates own entries. */
let full: UserAbility;
let limited: UserAbility;
let reader: { readonly id: number; readonly token: string };

function strapi(): Strapi {
  return Reflect.get(globalThis, 'strapi') as Strapi;
}

beforeAll(async () => {
  writeFiles(folder, {
    [schemaOf('post')]: collectionType('post', {
      title: { type: 'string' },
      notes: { type: 'text' },
      pin: { type: 'password' },
    }),
    [schemaOf('page')]: {
      ...collectionType('page'),
      pluginOptions: { i18n: { localized: true } },
    },
    'src/index.js': `const { factories } = require('@strapi/strapi');
      module.exports = { bootstrap() {
        try { factories.createCoreValidator('${UID}'); } catch (error) { globalThis.validatorError = error.message; }
      } };`,
  });
  app = await openTestApp({ project: folder });
  const token = await registerAdmin(app);
  const role = await call(app, '/admin/roles', {
    method: 'POST',
    token,
    body: { name: 'Reader', description: 'Reads titles' },
  });
  const { id } = role.json<{ data: { id: number } }>().data;
  const properties = { fields: ['title'] };
  const inEnglish = { fields: ['title'], locales: ['en'] };
  const permissions = [
    { action: READ, subject: UID, properties, conditions: [] },
    { action: READ, subject: PAGE, properties: inEnglish, conditions: [] },
    { action: UPDATE, subject: UID, properties, conditions: ['admin::is-creator'] },
  ];
  await call(app, `/admin/roles/${id}/permissions`, {
    method: 'PUT',
    token,
    body: { permissions },
  });
  reader = await invite(app, token, { email: 'reader@example.com', roles: [id] });
  const abilities: UserAbility[] = [];
  strapi().documents.use((_context, next) => {
    const ability: unknown = strapi().requestContext.get()?.state['userAbility'];
    if (ability !== undefined) abilities.push(ability as UserAbility);
    return next();
  });
  for (const each of [token, reader.token]) {
    abilities.length = 0;
    await call(app, `/content-manager/collection-types/${UID}`, { token: each });
    const [ability] = abilities;
    if (ability && each === token) full = ability;
    else if (ability) limited = ability;
  }
});

afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

type Method = (...args: unknown[]) => unknown;

function manager(ability: UserAbility, action = READ): Record<string, Method> {
  const create = strapi().service('admin::permission')?.['createPermissionsManager'] as Callable;
  return create({ ability, action, model: UID } as never) as Record<string, Method>;
}

test('the ability compares actions, types, entries and fields', () => {
  const own = manager(limited)['toSubject']?.({ createdBy: { id: reader.id } });
  const other = manager(limited)['toSubject']?.({ createdBy: { id: 99 } });
  expect([full.can(DELETE, UID), full.can(READ, UID, 'notes')]).toEqual([true, true]);
  expect([limited.can(READ, UID), limited.cannot(READ, UID)]).toEqual([true, false]);
  expect([limited.can(READ, UID, 'title'), limited.can(READ, UID, 'notes')]).toEqual([true, false]);
  expect([limited.can(DELETE, UID), limited.can(READ, 'api::other.other')]).toEqual([false, false]);
  expect([limited.can(UPDATE, own), limited.can(UPDATE, other)]).toEqual([true, false]);
  expect(limited.rules).toContainEqual({
    action: UPDATE,
    subject: UID,
    inverted: false,
    fields: ['title'],
    conditions: { createdBy: { id: reader.id } },
  });
  expect(full.rules).toEqual([{ action: 'manage', subject: 'all', inverted: false }]);
});

test('a manager filters results, data and queries', async () => {
  const entry = {
    id: 1,
    documentId: 'a',
    title: 'A',
    notes: 'n',
    pin: 'hash',
    createdBy: { id: 2, firstname: 'Ann', password: 'hash' },
  };
  const limitedManager = manager(limited);
  expect(limitedManager['isAllowed']).toBe(true);
  expect(manager(limited, DELETE)['isAllowed']).toBe(false);
  expect(await limitedManager['sanitizeOutput']?.([{ ...entry }])).toEqual([
    { id: 1, documentId: 'a', title: 'A', createdBy: { id: 2, firstname: 'Ann' } },
  ]);
  expect(await manager(full)['sanitizeOutput']?.({ ...entry })).toMatchObject({ notes: 'n' });
  expect(await manager(full)['sanitizeOutput']?.({ ...entry })).not.toHaveProperty('pin');
  const input = limitedManager['pickPermittedFieldsOf']?.({ title: 'A', notes: 'n' });
  expect(await input).toEqual({ title: 'A' });
  const query = { filters: { title: 'A', notes: 'n' }, sort: 'title', page: 1 };
  expect(await limitedManager['sanitizeQuery']?.(query)).toMatchObject({
    filters: { title: 'A' },
    page: 1,
  });
  await expect(limitedManager['validateQuery']?.(query)).rejects.toThrow('notes');
  expect(await limitedManager['validateQuery']?.({ filters: { title: 'A' } })).toBe(true);
  await expect(limitedManager['validateInput']?.({ notes: 'n' })).rejects.toThrow('notes');
});

test('a manager adds the conditions of permissions to queries', () => {
  const condition = { $or: [{ createdBy: { id: reader.id } }] };
  expect(manager(limited)['getQuery']?.()).toEqual({});
  expect(manager(limited)['getQuery']?.(UPDATE)).toEqual(condition);
  expect(manager(limited)['getQuery']?.(DELETE)).toBeNull();
  const add = manager(limited, UPDATE)['addPermissionsQueryTo'];
  expect(add?.({ page: 1 })).toEqual({ page: 1, filters: condition });
  expect(add?.({ filters: { title: 'A' } })).toEqual({
    filters: { $and: [{ title: 'A' }, condition] },
  });
});

test('a permission for some locales has a condition on the locale', () => {
  const [rule] = limited.rulesFor(READ, PAGE);
  expect(rule?.conditions).toEqual({ locale: { $in: ['en'] } });
  const toPage = (locale: string): unknown => manager(limited)['toSubject']?.({ locale }, PAGE);
  expect([limited.can(READ, toPage('en')), limited.can(READ, toPage('fr'))]).toEqual([true, false]);
});

test('the type of an entry cannot be set by the body of a request', () => {
  const body: unknown = JSON.parse(`{ "__caslSubjectType__": "${PAGE}" }`);
  expect(() => manager(limited)['toSubject']?.(body)).toThrow('Invalid key __caslSubjectType__');
});

test('errors of missing members name a replacement', () => {
  expect(Reflect.get(globalThis, 'validatorError')).toContain('strapi.contentAPI.validate');
  expect(() => strapi().documents(UID).updateComponents()).toThrow(
    `strapi.documents('${UID}').update`,
  );
});
