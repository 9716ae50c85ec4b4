// Services of Quoin's own plugins, called by code of a project that runs.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Service, Strapi } from '../../src/code/strapi/strapi.ts';
import type { Row } from '../../src/code/strapi/code-values.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { changeDatabase } from '../support/app-database.ts';
import { openMailServer } from '../support/mail-server.ts';
import { vendored } from '../support/vendored-projects.ts';
import {
  collectionType,
  makeProject,
  schemaOf,
  writeFiles,
  type ProjectFiles,
} from '../support/project-folder.ts';

const USER = 'plugin::users-permissions.user';
const ROLE = 'plugin::users-permissions.role';

const files: ProjectFiles = {
  [schemaOf('page')]: collectionType('page'),
  [schemaOf('album')]: collectionType('album', { cover: { type: 'media', multiple: false } }),
  'src/api/page/routes/page.js': core('Router'),
  'src/api/page/controllers/page.js': core('Controller'),
  'src/api/page/services/page.js': core('Service'),
};

function core(kind: string): string {
  return `module.exports = require('@strapi/strapi').factories.createCore${kind}('api::page.page');`;
}

type Method = (...args: unknown[]) => unknown;

/** The `strapi` object of the server that was opened last. */
function strapi(): Strapi {
  return Reflect.get(globalThis, 'strapi') as Strapi;
}

/** A method of a service; it is a function of the plugin that is called. */
function method(plugin: string, service: string, name: string): Method {
  const found: Service | undefined = strapi().plugin(plugin)?.service(service);
  const run = found?.[name];
  if (typeof run !== 'function') throw new Error(`no method ${plugin} ${service} ${name}`);
  return (...args) => Reflect.apply(run as Method, found, args);
}

describe('plugin services, with tokens that name a user', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'quoin-plugin-services-'));
  let app: TestApp;

  beforeAll(async () => {
    writeFiles(folder, files);
    app = await openTestApp({ project: folder });
  });

  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const user = (name: string): Method => method('users-permissions', 'user', name);

  async function authenticated(): Promise<Row> {
    const role = await strapi()
      .db.query(ROLE)
      .findOne({ where: { type: 'authenticated' } });
    if (!role) throw new Error('no role');
    return role;
  }

  test('add users with a password hash and a role, and keep the letter case of their address', async () => {
    const role = await authenticated();
    const sent = {
      username: 'ada',
      email: 'Ada@Example.com',
      password: 'Passw0rd!',
      role: role.id,
    };
    const added = (await user('add')(sent)) as Row;
    expect(added).toMatchObject({
      username: 'ada',
      email: 'Ada@Example.com',
      role: { id: role.id },
    });
    expect(await user('validatePassword')('Passw0rd!', added['password'])).toBe(true);
    expect(await user('validatePassword')('other', added['password'])).toBe(false);
    expect(await user('sanitizeUser')(added)).not.toHaveProperty('password');
  });

  test('change users by row id, and return null for an unknown one', async () => {
    const added = (await user('add')({ username: 'bob', email: 'bob@example.com' })) as Row;
    const changed = await user('edit')(added.id, { username: 'bobby', password: 'Passw0rd!' });
    expect(changed).toMatchObject({ id: added.id, username: 'bobby' });
    expect(String((changed as Row)['password'])).toMatch(/^\$2/);
    expect(await user('edit')(99_999, { username: 'nobody' })).toBeNull();
  });

  test('fetch users by parameters of the REST API', async () => {
    const role = await authenticated();
    for (const name of ['cyd', 'dan']) {
      await user('add')({ username: name, email: `${name}@example.com`, role: role.id });
    }
    const [dan, cy] = (await user('fetchAll')({
      filters: { username: { $in: ['cyd', 'dan'] } },
      sort: 'username:desc',
      populate: { role: { fields: ['type'] } },
    })) as Row[];
    expect([dan?.['username'], cy?.['username']]).toEqual(['dan', 'cyd']);
    expect(cy?.['role']).toMatchObject({ type: 'authenticated' });
    expect(await user('fetch')(cy?.id, { fields: ['username'], populate: ['role'] })).toMatchObject(
      {
        username: 'cyd',
        role: { id: role.id },
      },
    );
    expect(await user('fetch')(cy?.id, { filters: { username: 'dan' } })).toBeNull();
    expect(await user('fetchAuthenticatedUser')(cy?.id)).toMatchObject({ role: { id: role.id } });
    expect(await user('count')({ filters: { username: 'cyd' } })).toBe(1);
    expect(await user('fetchAll')({ sort: ['username'], start: 1, limit: 1 })).toHaveLength(1);
  });

  test('remove users', async () => {
    const added = (await user('add')({ username: 'eve', email: 'eve@example.com' })) as Row;
    expect(await user('remove')({ id: added.id })).toMatchObject({ username: 'eve' });
    expect(await user('fetch')(added.id)).toBeNull();
    expect(await user('remove')({ id: added.id })).toBeNull();
  });

  test('apply permissions that code creates, and find them by role', async () => {
    const publicRole = await strapi()
      .db.query(ROLE)
      .findOne({ where: { type: 'public' } });
    expect((await app.request('/api/pages', { authorization: null })).status).toBe(403);
    await strapi()
      .db.query('plugin::users-permissions.permission')
      .create({ data: { action: 'api::page.page.find', role: publicRole?.id } });
    expect((await app.request('/api/pages', { authorization: null })).status).toBe(200);
    const found = (await method(
      'users-permissions',
      'permission',
      'findPublicPermissions',
    )()) as Row[];
    expect(found.map(({ action }) => action)).toContain('api::page.page.find');
    const ofRole = await method(
      'users-permissions',
      'permission',
      'findRolePermissions',
    )(publicRole?.id);
    expect(ofRole).toHaveLength(found.length);
  });

  test('return actions, and fill in templates', async () => {
    const service = (name: string): Method =>
      method('users-permissions', 'users-permissions', name);
    expect(service('getActions')({ defaultEnable: true })).toMatchObject({
      'api::page': { controllers: { page: { find: { enabled: true, policy: '' } } } },
    });
    expect(service('template')('Hi <%= USER.name %> <%= x %>', { USER: { name: 'Ada' } })).toBe(
      'Hi Ada <%= x %>',
    );
  });

  test('add, find and remove locales, and set the default', async () => {
    const locales = (name: string): Method => method('i18n', 'locales', name);
    const french = (await locales('create')({ code: 'fr', name: 'French' })) as Row;
    expect(french).toMatchObject({ code: 'fr', name: 'French' });
    expect(await locales('findByCode')('fr')).toEqual(french);
    expect(await locales('findById')(french.id)).toEqual(french);
    expect(await locales('findByCode')('de')).toBeNull();
    expect(await locales('count')()).toBe(2);
    expect(await locales('find')({ code: 'en' })).toHaveLength(1);
    expect(await locales('update')({ id: french.id }, { name: 'Français' })).toMatchObject({
      name: 'Français',
    });
    await locales('setDefaultLocale')({ code: 'fr' });
    expect(await locales('getDefaultLocale')()).toBe('fr');
    expect(await locales('setIsDefault')([{ code: 'en' }, { code: 'fr' }])).toEqual([
      { code: 'en', isDefault: false },
      { code: 'fr', isDefault: true },
    ]);
    await locales('setDefaultLocale')({ code: 'en' });
    expect(await locales('delete')({ id: french.id })).toMatchObject({ code: 'fr' });
    expect(await locales('count')()).toBe(1);
    expect(await locales('delete')({ id: french.id })).toBeNull();
  });

  test('read and write upload settings, and find files by parameters', async () => {
    const upload = (name: string): Method => method('upload', 'upload', name);
    await upload('setSettings')({ sizeOptimization: false });
    expect(await upload('getSettings')()).toEqual({ sizeOptimization: false });
    expect(await upload('findMany')({ filters: { mime: 'image/png' } })).toEqual([]);
    expect(await upload('findOne')(1)).toBeNull();
    expect(await upload('findPage')({ page: 1, pageSize: 5 })).toMatchObject({
      results: [],
      pagination: { total: 0 },
    });
  });

  test('upload a file into a field of a row that is identified by its id', async () => {
    const uid = 'api::album.album';
    const album = await strapi().db.query(uid).create({ data: {} });
    writeFiles(folder, { 'note.txt': 'hello' });
    const file = { filepath: path.join(folder, 'note.txt'), mimetype: 'text/plain' };
    const data = { ref: uid, refId: album.id, field: 'cover' };
    await method('upload', 'upload', 'upload')({ data, files: file });
    const found = await strapi()
      .db.query(uid)
      .findOne({ populate: ['cover'] });
    expect(found?.['cover']).toMatchObject({ name: 'note.txt', mime: 'text/plain' });
  });

  test('add, change, move and remove files, with the columns of their rows', async () => {
    const upload = (name: string): Method => method('upload', 'upload', name);
    writeFiles(folder, { 'other.txt': 'hello' });
    const filepath = path.join(folder, 'other.txt');
    const [file] = (await upload('upload')({
      data: { fileInfo: { caption: 'By code', alternativeText: 'A text' } },
      files: { filepath, originalFilename: 'sent.txt', mimetype: 'text/plain', size: 5 },
    })) as Row[];
    const texts = { name: 'sent.txt', caption: 'By code', mime: 'text/plain' };
    expect(file).toMatchObject({ ...texts, folderPath: '/', locale: null });
    expect(existsSync(filepath)).toBe(true);
    const bytes = path.join(app.folder, 'public', String(file?.['url']));
    expect(existsSync(bytes)).toBe(true);
    const made = (await method('upload', 'folder', 'create')({ name: 'Texts' })) as Row;
    const placed = (await upload('updateFileInfo')(file?.id, { folder: made.id })) as Row;
    expect(placed).toMatchObject({ ...texts, folderPath: made['path'] });
    expect(await method('upload', 'file', 'getFolderPath')(made.id)).toBe(made['path']);
    expect(await method('upload', 'folder', 'exists')({ name: 'Texts' })).toBe(true);
    expect(await method('upload', 'folder', 'setPathIdAndPath')({ name: 'a' })).toMatchObject({
      path: expect.stringMatching(/^\/\d+$/),
    });
    expect(await upload('remove')(file)).toMatchObject({ id: file?.id });
    expect(existsSync(bytes)).toBe(false);
    expect(await upload('remove')(file)).toBeNull();
    const deleted = await method('upload', 'folder', 'deleteByIds')([made.id]);
    expect(deleted).toMatchObject({ totalFolderNumber: 1, totalFileNumber: 0 });
  });

  test('store bytes with the provider, and recognize images', async () => {
    const file = { hash: 'by_code', ext: '.txt', mime: 'text/plain', url: '' };
    const getStream = (): Readable => Readable.from([Buffer.from('text')]);
    await method('upload', 'provider', 'upload')(Object.assign(file, { getStream }));
    expect(file).toMatchObject({ url: '/uploads/by_code.txt' });
    expect(readFileSync(path.join(app.folder, 'public', file.url), 'utf8')).toBe('text');
    const image = (name: string): Method => method('upload', 'image-manipulation', name);
    expect(await image('generateFileName')('My view.jpg')).toMatch(/^My_view_jpg_[\da-f]{10}$/);
    const filepath = vendored('conformance', 'files/landscape.jpg');
    expect(await image('isResizableImage')({ filepath })).toBe(true);
    expect(await image('getDimensions')({ filepath })).toEqual({
      width: expect.any(Number),
      height: expect.any(Number),
    });
    expect(() => image('optimize')({ filepath })).toThrow('is not available in Quoin');
  });

  test('emit events of files', async () => {
    const seen: unknown[] = [];
    const ends = ['create', 'update', 'delete'].map((name) =>
      strapi().eventHub.on(`media.${name}`, ({ media }: { media: Row }) => {
        seen.push([name, media['name'], media['folderPath']]);
      }),
    );
    const upload = (name: string): Method => method('upload', 'upload', name);
    writeFiles(folder, { 'event.txt': 'hello' });
    const source = { filepath: path.join(folder, 'event.txt'), mimetype: 'text/plain' };
    const [file] = (await upload('upload')({ files: source })) as Row[];
    await upload('updateFileInfo')(file?.id, { caption: 'c' });
    await upload('remove')(file);
    const all = ['create', 'update', 'delete'].map((name) => [name, 'event.txt', undefined]);
    await expect.poll(() => seen).toEqual(all);
    for (const end of ends) end();
  });
});

describe('plugin services, with tokens that name a session', () => {
  test('issue a token with its own session, which is deleted with the user', async () => {
    await using app = await openTestApp({
      project: makeProject({
        ...files,
        'config/plugins.js': `module.exports = { 'users-permissions': { config: { jwtManagement: 'refresh' } } };`,
      }),
    });
    const role = await strapi()
      .db.query(ROLE)
      .findOne({ where: { type: 'authenticated' } });
    const added = (await method(
      'users-permissions',
      'user',
      'add',
    )({
      username: 'ada',
      email: 'ada@example.com',
      role: role?.id,
    })) as Row;
    const jwt = (name: string): Method => method('users-permissions', 'jwt', name);
    const token = String(await jwt('issue')({ id: added.id }));
    const authorization = `Bearer ${token}`;
    expect((await app.request('/api/users/me', { authorization })).status).toBe(200);
    expect(await jwt('verify')(token)).toEqual({ id: added.id, sessionId: expect.any(String) });
    await expect(jwt('issue')({})).rejects.toThrow('missing user id');
    const service = strapi().service('plugin::users-permissions.jwt') ?? {};
    const getToken = service['getToken'] as Method;
    service['getToken'] = async (...args: readonly unknown[]) =>
      Reflect.apply(getToken, service, args);
    const other = `Bearer ${String(await jwt('issue')({ id: added.id }))}`;
    expect((await app.request('/api/users/me', { authorization: other })).status).toBe(200);
    const { sessionId } = (await jwt('verify')(other.slice('Bearer '.length))) as {
      sessionId: string;
    };
    await changeDatabase(
      app,
      `update strapi_sessions set status = 'revoked' where session_id = '${sessionId}'`,
    );
    expect((await app.request('/api/users/me', { authorization: other })).status).toBe(401);
    expect((await app.request('/api/users/me', { authorization })).status).toBe(200);
    service['getToken'] = getToken;
    await method('users-permissions', 'user', 'remove')({ id: added.id });
    expect((await app.request('/api/users/me', { authorization })).status).toBe(401);
    await expect(jwt('verify')(token)).rejects.toThrow('Invalid token.');
  });
});

test('a service sends an email with a confirmation link', async () => {
  const server = await openMailServer();
  const email = {
    provider: 'nodemailer',
    providerOptions: { host: '127.0.0.1', port: server.port, secure: false, ignoreTLS: true },
    settings: { defaultFrom: 'site@site.example' },
  };
  await using _app = await openTestApp({
    project: makeProject({
      ...files,
      'config/plugins.js': `module.exports = { email: { config: ${JSON.stringify(email)} } };`,
    }),
  });
  const added = (await method(
    'users-permissions',
    'user',
    'add',
  )({
    username: 'ada',
    email: 'ada@example.com',
  })) as Row;
  await method(
    'users-permissions',
    'user',
    'sendConfirmationEmail',
  )({
    ...added,
    greet: () => 'Hello',
    score: Number.NaN,
  });
  const { to, text } = await server.next();
  const stored = await strapi()
    .db.query(USER)
    .findOne({ where: { id: added.id } });
  expect(to).toEqual(['ada@example.com']);
  expect(stored?.['confirmationToken']).toMatch(/^[\da-f]{40}$/);
  expect(text).toContain(`confirmation=${String(stored?.['confirmationToken'])}`);
  await method('email', 'email', 'send')({ to: 'bob@example.com', subject: 'Hello', text: 'Text' });
  expect((await server.next()).text).toContain('Subject: Hello');
});
