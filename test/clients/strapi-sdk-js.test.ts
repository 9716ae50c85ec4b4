// Every method of strapi-sdk-js against a listening server. It stores the session in the browser, so the test provides
// a minimal `window`.
import StrapiSdk from 'strapi-sdk-js';
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { startGithub } from '../support/github-server.ts';
import { changeDatabase, readValue } from '../support/app-database.ts';
import {
  CLIENT,
  FRONT_END,
  freePort,
  openProviderApp,
  reach,
} from '../support/provider-project.ts';

// By its types the package is a class under `default`; by its code, the class itself.
const Strapi = 'default' in StrapiSdk ? StrapiSdk.default : StrapiSdk;

let app: TestApp;
let url: string;
let kept: Map<string, string>;
const location = { search: '' };

beforeAll(async () => {
  app = await openTestApp();
  url = `http://127.0.0.1:${await app.listen()}`;
});
afterAll(() => app.close());

beforeEach(() => {
  kept = new Map();
  location.search = '';
  vi.stubGlobal('window', {
    location,
    localStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    },
  });
  return () => vi.unstubAllGlobals();
});

let visitors = 0;

/** A client with its own storage, not signed in. */
function visitor(at: string = url): InstanceType<typeof Strapi> {
  const key = `jwt-${++visitors}`;
  return new Strapi({ url: at, store: { key, useLocalStorage: true, cookieOptions: {} } });
}

/** A program with a token that may do everything. */
function program(): InstanceType<typeof Strapi> {
  const strapi = visitor();
  strapi.setToken(app.token);
  return strapi;
}

describe('entries', () => {
  test('create, findOne, update, find, delete', async () => {
    const strapi = program();
    const { data: ada } = await strapi.create<{ name: string }>('authors', { name: 'Ada' });
    expect(ada).toMatchObject({ name: 'Ada' });
    expect((await strapi.findOne('authors', ada.documentId)).data).toMatchObject(ada);
    const changed = await strapi.update<{ bio: string }>(
      'authors',
      ada.documentId,
      { bio: 'Words' },
      { fields: ['bio'] },
    );
    expect(changed.data).toMatchObject({ documentId: ada.documentId, bio: 'Words' });
    expect(changed.data).not.toHaveProperty('name');
    const { data, meta } = await strapi.find<{ name: string }>('authors', {
      filters: { name: { $startsWith: 'A' } },
      sort: ['name:asc'],
      fields: ['name'],
      populate: ['articles', 'mentor'],
      pagination: { page: 1, pageSize: 10 },
    });
    expect(data).toMatchObject([{ name: 'Ada', articles: [], mentor: null }]);
    expect(meta.pagination).toEqual({ page: 1, pageSize: 10, pageCount: 1, total: 1 });
    expect(await strapi.delete('authors', ada.documentId)).toBe('');
    await expect(strapi.findOne('authors', ada.documentId)).rejects.toEqual({
      data: null,
      error: { status: 404, name: 'NotFoundError', message: 'Not Found', details: {} },
    });
  });

  test('single types, by request', async () => {
    const strapi = program();
    const { data } = await strapi.request<{ data: object }>('put', '/homepage', {
      data: { data: { heading: 'Welcome' } },
      params: { status: 'published', populate: '*' },
    });
    expect(data).toMatchObject({ heading: 'Welcome', seo: null });
    expect(await strapi.request('get', '/homepage')).toMatchObject({
      data: { heading: 'Welcome' },
    });
  });

  test('throw the error of the response', async () => {
    await expect(program().create('authors', { name: 5 })).rejects.toMatchObject({
      data: null,
      error: { status: 400, name: 'ValidationError' },
    });
    await expect(visitor().find('authors')).rejects.toEqual({
      data: null,
      error: { status: 403, name: 'ForbiddenError', message: 'Forbidden', details: {} },
    });
  });
});

describe('accounts', () => {
  const ada = { username: 'ada', email: 'ada@example.com', password: 'Passw0rd!' };

  beforeEach(() => changeDatabase(app, 'delete from up_users'));

  test('register, fetchUser, logout, login', async () => {
    const strapi = visitor();
    const registered = await strapi.register(ada);
    expect(registered.user).toMatchObject({ username: 'ada', email: 'ada@example.com' });
    expect([strapi.user, strapi.getToken()]).toEqual([registered.user, registered.jwt]);
    expect(await strapi.fetchUser()).toMatchObject({ username: 'ada' });
    expect(await strapi.fetchUser({ fields: ['email'] })).toMatchObject({
      email: 'ada@example.com',
    });
    strapi.logout();
    expect([strapi.user, strapi.getToken()]).toEqual([null, null]);
    expect(await strapi.fetchUser()).toBeNull();
    const { jwt, user } = await strapi.login({
      identifier: 'ada@example.com',
      password: 'Passw0rd!',
    });
    expect([jwt, user['username']]).toEqual([strapi.getToken(), 'ada']);
    await expect(strapi.login({ identifier: 'ada', password: 'wrong' })).rejects.toMatchObject({
      error: { status: 400, name: 'ValidationError', message: 'Invalid identifier or password' },
    });
    expect(strapi.getToken()).toBeNull();
  });

  test('changePassword', async () => {
    const strapi = visitor();
    await strapi.register(ada);
    const changed = await strapi.changePassword({
      currentPassword: 'Passw0rd!',
      password: 'Secr3t-er',
      passwordConfirmation: 'Secr3t-er',
    });
    expect(changed.user).toMatchObject({ username: 'ada' });
    const { jwt } = await strapi.login({ identifier: 'ada', password: 'Secr3t-er' });
    expect(jwt).toBe(strapi.getToken());
  });

  test('forgotPassword, resetPassword', async () => {
    const strapi = visitor();
    await strapi.register(ada);
    expect(await strapi.forgotPassword({ email: 'ada@example.com' })).toEqual({ ok: true });
    // It is stored after the response was sent.
    const stored = () => readValue(app, 'select reset_password_token from up_users');
    await expect.poll(stored, { timeout: 10_000 }).toMatch(/^[0-9a-f]{128}$/);
    const code = String(await stored());
    const reset = await strapi.resetPassword({
      code,
      password: 'Secr3t-er',
      passwordConfirmation: 'Secr3t-er',
    });
    expect(reset.user).toMatchObject({ username: 'ada' });
    await strapi.login({ identifier: 'ada', password: 'Secr3t-er' });
  });

  test('sendEmailConfirmation', async () => {
    const strapi = visitor();
    await strapi.register(ada);
    strapi.logout();
    await expect(strapi.sendEmailConfirmation({ email: 'ada@example.com' })).rejects.toMatchObject({
      error: { status: 400, name: 'ApplicationError', message: 'Already confirmed' },
    });
    expect(await strapi.sendEmailConfirmation({ email: 'nobody@example.com' })).toEqual({
      email: 'nobody@example.com',
      sent: true,
    });
  });

  test('getProviderAuthenticationUrl, authenticateProvider', async () => {
    const strapi = visitor();
    expect(strapi.getProviderAuthenticationUrl('github')).toBe(`${url}/api/connect/github`);
    await expect(strapi.authenticateProvider('github', 'a-word')).rejects.toMatchObject({
      error: { status: 400, name: 'ApplicationError', message: 'This provider is disabled' },
    });
  });

  test('authenticateProvider, with the parameters of the callback page', async () => {
    const ada = { email: 'ada@example.com', primary: true, verified: true };
    const user = { login: 'ada', email: null, emails: [ada] };
    await using github = await startGithub(user, CLIENT);
    const { address: issuer } = github;
    const providers = { github: { issuer, api: issuer, ...CLIENT, callback: FRONT_END } };
    const { app: own, api } = await openProviderApp(await freePort(), { providers });
    onTestFinished(() => own.close());
    const strapi = visitor(api.replace(/\/api$/, ''));
    const link = strapi.getProviderAuthenticationUrl('github');
    const { search } = await reach(new Browser(), link, '');
    location.search = search;
    const { jwt, user: signedIn } = await strapi.authenticateProvider('github');
    expect([signedIn['username'], signedIn['provider']]).toEqual(['ada', 'github']);
    expect(strapi.getToken()).toBe(jwt);
    expect(await strapi.fetchUser()).toMatchObject({ email: 'ada@example.com' });
  });
});
