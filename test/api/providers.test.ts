// Signing in with a running OpenID Connect provider, in a browser that stores cookies.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Browser } from '../support/browser.ts';
import { startOpenIdServer, type OpenIdServer } from '../support/openid-server.ts';
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
  type Outcome,
  type ProviderApp,
} from '../support/provider-project.ts';

let openId: OpenIdServer;
let quoin: ProviderApp;
let api: string;

beforeAll(async () => {
  const port = await freePort();
  api = apiAt(port);
  const redirectUris = ['company', 'second', 'trusted'].map(
    (name) => `${api}/connect/${name}/callback`,
  );
  openId = await startOpenIdServer({ redirectUris });
  const company = { issuer: openId.issuer, ...CLIENT, callback: FRONT_END };
  quoin = await openProviderApp(port, {
    providers: {
      company,
      second: company,
      trusted: { ...company, trustEmail: true },
      gone: { ...company, issuer: `http://127.0.0.1:${await freePort()}` },
    },
  });
});

afterAll(async () => {
  await quoin?.app.close();
  await openId?.[Symbol.asyncDispose]();
});

const ada = { email: 'Ada@Example.com', email_verified: true, preferred_username: 'ada' };

beforeEach(async () => {
  openId.people.clear();
  openId.people.set('ada', ada);
  await changeDatabase(quoin.app, 'delete from up_users');
  await setAdvanced({});
});

const SESSION_MISSING = 'OAuth authentication requires a completed provider session';

describe('a user who signs in', () => {
  test('is created and signed in', async () => {
    const { status, body } = await signIn(api, 'company', 'ada');
    expect(status).toBe(200);
    expect(body.user).toMatchObject({
      username: 'ada',
      email: 'ada@example.com',
      provider: 'company',
      confirmed: true,
      blocked: false,
    });
    expect(Object.keys(body.user)).not.toContain('password');
    const role = `select r.type from up_roles r join up_users_role_lnk l on l.role_id = r.id where l.user_id = ${String(body.user['id'])}`;
    expect(await readValue(quoin.app, role)).toBe('authenticated');
    const response = await quoin.app.request('/api/users/me', {
      authorization: `Bearer ${body.jwt}`,
    });
    expect(response.status).not.toBe(401);
  });

  test('is the same user the next time', async () => {
    const [first, second] = [
      await signIn(api, 'company', 'ada'),
      await signIn(api, 'company', 'ada'),
    ];
    expect(second.body.user['id']).toBe(first.body.user['id']);
    expect(await readValue(quoin.app, 'select count(*) from up_users')).toBe(1);
  });

  test.each(['ada', 'x'])('is created only once by concurrent callbacks: %s', async (name) => {
    openId.people.set('ada', { ...ada, preferred_username: name });
    await setAdvanced({ unique_email: name === 'ada' });
    const outcomes = await arriveAtOnce(['company', 'company', 'company', 'company', 'company']);
    expect(outcomes.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(outcomes.map(({ body }) => body.user['id'])).size).toBe(1);
  });

  test('has one account, whichever provider is used first', async () => {
    openId.people.set('ada', { ...ada, preferred_username: 'x' });
    const outcomes = await arriveAtOnce(['company', 'second']);
    expect(outcomes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    const errors = outcomes.map(({ body }) => body.error?.message);
    expect(errors).toContain('Email is already taken.');
    expect(await readValue(quoin.app, 'select count(*) from up_users')).toBe(1);
  });

  test('is redirected to the requested page, with its query', async () => {
    const wanted = encodeURIComponent(`${FRONT_END}?from=/shop`);
    const page = await reach(new Browser(), `${api}/connect/company?callback=${wanted}`, 'ada');
    expect(page.searchParams.get('from')).toBe('/shop');
    expect(page.searchParams.get('access_token')).toBeTruthy();
  });

  test('is redirected to a page whose query has brackets', async () => {
    const wanted = `${FRONT_END}?filters[a]=b`;
    const page = await reach(new Browser(), `${api}/connect/company?callback=${wanted}`, 'ada');
    expect(page.searchParams.get('filters[a]')).toBe('b');
  });

  test('gets a unique name', async () => {
    openId.people.set('short', { email: 'x@example.com', email_verified: true });
    openId.people.set('other', { ...ada, email: 'other@example.com' });
    openId.people.set('long', {
      email: 'long@example.com',
      email_verified: true,
      preferred_username: ` ${'long\0'.repeat(100)}`,
    });
    expect((await signIn(api, 'company', 'long')).body.user['username']).toBe('long'.repeat(50));
    expect((await signIn(api, 'company', 'short')).body.user['username']).toMatch(/^x\d{4}$/);
    await signIn(api, 'company', 'ada');
    expect((await signIn(api, 'company', 'other')).body.user['username']).toMatch(/^ada\d{4}$/);
  });

  test('gets nothing that others could read or store', async () => {
    const browser = new Browser();
    const begun = await browser.request(`${api}/connect/company`);
    expect(begun.status).toBe(302);
    expect(begun.headers.get('cache-control')).toBe('no-store');
    const [cookie = ''] = begun.headers.getSetCookie();
    expect(cookie).toMatch(
      /^quoin_connect=[\w.-]+; Path=\/api\/connect\/company; Max-Age=600; HttpOnly; SameSite=Lax$/,
    );
    const sent = new URL(begun.headers.get('location') ?? '').searchParams;
    expect(sent.get('code_challenge_method')).toBe('S256');
    expect(sent.get('redirect_uri')).toBe(`${api}/connect/company/callback`);
    for (const name of ['state', 'nonce', 'code_challenge']) expect(sent.get(name)).toBeTruthy();
    const page = await reach(browser, `${api}/connect/company`, 'ada');
    expect(page.href).not.toContain('example.com');
    expect(browser.cookiesOf(`${api}/connect/company/callback`)).toEqual([]);
  });
});

describe('the callback of a front end', () => {
  test('accepts a token once', async () => {
    const page = await reach(new Browser(), `${api}/connect/company`, 'ada');
    const address = `${api}/auth/company/callback${page.search}`;
    expect((await bring(address)).status).toBe(200);
    expect((await bring(address)).body.error?.message).toBe(SESSION_MISSING);
  });

  test('accepts a token only for its provider', async () => {
    const page = await reach(new Browser(), `${api}/connect/company`, 'ada');
    const { status, body } = await bring(`${api}/auth/second/callback${page.search}`);
    expect([status, body.error?.message]).toEqual([400, SESSION_MISSING]);
  });

  test('rejects missing and foreign tokens', async () => {
    const browser = new Browser();
    const attempt =
      (await browser.request(`${api}/connect/company`)).headers.getSetCookie()[0] ?? '';
    const sealed = /=([^;]*)/.exec(attempt)?.[1] ?? '';
    for (const word of ['', 'x', 'a.b.c.d.e', `${'x'.repeat(6000)}`, sealed, '%00', 'ghu_abc']) {
      const { status, body } = await bring(`${api}/auth/company/callback?access_token=${word}`);
      expect([status, body.error?.message]).toEqual([400, SESSION_MISSING]);
    }
  });

  test('accepts the token as the cookie of the browser', async () => {
    const browser = new Browser();
    await reach(browser, `${api}/connect/company`, 'ada');
    const address = `${api}/auth/company/callback`;
    const foreign = await bring(address, { browser, headers: { origin: 'http://other.test' } });
    expect(foreign.body.error?.message).toBe(SESSION_MISSING);
    const own = await bring(address, { browser, headers: { origin: 'http://front.test' } });
    expect(own.status).toBe(200);
    expect((await bring(address, { browser })).status).toBe(400);
  });
});

describe('rejects a sign-in', () => {
  test('in a browser that did not start it', async () => {
    const browser = new Browser();
    const until = `${api}/connect/company/callback`;
    const back = await browser.navigate(`${api}/connect/company`, {
      until,
      fields: { login: 'ada' },
    });
    const changed = back.replace('state=', 'state=x');
    for (const [other, address] of [
      [new Browser(), back],
      [await begun(), back],
      [browser.copy(), changed],
    ] as const) {
      const page = await reach(other, address, 'ada');
      expect(page.searchParams.get('error')).toBe('oauth_error');
      expect(page.searchParams.has('access_token')).toBe(false);
    }
    expect((await reach(browser, back, 'ada')).searchParams.has('access_token')).toBe(true);
  });

  test('that was started with another provider', async () => {
    const { headers } = await new Browser().request(`${api}/connect/second`);
    const state = new URL(headers.get('location') ?? '').searchParams.get('state');
    const [cookie = ''] = headers.getSetCookie();
    const back = await new Browser().request(
      `${api}/connect/company/callback?code=x&state=${state}`,
      {
        headers: { cookie: cookie.split(';', 1)[0] ?? '' },
      },
    );
    expect(new URL(back.headers.get('location') ?? '').searchParams.get('error_description')).toBe(
      'The sign-in was not started in this browser.',
    );
  });

  test('that the provider rejects', async () => {
    const browser = await begun();
    const sent = (await browser.request(`${api}/connect/company`)).headers.get('location') ?? '';
    const state = new URL(sent).searchParams.get('state');
    const back = `${api}/connect/company/callback?error=access_denied&error_description=No&state=${state}`;
    const page = await reach(browser, `${back}&iss=${openId.issuer}`, 'ada');
    expect(Object.fromEntries(page.searchParams)).toEqual({
      error: 'access_denied',
      error_description: 'No',
    });
  });

  test.each([
    [{ email_verified: true }, 'Email was not available.'],
    [{ email: 'a\0@example.com', email_verified: true }, 'Email was not available.'],
    [{ email: 'ada@example.com' }, 'Email not verified by company'],
    [{ email: 'ada@example.com', email_verified: false }, 'Email not verified by company'],
  ])('of a user with the profile %j', async (person, message) => {
    openId.people.set('ada', person);
    const page = await reach(new Browser(), `${api}/connect/company`, 'ada');
    expect(Object.fromEntries(page.searchParams)).toEqual({
      error: 'oauth_error',
      error_description: message,
    });
  });

  test('with an unknown provider', async () => {
    const page = await reach(new Browser(), `${api}/connect/gone`, 'ada');
    expect(Object.fromEntries(page.searchParams)).toEqual({
      error: 'oauth_error',
      error_description: 'The sign-in with gone failed.',
    });
  });

  test.each([
    ['connect/nope', 'This provider is disabled'],
    ['connect/constructor', 'This provider is disabled'],
    ['connect/github/callback?code=1', 'This provider is disabled'],
    ['connect/email', 'Unknown OAuth provider'],
    ['auth/email/callback', SESSION_MISSING],
    ['auth/nope/callback', 'This provider is disabled'],
  ])('at %s', async (path, message) => {
    const { status, body } = await bring(`${api}/${path}`);
    expect([status, body.error?.name, body.error?.message]).toEqual([
      400,
      'ApplicationError',
      message,
    ]);
  });
});

test('treats addresses as verified if the project configures it', async () => {
  openId.people.set('ada', { email: 'ada@example.com' });
  expect((await signIn(api, 'trusted', 'ada')).status).toBe(200);
});

describe('settings determine', () => {
  const errorOf = async (provider: string): Promise<unknown> => {
    const { status, body } = await signIn(api, provider, 'ada');
    return [status, body.error?.name, body.error?.message];
  };

  test('whether an address may have two accounts', async () => {
    const first = await signIn(api, 'company', 'ada');
    expect(await errorOf('second')).toEqual([400, 'ApplicationError', 'Email is already taken.']);
    await setAdvanced({ unique_email: false });
    const second = await signIn(api, 'second', 'ada');
    expect(second.body.user['id']).not.toBe(first.body.user['id']);
    expect((await signIn(api, 'company', 'ada')).body.user['id']).toBe(first.body.user['id']);
  });

  test('whether new users may sign in', async () => {
    await signIn(api, 'company', 'ada');
    await setAdvanced({ allow_register: false });
    expect((await signIn(api, 'company', 'ada')).status).toBe(200);
    await changeDatabase(quoin.app, 'delete from up_users');
    expect(await errorOf('company')).toEqual([
      400,
      'ApplicationError',
      'Register action is actually not available.',
    ]);
  });

  test('which role they get', async () => {
    await setAdvanced({ default_role: 'nope' });
    expect(await errorOf('company')).toEqual([
      400,
      'ApplicationError',
      'Impossible to find the default role',
    ]);
  });

  test('nothing for blocked users, who are rejected', async () => {
    await signIn(api, 'company', 'ada');
    await changeDatabase(quoin.app, 'update up_users set blocked = true');
    expect(await errorOf('company')).toEqual([
      400,
      'ApplicationError',
      'Your account has been blocked by an administrator',
    ]);
  });
});

test.each([
  ['http://other.test/signed-in'],
  ['http://front.test/other'],
  ['https://front.test/signed-in'],
  ['http://front.test@other.test/signed-in'],
  ['javascript:alert(1)'],
  ['//other.test'],
  [''],
])('rejects the callback %j', async (page) => {
  const { status, text } = await new Browser().request(
    `${api}/connect/company?callback=${encodeURIComponent(page)}`,
  );
  expect([status, JSON.parse(text)]).toEqual([
    400,
    {
      data: null,
      error: {
        status: 400,
        name: 'ValidationError',
        message: 'Invalid callback URL provided',
        details: { callback: page },
      },
    },
  ]);
});

test('rejects a repeated callback parameter', async () => {
  const once = `callback=${encodeURIComponent(FRONT_END)}`;
  const { status } = await new Browser().request(`${api}/connect/company?${once}&${once}`);
  expect(status).toBe(400);
});

/** Signs in a user in several ways, whose callbacks arrive at the same time. */
async function arriveAtOnce(providers: readonly string[]): Promise<readonly Outcome[]> {
  const addresses = await Promise.all(
    providers.map(async (provider) => {
      const { search } = await reach(new Browser(), `${api}/connect/${provider}`, 'ada');
      return `${api}/auth/${provider}/callback${search}`;
    }),
  );
  return Promise.all(addresses.map((address) => bring(address)));
}

/** A browser that is on its way to a provider. */
async function begun(): Promise<Browser> {
  const browser = new Browser();
  await browser.request(`${api}/connect/company`);
  return browser;
}

async function setAdvanced(changes: object): Promise<void> {
  const usual = { unique_email: true, allow_register: true, default_role: 'authenticated' };
  const value = JSON.stringify({ ...usual, ...changes });
  await changeDatabase(
    quoin.app,
    `update strapi_core_store_settings set value = '${value}' where key = 'plugin_users-permissions_advanced'`,
  );
}
