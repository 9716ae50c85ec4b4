// Document middlewares run around the writes of publication routes and of accounts, which are document calls in Strapi.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ForbiddenError } from '../../src/code/packages/strapi-utils/errors.ts';
import type { DocumentCall, DocumentMiddleware, Strapi } from '../../src/code/strapi/strapi.ts';
import type { Fields } from '../../src/code/strapi/code-values.ts';
import { openTestApp, type TestApp, type TestResponse } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { collectionType, schemaOf, writeFiles } from '../support/project-folder.ts';

const POST = 'api::post.post';
const USER = 'plugin::users-permissions.user';
const PASSWORD = 'Passw0rd!';
const folder = mkdtempSync(path.join(tmpdir(), 'quoin-route-middlewares-'));
let app: TestApp;
let strapi: Strapi;
let middleware: DocumentMiddleware;
/** The calls that the middleware has seen in a test. */
let calls: Pick<DocumentCall, 'uid' | 'action' | 'params'>[] = [];

const noting: DocumentMiddleware = ({ uid, action, params }, next) => {
  calls.push({ uid, action, params: structuredClone(params) });
  return next();
};

beforeAll(async () => {
  writeFiles(folder, {
    [schemaOf('post')]: collectionType('post', { title: { type: 'string' } }),
    'src/index.js': 'module.exports = { bootstrap() { return 1; } };',
  });
  app = await openTestApp({ project: folder });
  strapi = Reflect.get(globalThis, 'strapi') as Strapi;
  strapi.documents.use((context, next) => middleware(context, next));
});

beforeEach(() => {
  calls = [];
  middleware = noting;
});

afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

function send(method: 'POST' | 'PUT' | 'DELETE', url: string, body?: object) {
  const headers = { 'content-type': 'application/json' };
  return app.request(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
}

function account(url: string, body: object): Promise<TestResponse> {
  const headers = { 'content-type': 'application/json' };
  const text = JSON.stringify(body);
  return app.request(url, { method: 'POST', authorization: null, headers, body: text });
}

describe('document middlewares of publication routes', () => {
  const act = (action: string): Promise<TestResponse> =>
    send('POST', `/api/posts/${documentId}/actions/${action}`);
  let documentId = '';
  beforeEach(async () => {
    ({ documentId = '' } = await strapi.documents(POST).create({ data: { title: 'A' } }));
    calls = [];
  });

  test('run around the action', async () => {
    for (const action of ['publish', 'discard-draft', 'unpublish']) {
      expect((await act(action)).status).toBe(200);
    }
    expect(calls).toEqual(
      ['publish', 'discardDraft', 'unpublish'].map((action) => ({
        uid: POST,
        action,
        params: { documentId },
      })),
    );
  });

  test('can change the result, in each format', async () => {
    middleware = async (_, next) => {
      const result = (await next()) as { readonly entries: readonly Fields[] };
      for (const entry of result.entries) {
        const own = (entry['attributes'] as Fields | undefined) ?? entry;
        own['title'] = `${String(own['title'])}!`;
      }
      return result;
    };
    const data = { id: expect.any(Number), documentId };
    expect((await act('publish')).json()).toMatchObject({ data: { ...data, title: 'A!' } });
    const headers = { 'strapi-response-format': 'v4' };
    const url = `/api/posts/${documentId}/actions/publish`;
    const response = await app.request(url, { method: 'POST', headers });
    expect(response.json()).toMatchObject({ data: { ...data, attributes: { title: 'A!' } } });
  });

  test('can prevent the action', async () => {
    middleware = () => Promise.reject(new ForbiddenError());
    expect((await act('publish')).status).toBe(403);
    middleware = noting;
    const published = await strapi.documents(POST).findOne({ documentId, status: 'published' });
    expect(published).toBeNull();
  });

  test('find the request', async () => {
    const paths: unknown[] = [];
    middleware = (_, next) => {
      paths.push(strapi.requestContext.get()?.path);
      return next();
    };
    await act('publish');
    expect(paths).toEqual([`/api/posts/${documentId}/actions/publish`]);
  });
});

describe('document middlewares of account routes', () => {
  let count = 0;
  const newUser = (): { username: string; email: string; password: string } => {
    count += 1;
    const username = `user${count}`;
    return { username, email: `${username}@example.com`, password: PASSWORD };
  };
  const register = async () => {
    const sent = newUser();
    const response = await account('/api/auth/local/register', sent);
    expect(response.status, response.text).toBe(200);
    const { jwt, user } = response.json<{ jwt?: string; user: Fields }>();
    return { sent, jwt: String(jwt), documentId: user['documentId'], id: user['id'] };
  };
  const advanced = (): ReturnType<Strapi['store']> =>
    strapi.store({ type: 'plugin', name: 'users-permissions', key: 'advanced' });
  const tokenOf = async (id: unknown, name: string): Promise<unknown> =>
    (await strapi.db.query(USER).findOne({ where: { id } }))?.[name];

  test('receive a `create` for a registration', async () => {
    const { sent } = await register();
    const data = { ...sent, provider: 'local', confirmed: true, role: expect.any(Number) };
    expect(calls).toEqual([{ uid: USER, action: 'create', params: { populate: ['role'], data } }]);
  });

  test('can change the data of a registration', async () => {
    middleware = (context, next) => {
      const { data } = context.params;
      context.params['data'] = { ...(data as object), username: `own-${count}` };
      return next();
    };
    const response = await account('/api/auth/local/register', newUser());
    expect(response.json()).toMatchObject({ user: { username: `own-${count}` } });
  });

  test('receive an `update` for a changed password', async () => {
    const { jwt, documentId, id, sent } = await register();
    const changed = { password: 'Passw0rd!2', passwordConfirmation: 'Passw0rd!2' };
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ ...changed, currentPassword: PASSWORD });
    const url = '/api/auth/change-password';
    const authorization = `Bearer ${jwt}`;
    expect((await app.request(url, { method: 'POST', authorization, headers, body })).status).toBe(
      200,
    );
    calls.shift();
    const params = { documentId, populate: ['role'] };
    const update = { uid: USER, action: 'update' };
    expect(calls).toEqual([
      { ...update, params: { ...params, data: { password: changed.password } } },
    ]);
    await account('/api/auth/forgot-password', { email: sent.email });
    await eventually(async () => (await tokenOf(id, 'resetPasswordToken')) !== null);
    const code = await tokenOf(id, 'resetPasswordToken');
    const reset = { code, password: PASSWORD, passwordConfirmation: PASSWORD };
    expect((await account('/api/auth/reset-password', reset)).status).toBe(200);
    expect(calls.slice(1)).toEqual([
      { ...update, params: { ...params, data: { resetPasswordToken: code } } },
      { ...update, params: { ...params, data: { password: PASSWORD } } },
    ]);
  });

  test('receive an `update` for a confirmation and for another link', async () => {
    const settings = (await advanced().get()) as object;
    await advanced().set({ value: { ...settings, email_confirmation: true } });
    const { documentId, id, sent } = await register();
    calls.shift();
    const first = await tokenOf(id, 'confirmationToken');
    await account('/api/auth/send-email-confirmation', { email: sent.email });
    await eventually(async () => (await tokenOf(id, 'confirmationToken')) !== first);
    const token = await tokenOf(id, 'confirmationToken');
    const confirm = `/api/auth/email-confirmation?confirmation=${String(token)}`;
    expect((await app.request(confirm, { authorization: null })).status).toBe(302);
    await advanced().set({ value: settings });
    const params = { documentId, populate: ['role'] };
    expect(calls.map(({ action, params: given }) => [action, given])).toEqual([
      ['update', { ...params, data: { confirmationToken: token } }],
      ['update', { ...params, data: { confirmed: true, confirmationToken: null } }],
    ]);
  });

  test('run when users are created and updated, but not when they are deleted', async () => {
    const sent = { ...newUser(), role: 1 };
    const created = await send('POST', '/api/users', sent);
    expect(created.status, created.text).toBe(201);
    const { id, documentId } = created.json<Fields>();
    expect(
      (await send('PUT', `/api/users/${String(id)}`, { username: 'new name' })).json(),
    ).toMatchObject({
      username: 'new name',
    });
    expect((await send('DELETE', `/api/users/${String(id)}`)).status).toBe(200);
    const populate = ['role'];
    expect(calls.map(({ action, params }) => [action, params])).toEqual([
      ['create', { populate, data: { ...sent, provider: 'local' } }],
      ['update', { documentId, populate, data: { username: 'new name' } }],
    ]);
  });
});
