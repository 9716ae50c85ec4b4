// Accounts of end users: settings, races, rules of the project, and hostile input.
import { describe, expect, test } from 'vitest';
import { createUserTokens } from '../../src/app/accounts/user-tokens.ts';
import {
  get,
  logIn,
  sharedAccounts,
  requestsTo,
  errorOf,
  register,
  setAdvanced,
} from '../support/accounts.ts';
import { changeDatabase, readRows } from '../support/app-database.ts';
import { withRealCost } from '../support/fast-bcrypt.ts';

const openAccounts = sharedAccounts();

const TAKEN = [400, 'ApplicationError', 'Email or Username are already taken'] as const;

function statusesOf(responses: readonly { readonly status: number }[]): readonly number[] {
  return responses.map(({ status }) => status).toSorted((a, b) => a - b);
}

function newUser(username: string, more: object = {}): object {
  return { username, email: `${username}@example.com`, password: 'secret1', ...more };
}

describe('settings made by administrators', () => {
  test('registration can be disabled', async () => {
    const app = await openAccounts({ advanced: { allow_register: false } });
    expect(errorOf(await requestsTo(app).post('/api/auth/local/register', newUser('ada')))).toEqual(
      [400, 'ApplicationError', 'Register action is currently disabled'],
    );
  });

  test.each([['gone'], [null], [undefined], [{ toString: 1, valueOf: 1 }]])(
    'registration fails if the default role is missing: %j',
    async (role) => {
      const app = await openAccounts({ advanced: { default_role: role } });
      expect(
        errorOf(await requestsTo(app).post('/api/auth/local/register', newUser('ada'))),
      ).toEqual([400, 'ApplicationError', 'Impossible to find the default role']);
      expect(await readRows(app, 'select id from up_users')).toEqual([]);
    },
  );

  test('unique addresses include users of other providers', async () => {
    const app = await openAccounts();
    await register(app, 'ada');
    await changeDatabase(app, "update up_users set provider = 'github'");
    const again = newUser('bob', { email: 'ada@example.com' });
    expect(errorOf(await requestsTo(app).post('/api/auth/local/register', again))).toEqual(TAKEN);
    await setAdvanced(app, { unique_email: false });
    expect((await requestsTo(app).post('/api/auth/local/register', again)).status).toBe(200);
  });

  test('users of another provider cannot sign in with a password', async () => {
    const app = await openAccounts();
    await register(app, 'ada');
    await changeDatabase(app, "update up_users set provider = 'github'");
    const response = await requestsTo(app).post('/api/auth/local', {
      identifier: 'ada',
      password: 'secret1',
    });
    expect(errorOf(response)).toEqual([400, 'ValidationError', 'Invalid identifier or password']);
  });

  test('signing in with a password can be disabled like any provider', async () => {
    const app = await openAccounts();
    await register(app, 'ada');
    const sql = `update strapi_core_store_settings set value = '{"email":{"enabled":false}}'
      where key = 'plugin_users-permissions_grant'`;
    await changeDatabase(app, sql);
    const off = [400, 'ApplicationError', 'This provider is disabled'];
    const login = { identifier: 'ada', password: 'secret1' };
    expect(errorOf(await requestsTo(app).post('/api/auth/local', login))).toEqual(off);
    const callback = await app.request('/api/auth/local/callback', { authorization: null });
    expect(errorOf(callback)).toEqual(off);
  });
});

describe('concurrent registrations', () => {
  test.each([
    ['one name', newUser('ada'), newUser('ada', { email: 'other@example.com' })],
    ['one address', newUser('ada'), newUser('bob', { email: 'ADA@example.com' })],
    [
      'the address of the other as the name',
      newUser('ada'),
      newUser('ada@example.com', { email: 'x@y.co' }),
    ],
  ])('create one of two users with %s', async (_, first, second) => {
    const app = await openAccounts();
    const responses = await Promise.all(
      [first, second, first, second].map((body) =>
        requestsTo(app).post('/api/auth/local/register', body),
      ),
    );
    expect(statusesOf(responses)).toEqual([200, 400, 400, 400]);
    const rejected = responses.filter(({ status }) => status === 400).map(errorOf);
    expect(rejected).toEqual([TAKEN, TAKEN, TAKEN]);
    expect(await readRows(app, 'select id from up_users')).toHaveLength(1);
  });
});

describe('settings of a project', () => {
  test('allow more fields on registration, private ones included', async () => {
    const app = await openAccounts({
      users: "{ register: { allowedFields: ['confirmationToken', 'nobodysField'] } }",
    });
    const body = newUser('ada', { confirmationToken: 'chosen', nobodysField: 1 });
    expect((await requestsTo(app).post('/api/auth/local/register', body)).status).toBe(200);
    expect(await readRows(app, 'select confirmation_token from up_users')).toEqual([['chosen']]);
    const other = newUser('bob', { confirmed: true, blocked: false });
    expect(errorOf(await requestsTo(app).post('/api/auth/local/register', other))[2]).toBe(
      'Invalid parameters: confirmed, blocked',
    );
  });

  test.each([
    ["async (password) => password.includes('1')", 'nodigits', 'Password validation failed.'],
    ["() => { throw new Error('Too plain') }", 'secret1', 'Too plain'],
  ])('validate passwords: %s', async (rule, password, message) => {
    const app = await openAccounts({ users: `{ validationRules: { validatePassword: ${rule} } }` });
    const response = await requestsTo(app).post(
      '/api/auth/local/register',
      newUser('ada', { password }),
    );
    expect(errorOf(response)).toEqual([400, 'ValidationError', message]);
    expect(response.json()).toMatchObject({
      error: { details: { errors: [{ path: ['password'], message }] } },
    });
  });

  test('apply the password rule to a missing password as well', async () => {
    const rule = '(password) => password.length > 3';
    const app = await openAccounts({ users: `{ validationRules: { validatePassword: ${rule} } }` });
    const response = await requestsTo(app).post('/api/auth/local/register', {
      ...newUser('ada'),
      password: '',
    });
    expect(errorOf(response)[2]).toBe('2 errors occurred');
  });

  test('stop the start if the password rule is invalid', async () => {
    const opening = openAccounts({ users: "{ validationRules: { validatePassword: 'strong' } }" });
    await expect(opening).rejects.toThrow(
      'users-permissions.config.validationRules.validatePassword: This must be a function',
    );
  });

  test.each([
    ["{ jwt: { expiresIn: 'soon' } }", 'jwt.expiresIn'],
    ["{ jwt: { algorithm: 'RS256' } }", 'jwt.algorithm'],
    ["{ jwtManagement: 'refresh', sessions: { accessTokenLifespan: -1 } }", 'accessTokenLifespan'],
    ["{ sessions: { cookie: { name: 'a b' } } }", 'sessions.cookie.name'],
    ["{ sessions: { cookie: { sameSite: 'maybe' } } }", 'sessions.cookie.sameSite'],
    ["{ sessions: { cookie: { domain: 'a;b' } } }", 'sessions.cookie.domain'],
    ["{ sessions: { cookie: { maxAge: 'long' } } }", 'sessions.cookie.maxAge'],
  ])('%s stops the start', async (users, place) => {
    await expect(openAccounts({ users })).rejects.toThrow(place);
  });

  test('routes report missing fields that accounts need', async () => {
    const { makeProject } = await import('../support/project-folder.ts');
    const { vendored } = await import('../support/vendored-projects.ts');
    const { openTestApp } = await import('../support/app.ts');
    const schema = 'src/extensions/users-permissions/content-types/user/schema.json';
    const role = {
      type: 'relation',
      relation: 'manyToOne',
      target: 'plugin::users-permissions.role',
      inversedBy: 'users',
    };
    const attributes = { email: { type: 'email' }, username: { type: 'string' }, role };
    const project = makeProject(
      { [schema]: { attributes } },
      `${vendored('conformance', 'projects')}/kitchen`,
    );
    await using app = await openTestApp({ project });
    const response = await requestsTo(app).post('/api/auth/local/register', newUser('ada'));
    expect(response.status).toBe(405);
    expect(app.project.warnings.join('\n')).toContain('the user type lacks provider, password');
    await changeDatabase(app, "insert into up_users (document_id, username) values ('x', 'ada')");
    const jwt = await createUserTokens(app.project.config).sign(1);
    expect((await get(app, '/api/authors', jwt)).status).toBe(403);
  });
});

describe('request bodies', () => {
  const mail = { email: 'nobody@example.com' };
  const fresh = { password: 'secret2', passwordConfirmation: 'secret2' };
  const paths: readonly (readonly [string, object])[] = [
    ['/api/auth/local', { identifier: 'nobody', password: 'x', deviceId: 'x' }],
    ['/api/auth/local/register', newUser('bob')],
    ['/api/auth/reset-password', { code: 'x', ...fresh }],
    ['/api/auth/forgot-password', mail],
    ['/api/auth/send-email-confirmation', mail],
    ['/api/auth/change-password', { currentPassword: 'x', ...fresh }],
  ];
  const values: readonly unknown[] = [
    '',
    'x\0y',
    `a@${'a.'.repeat(50_000)}`,
    'é'.repeat(100_000),
    0,
    -1,
    1e300,
    true,
    null,
    [],
    [[1]],
    ['ada'],
    {},
    { $ne: 'x' },
    { toString: 1 },
  ];
  test.each(paths)('%s responds to no body with an internal error', async (path, full) => {
    const app = await openAccounts();
    const { jwt } = await register(app, 'ada');
    const as = path.endsWith('change-password') ? jwt : null;
    const bodies: readonly unknown[] = [
      ...values,
      ...Object.keys(full).flatMap((name) => values.map((value) => ({ ...full, [name]: value }))),
    ];
    for (const body of bodies) {
      const { status } = await requestsTo(app).post(path, body, { as });
      expect(status, JSON.stringify(body)?.slice(0, 100)).toBeLessThan(500);
    }
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'image/png']) {
      const response = await app.request(path, {
        method: 'POST',
        authorization: as === null ? null : `Bearer ${as}`,
        headers: { 'content-type': type },
        body: 'identifier=ada&email=x',
      });
      expect(response.status, type).toBe(400);
    }
    const none = await app.request(path, {
      method: 'POST',
      authorization: as === null ? null : `Bearer ${as}`,
    });
    expect(none.status).toBe(400);
  });

  test('may be forms, for example to sign in', async () => {
    const app = await openAccounts();
    await register(app, 'ada');
    const response = await app.request('/api/auth/local', {
      method: 'POST',
      authorization: null,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'identifier=ada&password=secret1',
    });
    expect(response.status).toBe(200);
  });

  test('with a NUL character in a name are rejected', async () => {
    const app = await openAccounts();
    const response = await requestsTo(app).post(
      '/api/auth/local/register',
      newUser('ada', { username: 'a\0da' }),
    );
    expect(response.status).toBe(400);
  });
});

describe('passwords', () => {
  test('are never returned, and are stored as hashes', async () => {
    const app = await openAccounts();
    const { user } = await withRealCost(() => register(app, 'ada'));
    expect(Object.keys(user)).not.toContain('password');
    const [[stored] = []] = await readRows(app, 'select password from up_users');
    expect(stored).toMatch(/^\$2[aby]\$10\$/);
  });

  test('are verified against hashes of Strapi', async () => {
    const app = await openAccounts();
    await register(app, 'ada');
    // bcryptjs of "secret2", 10 rounds.
    const hash = '$2a$10$XaRcpmmo1WrrG0RUVZXkzeXWrX8PwAGQ7Jk9nNvzbOZsCFLa2L5f2';
    const { hash: make } = await import('@node-rs/bcrypt');
    const made = (await make('secret2', 10)).replace(/^\$2.\$/, '$2a$');
    expect(made).toHaveLength(hash.length);
    await changeDatabase(app, `update up_users set password = '${made}'`);
    expect((await logIn(app, 'ada', { password: 'secret2' })).user['username']).toBe('ada');
  });

  test('are required to sign in', async () => {
    const app = await openAccounts();
    await register(app, 'ada');
    await changeDatabase(app, 'update up_users set password = null');
    for (const password of ['null', 'undefined', 'secret1']) {
      const response = await requestsTo(app).post('/api/auth/local', {
        identifier: 'ada',
        password,
      });
      expect(errorOf(response)[2]).toBe('Invalid identifier or password');
    }
  });

  test('are reset once per code, however many requests use it at the same time', async () => {
    const app = await openAccounts();
    await register(app, 'ada');
    await changeDatabase(app, "update up_users set reset_password_token = 'code'");
    const body = (password: string): object => ({
      code: 'code',
      password,
      passwordConfirmation: password,
    });
    const short = await requestsTo(app).post('/api/auth/reset-password', body('short'));
    expect(errorOf(short)[2]).toBe('password must be at least 6 characters');
    const responses = await Promise.all(
      ['secret2', 'secret3', 'secret4'].map((password) =>
        requestsTo(app).post('/api/auth/reset-password', body(password)),
      ),
    );
    expect(statusesOf(responses)).toEqual([200, 400, 400]);
    const rejected = responses
      .filter(({ status }) => status === 400)
      .map((response) => errorOf(response)[2]);
    expect(rejected).toEqual(['Incorrect code provided', 'Incorrect code provided']);
    expect(await readRows(app, 'select reset_password_token from up_users')).toEqual([[null]]);
  });

  test('leave existing tokens valid when they change, without sessions', async () => {
    const app = await openAccounts();
    const { jwt } = await register(app, 'ada');
    const password = 'secret2';
    const body = { currentPassword: 'secret1', password, passwordConfirmation: password };
    expect(
      (await requestsTo(app).post('/api/auth/change-password', body, { as: jwt })).status,
    ).toBe(200);
    expect((await get(app, '/api/users/me', jwt)).status).toBe(200);
  });
});

describe('rate limits', () => {
  const limited = { users: '{ ratelimit: { enabled: true, interval: 60000, max: 2 } }' };

  test('are counted down in headers; then 429 has a retry-after header', async () => {
    const app = await openAccounts(limited);
    const request = () =>
      requestsTo(app).post('/api/auth/local', { identifier: 'a', password: 'b' });
    const [first, second, third] = [await request(), await request(), await request()];
    expect(first.headers).toMatchObject({ 'x-ratelimit-limit': '2', 'x-ratelimit-remaining': '1' });
    expect(second.headers).toMatchObject({ 'x-ratelimit-remaining': '0' });
    expect(errorOf(third)).toEqual([
      429,
      'RateLimitError',
      'Too many requests, please try again later.',
    ]);
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(third.headers['x-ratelimit-reset'])).toBeGreaterThan(Date.now() / 1000);
  });

  test.each([
    ['/api/auth/local', false],
    ['/api/auth/reset-password', false],
    ['/api/auth/forgot-password', true],
    ['/api/auth/local/register', true],
    ['/api/auth/send-email-confirmation', true],
  ])('%s: each email address is counted separately: %s', async (path, isApart) => {
    const app = await openAccounts(limited);
    const statuses: number[] = [];
    for (const email of ['a@b.co', 'A@B.CO', 'a@b.co', 'c@d.co']) {
      statuses.push((await requestsTo(app).post(path, { email, nonsense: 1 })).status);
    }
    expect(statuses.slice(2).map((status) => status === 429)).toEqual([true, !isApart]);
  });

  test('ignore letter case and a trailing slash, and do not count forbidden requests', async () => {
    const app = await openAccounts(limited);
    const { jwt } = await register(app, 'ada');
    const body = { identifier: 'a', password: 'b' };
    for (let i = 0; i < 3; i += 1) {
      expect((await requestsTo(app).post('/api/auth/local', body, { as: jwt })).status).toBe(403);
    }
    const paths = ['/api/auth/local', '/api/Auth/LOCAL/', '/api/auth/local?x=1'];
    const statuses = [];
    for (const path of paths) statuses.push((await requestsTo(app).post(path, body)).status);
    expect(statuses).toEqual([400, 400, 429]);
  });

  test('use no more memory for a long address than for a short one', async () => {
    const app = await openAccounts(limited);
    const email = `${'a'.repeat(100_000)}@b.co`;
    const statuses = [];
    for (let i = 0; i < 3; i += 1) {
      statuses.push((await requestsTo(app).post('/api/auth/forgot-password', { email })).status);
    }
    expect(statuses).toEqual([200, 200, 429]);
  });
});
