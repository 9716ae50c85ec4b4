// Sign-in with GitHub and Google with the settings of an existing Strapi database, against local servers that respond
// in the same way; and common behavior of all providers.
import { describe, expect, onTestFinished, test } from 'vitest';
import { Browser } from '../support/browser.ts';
import { startGithub, type GithubServer, type GithubUser } from '../support/github-server.ts';
import { startOpenIdServer } from '../support/openid-server.ts';
import { changeDatabase, readValue } from '../support/app-database.ts';
import {
  apiAt,
  bring,
  CLIENT,
  FRONT_END,
  freePort,
  openProviderApp,
  reach,
  signIn,
  type ProviderApp,
} from '../support/provider-project.ts';

const grace: GithubUser = {
  login: 'grace',
  email: null,
  emails: [
    { email: 'old@example.com', primary: false, verified: true },
    { email: 'Grace@example.com', primary: true, verified: true },
  ],
};

describe('GitHub', () => {
  test('signs in a user with a verified address, with the stored settings', async () => {
    const { quoin, github } = await openGithub(grace);
    const { status, body } = await signIn(quoin.api, 'github', '');
    expect(status).toBe(200);
    expect(body.user).toMatchObject({
      username: 'grace',
      email: 'grace@example.com',
      provider: 'github',
      confirmed: true,
    });
    expect(github.requests.toSorted()).toEqual(['GET /user quoin', 'GET /user/emails quoin']);
  });

  test('requests the stored scopes', async () => {
    const { quoin } = await openGithub(grace);
    const { headers } = await new Browser().request(`${quoin.api}/connect/github`);
    const sent = new URL(headers.get('location') ?? '').searchParams;
    expect(sent.get('scope')).toBe('user user:email');
    expect(sent.get('client_id')).toBe(CLIENT.clientId);
  });

  test('may send its issuer', async () => {
    const { quoin } = await openGithub(grace, { issuer: 'https://github.com/login/oauth' });
    expect((await signIn(quoin.api, 'github', '')).status).toBe(200);
  });

  test.each<[string, GithubUser]>([
    ['no address', { ...grace, emails: [] }],
    [
      'no verified address',
      { ...grace, emails: [{ email: 'g@example.com', primary: true, verified: false }] },
    ],
    ['an unverified public address', { ...grace, email: 'ada@example.com' }],
  ])('rejects a user with %s', async (_, user) => {
    const { quoin } = await openGithub(user);
    const page = await reach(new Browser(), `${quoin.api}/connect/github`, '');
    expect(page.searchParams.get('error_description')).toBe('Email not verified by GitHub');
  });

  test('rejects a wrong client secret', async () => {
    const { quoin } = await openGithub(grace, { clientSecret: 'another' });
    const page = await reach(new Browser(), `${quoin.api}/connect/github`, '');
    expect(Object.fromEntries(page.searchParams)).toEqual({
      error: 'oauth_error',
      error_description: 'The sign-in with github failed.',
    });
  });

  test.each<[string, object, string]>([
    ['off', { enabled: false }, 'This provider is disabled'],
    ['without a key', { key: '' }, 'This provider is disabled'],
    ['without a page', { callback: '' }, 'Provider callback URL is not configured'],
    [
      'with a path for a page',
      { callback: 'api/auth/github/callback' },
      'Provider callback URL is not configured',
    ],
  ])('with %s in the stored settings is rejected', async (_, changes, message) => {
    const { quoin } = await openGithub(grace);
    await storeGrant(quoin, { github: { ...STORED, ...changes } });
    expect((await bring(`${quoin.api}/connect/github`)).body.error?.message).toBe(message);
  });
});

test('signs in with Google by a verified address, using the host name of a proxy', async () => {
  const port = await freePort();
  const openId = await startOpenIdServer({
    redirectUris: [`${apiAt(port)}/connect/google/callback`],
    inIdToken: true,
  });
  onTestFinished(() => openId[Symbol.asyncDispose]());
  const person = { email: 'alan@example.com', preferred_username: 'somebody' };
  openId.people.set('alan', { ...person, email_verified: true });
  openId.people.set('eve', { ...person, email_verified: false });
  const quoin = await openApp(port, { providers: { google: { issuer: openId.issuer } } });
  await storeGrant(quoin, { google: { ...STORED, scope: ['email', 'profile'] } });

  const { status, body } = await signIn(quoin.api, 'google', 'alan');
  expect(status).toBe(200);
  expect(body.user).toMatchObject({
    username: 'alan',
    email: 'alan@example.com',
    provider: 'google',
  });
  const page = await reach(new Browser(), `${quoin.api}/connect/google`, 'eve');
  expect(page.searchParams.get('error_description')).toBe('Email not verified by google');
});

test('finds a provider that was unreachable before', async () => {
  const [port, providerPort] = [await freePort(), await freePort()];
  const company = { issuer: `http://localhost:${providerPort}`, ...CLIENT, callback: FRONT_END };
  const quoin = await openApp(port, { providers: { company } });
  const link = `${quoin.api}/connect/company`;
  expect((await reach(new Browser(), link, '')).searchParams.get('error')).toBe('oauth_error');
  const redirectUris = [`${apiAt(port)}/connect/company/callback`];
  await using openId = await startOpenIdServer({ redirectUris, port: providerPort });
  openId.people.set('ada', { email: 'ada@example.com', email_verified: true });
  expect((await signIn(quoin.api, 'company', 'ada')).status).toBe(200);
});

test('rejects an enabled provider that is not supported', async () => {
  const quoin = await openApp(await freePort(), {});
  await storeGrant(quoin, { email: { enabled: true }, vk: STORED });
  for (const path of ['connect/vk', 'connect/vk/callback?code=1']) {
    const { body } = await bring(`${quoin.api}/${path}`);
    expect(body.error?.message).toBe('Unknown OAuth provider');
  }
});

test('disables signing in with a password', async () => {
  const quoin = await openApp(await freePort(), {});
  const errorOf = async (): Promise<unknown> =>
    (await bring(`${quoin.api}/auth/local/callback`)).body.error?.message;
  expect(await errorOf()).toBe('2 errors occurred');
  await storeGrant(quoin, { email: { enabled: false } });
  expect(await errorOf()).toBe('This provider is disabled');
});

test('sends secure cookies if the server uses TLS', async () => {
  const github = await startGithub(grace, CLIENT);
  onTestFinished(() => github[Symbol.asyncDispose]());
  const providers = {
    github: { issuer: github.address, ...CLIENT, callback: 'https://www.test/' },
  };
  const quoin = await openApp(await freePort(), { providers }, 'https://cms.test/cms');
  const { headers } = await new Browser().request(`${quoin.api}/connect/github`);
  const [cookie = ''] = headers.getSetCookie();
  expect(cookie).toMatch(/; Secure$/);
  expect(new URL(headers.get('location') ?? '').searchParams.get('redirect_uri')).toBe(
    'https://cms.test/cms/api/connect/github/callback',
  );
});

test('opens a session in refresh mode', async () => {
  const github = await startGithub(grace, CLIENT);
  onTestFinished(() => github[Symbol.asyncDispose]());
  const quoin = await openApp(await freePort(), {
    jwtManagement: 'refresh',
    providers: {
      github: { issuer: github.address, api: github.address, ...CLIENT, callback: FRONT_END },
    },
  });
  const { status, body } = await signIn(quoin.api, 'github', '');
  expect([status, Object.keys(body)]).toEqual([200, ['jwt', 'refreshToken', 'user']]);
  const origin = "select origin from strapi_sessions where status = 'active'";
  expect(await readValue(quoin.app, origin)).toBe('users-permissions');
});

test('accepts a callback once, regardless of the number of requests', async () => {
  const { quoin } = await openGithub(grace);
  const page = await reach(new Browser(), `${quoin.api}/connect/github`, '');
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, () => bring(`${quoin.api}/auth/github/callback${page.search}`)),
  );
  expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('limits requests to a provider to ten per minute', async () => {
  const quoin = await openApp(await freePort(), { ratelimit: { max: 10 } });
  const request = async (path: string): Promise<number> =>
    (await bring(`${quoin.api}/${path}`)).status;
  for (let i = 0; i < 10; i++) expect(await request(`connect/nope${i}/${i}`)).toBe(400);
  expect(await request('connect/nope')).toBe(429);
  expect(await request('CONNECT/other')).toBe(429);
  expect(await request('connect/nope/callback')).toBe(400);
  expect(await request('connect/email')).toBe(400);
});

test('checks the permission to connect first', async () => {
  const quoin = await openApp(await freePort(), {});
  await changeDatabase(
    quoin.app,
    "delete from up_permissions where action like 'plugin::users-permissions.auth.c%'",
  );
  for (const path of ['connect/github', 'connect/x/callback', 'auth/github/callback']) {
    expect((await bring(`${quoin.api}/${path}`)).status).toBe(403);
  }
});

const STORED = {
  enabled: true,
  key: CLIENT.clientId,
  secret: CLIENT.clientSecret,
  callback: FRONT_END,
  scope: ['user', 'user:email'],
};

/** A server whose database has GitHub set up, and whose configuration has the addresses of GitHub. */
async function openGithub(
  user: GithubUser,
  more: { readonly clientSecret?: string; readonly issuer?: string } = {},
): Promise<{ readonly quoin: ProviderApp; readonly github: GithubServer }> {
  const github = await startGithub(user, { ...CLIENT, ...more });
  onTestFinished(() => github[Symbol.asyncDispose]());
  const providers = { github: { issuer: github.address, api: github.address } };
  const quoin = await openApp(await freePort(), { providers });
  await storeGrant(quoin, { github: STORED });
  return { quoin, github };
}

async function openApp(port: number, settings: object, url?: string): Promise<ProviderApp> {
  const quoin = await openProviderApp(port, settings, url === undefined ? {} : { URL: url });
  onTestFinished(() => quoin.app.close());
  return quoin;
}

async function storeGrant({ app }: ProviderApp, grant: object): Promise<void> {
  const key = 'plugin_users-permissions_grant';
  await changeDatabase(
    app,
    `delete from strapi_core_store_settings where key = '${key}';
     insert into strapi_core_store_settings (key, value, type) values ('${key}', '${JSON.stringify(grant)}', 'object')`,
  );
}
