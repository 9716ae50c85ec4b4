// What document middlewares return for a write is sent without what the caller may not read, and they may respond without
// running the write.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DocumentMiddleware, Strapi } from '../../src/code/strapi/strapi.ts';
import type { Fields } from '../../src/code/strapi/code-values.ts';
import { call, registerAdmin } from '../support/admin.ts';
import { openTestApp, type TestApp, type TestRequest, type TestResponse } from '../support/app.ts';
import { collectionType, schemaOf, writeFiles } from '../support/project-folder.ts';

const POST = 'api::post.post';
const NOTE = 'api::note.note';
const USER = 'plugin::users-permissions.user';
const PASSWORD = 'Passw0rd!';
const SECRETS = ['secret', 'password', 'resetPasswordToken', 'confirmationToken'];
const folder = mkdtempSync(path.join(tmpdir(), 'quoin-middleware-results-'));
let app: TestApp;
let strapi: Strapi;
let middleware: DocumentMiddleware;

beforeAll(async () => {
  const related = { type: 'relation', relation: 'oneToOne' };
  writeFiles(folder, {
    [schemaOf('post')]: collectionType('post', {
      title: { type: 'string' },
      secret: { type: 'string', private: true },
      password: { type: 'password' },
      note: { ...related, target: NOTE },
      part: { type: 'component', component: 'post.part' },
    }),
    [schemaOf('note')]: collectionType('note', {
      title: { type: 'string' },
      secret: { type: 'string', private: true },
    }),
    'src/components/post/part.json': {
      collectionName: 'components_post_parts',
      info: { displayName: 'part' },
      attributes: { name: { type: 'string' }, secret: { type: 'string', private: true } },
    },
    'src/index.js': 'module.exports = { bootstrap() { return 1; } };',
  });
  app = await openTestApp({ project: folder });
  strapi = Reflect.get(globalThis, 'strapi') as Strapi;
  strapi.documents.use((context, next) => middleware(context, next));
});

beforeEach(() => {
  middleware = (_, next) => next();
});

afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

type Sent = Pick<TestRequest, 'authorization' | 'headers'> & {
  readonly method?: 'POST' | 'PUT';
  readonly body?: object;
};

function send(url: string, { method = 'POST', headers, body, ...sent }: Sent) {
  const type = { 'content-type': 'application/json', ...headers };
  return app.request(url, { method, headers: type, body: JSON.stringify(body ?? {}), ...sent });
}

/** A middleware that returns whole rows, with all their attributes. */
const returningRows: DocumentMiddleware = async ({ uid }, next) => {
  const whole = (entry: Fields): Promise<Fields> =>
    strapi.db.query(uid).findOne({
      where: { id: entry['id'] },
      populate: uid === USER ? ['role'] : { note: true, part: true },
    }) as Promise<Fields>;
  const result = (await next()) as Fields;
  const { entries } = result;
  if (!Array.isArray(entries)) return whole(result);
  return { ...result, entries: await Promise.all(entries.map((each: Fields) => whole(each))) };
};

/** A middleware that adds secrets to the objects that it was given. */
const addingSecrets: DocumentMiddleware = async ({ contentType }, next) => {
  const result = (await next()) as Fields;
  const names = SECRETS.filter((name) => Object.hasOwn(contentType.attributes, name));
  for (const entry of (result['entries'] as Fields[] | undefined) ?? [result]) {
    for (const own of [entry, (entry['attributes'] as Fields | undefined) ?? {}]) {
      for (const name of names) own[name] = `hidden-${name}`;
    }
  }
  return result;
};

const MIDDLEWARES = [
  ['rows of the database', returningRows],
  ['changed entries', addingSecrets],
] as const;

function expectNoSecrets({ status, text }: TestResponse): void {
  expect(status, text).toBeLessThan(300);
  for (const name of SECRETS) expect(text).not.toContain(`"${name}"`);
  expect(text).not.toMatch(/hidden-|\$2[aby]\$/);
}

async function newPost(): Promise<string> {
  const note = await strapi.documents(NOTE).create({
    data: { title: 'N', secret: 'hidden-note' },
    status: 'published',
  });
  const { documentId } = await strapi.documents(POST).create({
    data: {
      title: 'A',
      secret: 'hidden-a',
      password: 'hidden-b',
      note: note.documentId,
      part: { name: 'P', secret: 'hidden-part' },
    },
  });
  return documentId ?? '';
}

describe.each(MIDDLEWARES)('%s from a middleware are returned without secrets', (_, changing) => {
  let count = 0;
  const newUser = () => {
    count += 1;
    const username = `${changing === returningRows ? 'row' : 'entry'}${count}`;
    return { username, email: `${username}@example.com`, password: PASSWORD };
  };

  test('in publication routes, in each format', async () => {
    const documentId = await newPost();
    middleware = changing;
    for (const action of ['publish', 'discard-draft', 'unpublish']) {
      for (const format of ['v5', 'v4']) {
        const headers = { 'strapi-response-format': format };
        const url = `/api/posts/${documentId}/actions/${action}`;
        const response = await send(url, { headers });
        expectNoSecrets(response);
        expect(response.text).toContain('"title":"A"');
      }
    }
  });

  test('in the routes of core actions', async () => {
    middleware = changing;
    const body = { data: { title: 'A', secret: 'hidden-a', password: 'hidden-b' } };
    const created = await send('/api/posts', { body });
    expectNoSecrets(created);
    const { documentId } = created.json<{ data: Fields }>().data;
    for (const format of ['v5', 'v4']) {
      const headers = { 'strapi-response-format': format };
      const url = `/api/posts/${String(documentId)}`;
      expectNoSecrets(await send(url, { method: 'PUT', headers, body }));
    }
  });

  test('in registrations and users', async () => {
    middleware = changing;
    const registered = await send('/api/auth/local/register', {
      authorization: null,
      body: newUser(),
    });
    expectNoSecrets(registered);
    const { user, jwt } = registered.json<{ user: Fields; jwt: string }>();
    // The public may not find roles.
    expect(user).not.toHaveProperty('role');
    const tokens = {
      resetPasswordToken: 'hidden-resetPasswordToken',
      confirmationToken: 'hidden-confirmationToken',
    };
    await strapi.db.query(USER).update({ where: { id: user['id'] }, data: tokens });
    const password = 'Passw0rd!2';
    const changed = { currentPassword: PASSWORD, password, passwordConfirmation: password };
    const authorization = `Bearer ${jwt}`;
    expectNoSecrets(await send('/api/auth/change-password', { authorization, body: changed }));
    const reset = { code: 'hidden-resetPasswordToken', password, passwordConfirmation: password };
    expectNoSecrets(await send('/api/auth/reset-password', { authorization: null, body: reset }));
    const created = await send('/api/users', { body: { ...newUser(), role: 1 } });
    expectNoSecrets(created);
    // A token with full access may find roles.
    expect(created.json<Fields>()['role']).toMatchObject({ id: 1 });
    const url = `/api/users/${String(user['id'])}`;
    expectNoSecrets(await send(url, { method: 'PUT', body: { username: newUser().username } }));
  });

  test('in the content-manager', async () => {
    const documentId = await newPost();
    const token = await adminToken();
    middleware = changing;
    const url = `/content-manager/collection-types/${POST}/${documentId}`;
    for (const [method, action] of [
      ['PUT', ''],
      ['POST', '/actions/publish'],
      ['POST', '/actions/unpublish'],
    ] as const) {
      const { status, text } = await call(app, url + action, { method, token, body: {} });
      expect(status, text).toBe(200);
      // Administrators see private attributes.
      expect(text).not.toContain('"password"');
      expect(text).toContain('"secret"');
    }
  });
});

let admin: Promise<string> | null = null;
function adminToken(): Promise<string> {
  return (admin ??= registerAdmin(app));
}

test('relations that the caller may not find are not returned', async () => {
  const documentId = await newPost();
  const roles = strapi.db.query('plugin::users-permissions.role');
  const role = (await roles.findOne({ where: { type: 'public' } }))?.id ?? 0;
  const grant = (action: string) =>
    strapi.db.query('plugin::users-permissions.permission').create({ data: { action, role } });
  await grant(`${POST}.publish`);
  middleware = returningRows;
  const publish = async (): Promise<Fields> => {
    const url = `/api/posts/${documentId}/actions/publish`;
    const response = await send(url, { authorization: null });
    expect(response.status, response.text).toBe(200);
    return response.json<{ data: Fields }>().data;
  };
  expect(await publish()).not.toHaveProperty('note');
  await grant(`${NOTE}.find`);
  expect((await publish())['note']).toMatchObject({ title: 'N' });
});

describe('a middleware that returns a result without running the write', () => {
  const sent = (username: string) => ({
    username,
    email: `${username}@example.com`,
    password: PASSWORD,
  });
  const registerPublicly = async (username: string): Promise<Fields> => {
    const request = { authorization: null, body: sent(username) };
    const response = await send('/api/auth/local/register', request);
    expect(response.status, response.text).toBe(200);
    return response.json<Fields>();
  };
  test('registers no user if it returns nothing: there is no token', async () => {
    for (const result of [undefined, {}, { id: 0 }, { id: 987654 }, { id: '1' }]) {
      middleware = async () => result;
      const body = await registerPublicly('nobody');
      expect(body).toEqual({ user: result ?? {} });
    }
  });

  test('registers the account that it returns', async () => {
    const own = await strapi.documents(USER).create({ data: { ...sent('own'), confirmed: true } });
    middleware = async () => own;
    const { user, jwt } = await registerPublicly('ignored');
    expect(user).toMatchObject({ username: 'own' });
    expect(user).not.toHaveProperty('password');
    middleware = (_, next) => next();
    expect(await strapi.db.query(USER).findOne({ where: { username: 'ignored' } })).toBeNull();
    const [, payload = ''] = String(jwt).split('.');
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({ id: own.id });
  });

  test('sends the confirmation link to the account that it returns', async () => {
    const advanced = strapi.store({ type: 'plugin', name: 'users-permissions', key: 'advanced' });
    const settings = (await advanced.get()) as object;
    await advanced.set({ value: { ...settings, email_confirmation: true } });
    const { id } = await strapi.documents(USER).create({ data: sent('linked') });
    const tokenOf = async (): Promise<unknown> =>
      (await strapi.db.query(USER).findOne({ where: { id } }))?.['confirmationToken'];
    let result: object = {};
    middleware = async ({ action }, next) => (action === 'create' ? result : next());
    expect(await registerPublicly('nobody')).toEqual({ user: {} });
    expect(await tokenOf()).toBeNull();
    result = { id };
    expect(await registerPublicly('nobody')).toEqual({ user: { id } });
    expect(await tokenOf()).toEqual(expect.any(String));
    await advanced.set({ value: settings });
  });

  test('for a new password signs the account in, and its code cannot be used again', async () => {
    const { user } = (await registerPublicly('forgetful')) as { readonly user: Fields };
    const data = { resetPasswordToken: 'the code' };
    await strapi.db.query(USER).update({ where: { id: user['id'] }, data });
    middleware = async () => ({});
    const password = 'Passw0rd!3';
    const body = { code: 'the code', password, passwordConfirmation: password };
    const reset = (): Promise<TestResponse> =>
      send('/api/auth/reset-password', { authorization: null, body });
    const response = await reset();
    expect(response.status, response.text).toBe(200);
    const [, payload = ''] = String(response.json<Fields>()['jwt']).split('.');
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
    expect(claims).toMatchObject({ id: user['id'] });
    expect((await reset()).status).toBe(400);
  });
});
