// Settings that administrators store in the database (docs/strapi/accounts.md, "Settings"; docs/strapi/media.md,
// "Settings").
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, registerAdmin } from '../support/admin.ts';
import { openTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await openTestApp();
  token = await registerAdmin(app);
});

afterAll(() => app.close());

function get(path: string) {
  return call(app, path, { token });
}

function put(path: string, body: unknown) {
  return call(app, path, { method: 'PUT', token, body });
}

const USERS = '/users-permissions';

test('concurrent changes of different settings are both stored', async () => {
  const bodies = [{ allow_register: false }, { default_role: 'public' }];
  await Promise.all(bodies.map((body) => put(`${USERS}/advanced`, body)));
  const { settings } = (await get(`${USERS}/advanced`)).json<{ settings: object }>();
  expect(settings).toEqual({
    unique_email: true,
    allow_register: false,
    email_confirmation: false,
    email_reset_password: null,
    email_confirmation_redirection: null,
    default_role: 'public',
  });
});

test('settings include the roles and the number of their users', async () => {
  const { roles } = (await get(`${USERS}/advanced`)).json<{ roles: readonly object[] }>();
  expect(roles).toMatchObject([
    { type: 'authenticated', locale: null, nb_users: 0 },
    { type: 'public', locale: null, nb_users: 0 },
  ]);
});

test('providers include their redirect URL', async () => {
  const before = (await get(`${USERS}/providers`)).json<Record<string, object>>();
  expect(before['github']).toMatchObject({
    enabled: false,
    redirectUri: expect.stringMatching(/^http.*\/api\/connect\/github\/callback$/) as unknown,
  });
  expect(before['email']).toEqual({ icon: 'envelope', enabled: true });
  const providers = { github: { enabled: true, key: 'k', secret: 's' } };
  expect((await put(`${USERS}/providers`, { providers })).json()).toEqual({ ok: true });
  const after = (await get(`${USERS}/providers`)).json<object>();
  expect(after).toEqual({ ...before, github: { ...before['github'], ...providers.github } });
});

test('omitting the email provider keeps its state', async () => {
  const login = async (): Promise<string> => {
    const body = { identifier: 'nobody', password: 'nothing1' };
    return (await call(app, '/api/auth/local', { method: 'POST', token: null, body })).text;
  };
  const DISABLED = 'This provider is disabled';
  for (const providers of [{}, { github: { enabled: true, key: 'k', secret: 's' } }]) {
    expect((await put(`${USERS}/providers`, { providers })).status).toBe(200);
    expect(await login()).toContain('Invalid identifier or password');
  }
  await put(`${USERS}/providers`, { providers: { email: { enabled: false } } });
  expect(await login()).toContain(DISABLED);
  await put(`${USERS}/providers`, { providers: { github: { enabled: false } } });
  expect(await login()).toContain(DISABLED);
  await put(`${USERS}/providers`, { providers: { email: { enabled: true } } });
  expect(await login()).toContain('Invalid identifier or password');
});

test.each([
  [5, 'providers must be an object of objects'],
  [{ github: true }, 'providers must be an object of objects'],
  [{ github: { enabled: 'x' } }, 'github.enabled must be true or false'],
  [{ github: { enabled: true, key: 5 } }, 'github.key must be a string'],
  [{ github: { secret: ['a'] } }, 'github.secret must be a string'],
  [{ github: { callback: { a: 1 } } }, 'github.callback must be a string'],
  [{ github: { scope: 'user' } }, 'github.scope must be a list of strings'],
])('providers %j are rejected', async (providers, message) => {
  const before = (await get(`${USERS}/providers`)).text;
  const response = await put(`${USERS}/providers`, { providers });
  expect([response.status, response.text.includes(message)]).toEqual([400, true]);
  expect((await get(`${USERS}/providers`)).text).toBe(before);
});

test('accepts providers as Strapi stores them', async () => {
  const github = {
    icon: 'github',
    enabled: false,
    key: '',
    secret: '',
    callbackUrl: 'api/auth/github/callback',
    scope: ['user', 'user:email'],
    subdomain: null,
    jwksurl: '',
  };
  expect((await put(`${USERS}/providers`, { providers: { github } })).status).toBe(200);
});

test('accepts names of values in email templates', async () => {
  const options = {
    from: { name: 'a', email: 'a@example.com' },
    response_email: '',
    object: 'Hello <%= USER.username %>',
    message: '<%= URL %>?code=<%= TOKEN %> <%=CODE%>',
  };
  const templates = { reset_password: { display: 'd', icon: 'i', options } };
  const stored = await put(`${USERS}/email-templates`, { 'email-templates': templates });
  expect(stored.json()).toEqual({ ok: true });
  const all = (await get(`${USERS}/email-templates`)).json<Record<string, unknown>>();
  expect(all).toMatchObject(templates);
  expect(Object.keys(all)).toEqual(['reset_password', 'email_confirmation']);
});

test.each([
  ['<%= process.env.SECRET %>'],
  ['<%= URL + 1 %>'],
  ['<% while (true) {} %>'],
  ['<%- URL %>'],
  ['${process.exit()}'],
  [5],
  [null],
  [['<%= URL %>']],
])('rejects the template %j', async (message) => {
  const body = { 'email-templates': { reset_password: { options: { message } } } };
  const response = await put(`${USERS}/email-templates`, body);
  expect(response.json()).toMatchObject({ error: { status: 400, message: 'Invalid template' } });
});

test('changes only the subject of a template', async () => {
  const read = async () => {
    const all = (await get(`${USERS}/email-templates`)).json<
      Record<string, { readonly options: Readonly<Record<string, unknown>> }>
    >();
    return all['reset_password']?.options;
  };
  const before = await read();
  const options = { object: 'Only the subject' };
  const body = { 'email-templates': { reset_password: { options } } };
  expect((await put(`${USERS}/email-templates`, body)).json()).toEqual({ ok: true });
  expect(await read()).toEqual({ ...before, ...options });
});

test.each([undefined, {}, [], null, 'text', [1]])('rejects an empty body: %j', async (body) => {
  for (const path of ['advanced', 'providers', 'email-templates']) {
    expect((await put(`${USERS}/${path}`, body)).status).toBe(400);
  }
  expect((await put('/upload/settings', body)).status).toBe(400);
});

test.each([
  ['providers', { providers: [] }],
  ['providers', { providers: { github: 5 } }],
  ['providers', { other: {} }],
  ['email-templates', { 'email-templates': { reset_password: {} } }],
  ['email-templates', { 'email-templates': [] }],
])('%s rejects %j', async (path, body) => {
  expect((await put(`${USERS}/${path}`, body)).status).toBe(400);
});

test.each(['advanced', 'providers', 'email-templates'])(
  '%s rejects a deeply nested body',
  async (path) => {
    const names = { advanced: 'a', providers: 'providers', 'email-templates': 'email-templates' };
    const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
    const response = await app.request(`${USERS}/${path}`, {
      method: 'PUT',
      authorization: `Bearer ${token}`,
      headers: { 'content-type': 'application/json' },
      body: `{"${names[path as keyof typeof names]}": ${deep}}`,
    });
    expect(response.status).toBe(400);
  },
);

test('upload settings keep only known keys', async () => {
  const known = { sizeOptimization: true, responsiveDimensions: false, aiMetadata: false };
  const response = await put('/upload/settings', { ...known, concurrentUploadRequests: 5, x: 1 });
  expect(response.json()).toEqual({ data: known });
  expect((await get('/upload/settings')).json()).toEqual({
    data: { ...known, concurrentUploadRequests: 1 },
  });
});

test('caches store no response with secrets of providers', async () => {
  const responses = [
    await put(`${USERS}/providers`, { providers: { github: { key: 'k', secret: 's' } } }),
    await get(`${USERS}/providers`),
  ];
  expect(responses.map(({ status, headers }) => [status, headers['cache-control']])).toEqual(
    responses.map(() => [200, 'no-store']),
  );
});
