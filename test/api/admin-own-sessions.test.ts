// Administrators list and end their own sessions (docs/strapi/administration.md, "Administrators").
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { ADA, call, errorOf, invite, meOf, registerAdmin } from '../support/admin.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { RestoredServer } from '../support/restored-server.ts';

const SESSIONS = '/admin/users/me/sessions';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

interface Session {
  readonly id: string;
  readonly current: boolean;
}

let app: TestApp;
let first: string;
let second: string;

const server = new RestoredServer(async () => {
  const opened = await openTestApp({ limitsSignIns: false });
  first = await registerAdmin(opened);
  const headers = { 'user-agent': FIREFOX };
  const response = await call(opened, '/admin/login', { method: 'POST', body: ADA, headers });
  second = response.json<{ data: { token: string } }>().data.token;
  return opened;
});

beforeEach(async () => {
  app = await server.restored();
});

afterAll(() => server.close());

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

test('other administrators’ sessions are not found', async () => {
  const other = await invite(app, first, { email: 'bo@example.com', roles: [1] });
  const [own] = await sessions(first);
  expect((await end(`/${own?.id}`, other.token)).status).toBe(404);
  expect((await end('', other.token)).status).toBe(200);
  expect(await statuses()).toEqual([200, 200]);
});

test('all sessions are ended, except for the current one with keepCurrent', async () => {
  expect((await end('?keepCurrent=true', second)).json()).toEqual({ data: {} });
  expect(await statuses()).toEqual([401, 200]);
  expect((await end('', second)).json()).toEqual({ data: {} });
  expect(await statuses()).toEqual([401, 401]);
});

test('a rotated session keeps its metadata, and is listed once', async () => {
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

describe('a session that was refreshed', () => {
  /** Signs in and refreshes. @returns its access tokens, and the ids before and after */
  async function refreshed() {
    const signedIn = await call(app, '/admin/login', { method: 'POST', body: ADA });
    const before = signedIn.json<{ data: { token: string } }>().data.token;
    const [session] = await sessions(before);
    const cookie = String(signedIn.headers['set-cookie']).split(';', 1)[0] ?? '';
    const next = await call(app, '/admin/access-token', { method: 'POST', headers: { cookie } });
    const after = next.json<{ data: { token: string } }>().data.token;
    const [child] = await sessions(after);
    const statusesOf = async () => [
      (await meOf(app, before)).status,
      (await meOf(app, after)).status,
    ];
    return { before, ids: [session?.id, child?.id] as const, statusesOf };
  }

  test.each([0, 1] as const)(
    'can be ended by id %i together with all of its access tokens',
    async (at) => {
      const { ids, statusesOf } = await refreshed();
      expect(ids[0]).not.toBe(ids[1]);
      expect((await end(`/${ids[at]}`, first)).status).toBe(200);
      expect(await statusesOf()).toEqual([401, 401]);
      expect((await end(`/${ids[at]}`, first)).status).toBe(404);
      expect(await statuses()).toEqual([200, 200]);
    },
  );

  test('is the current one for its earlier access tokens, and is kept with keepCurrent', async () => {
    const { before, ids, statusesOf } = await refreshed();
    expect((await sessions(before))[0]).toMatchObject({ id: ids[1], current: true });
    expect((await end('?keepCurrent=true', before)).status).toBe(200);
    expect(await statusesOf()).toEqual([200, 200]);
    expect(await statuses()).toEqual([401, 401]);
  });
});
