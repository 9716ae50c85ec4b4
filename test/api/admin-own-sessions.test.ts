// Administrators list and end their own sessions (docs/strapi/administration.md, "Administrators").
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ADA, call, errorOf, invite, meOf, registerAdmin } from '../support/admin.ts';
import { openTestApp, type TestApp } from '../support/app.ts';

const SESSIONS = '/admin/users/me/sessions';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

interface Session {
  readonly id: string;
  readonly current: boolean;
}

let app: TestApp;
let first: string;
let second: string;

beforeEach(async () => {
  app = await openTestApp();
  first = await registerAdmin(app);
  const headers = { 'user-agent': FIREFOX };
  const response = await call(app, '/admin/login', { method: 'POST', body: ADA, headers });
  second = response.json<{ data: { token: string } }>().data.token;
});

afterEach(() => app.close());

async function sessions(token: string): Promise<readonly Session[]> {
  const response = await call(app, SESSIONS, { token });
  expect(response.status, response.text).toBe(200);
  return response.json<{ data: readonly Session[] }>().data;
}

function end(path: string, token: string) {
  return call(app, `${SESSIONS}${path}`, { method: 'DELETE', token });
}

async function statuses(): Promise<readonly number[]> {
  return Promise.all([first, second].map(async (token) => (await meOf(app, token)).status));
}

test('the current session is listed first, with the browser', async () => {
  const time = expect.stringMatching(/^\d{4}-.*Z$/) as unknown;
  const shown = { id: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown, loginAt: time };
  const common = { ...shown, deviceId: expect.any(String) as unknown, lastActiveAt: time };
  expect(await sessions(second)).toEqual([
    { ...common, deviceName: 'Firefox on Linux', current: true },
    { ...common, current: false },
  ]);
  expect((await sessions(first)).map(({ current }) => current)).toEqual([true, false]);
});

test('one session is ended', async () => {
  const [, other] = await sessions(second);
  const ended = await end(`/${other?.id}`, second);
  expect([ended.status, ended.json()]).toEqual([200, { data: {} }]);
  expect(await statuses()).toEqual([401, 200]);
  expect(errorOf(await end(`/${other?.id}`, second))).toMatchObject({
    status: 404,
    message: 'Session not found',
  });
});

test('sessions of others are not found', async () => {
  const other = await invite(app, first, { email: 'bo@example.com', roles: [1] });
  const [own] = await sessions(first);
  expect((await end(`/${own?.id}`, other.token)).status).toBe(404);
  expect((await end('', other.token)).status).toBe(200);
  expect(await statuses()).toEqual([200, 200]);
});

test('all other sessions are ended with keepCurrent, otherwise all', async () => {
  expect((await end('?keepCurrent=true', second)).json()).toEqual({ data: {} });
  expect(await statuses()).toEqual([401, 200]);
  expect((await end('', second)).json()).toEqual({ data: {} });
  expect(await statuses()).toEqual([401, 401]);
});

test('an exchanged session keeps its metadata, and is listed once', async () => {
  const signedIn = await call(app, '/admin/login', {
    method: 'POST',
    body: ADA,
    headers: { 'user-agent': FIREFOX },
  });
  const cookie = String(signedIn.headers['set-cookie']).split(';', 1)[0] ?? '';
  const exchanged = await call(app, '/admin/access-token', { method: 'POST', headers: { cookie } });
  const { token } = exchanged.json<{ data: { token: string } }>().data;
  const all = await sessions(token);
  expect(all).toHaveLength(3);
  expect(all[0]).toMatchObject({ current: true, deviceName: 'Firefox on Linux' });
});
