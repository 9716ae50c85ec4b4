// Sessions of end users that were refreshed, or can no longer be.
import { expect, test } from 'vitest';
import type { TestApp } from '../support/app.ts';
import { get, logIn, openAccounts, register, requestsTo } from '../support/accounts.ts';
import { changeDatabase } from '../support/app-database.ts';
import { sqlMoment } from '../support/test-database.ts';

interface Session {
  readonly id: string;
  readonly current: boolean;
}

async function sessionsOf(app: TestApp, token: string): Promise<readonly Session[]> {
  const response = await get(app, '/api/auth/sessions', token);
  return response.json<{ data: readonly Session[] }>().data;
}

test('a session can also be ended by an id from before a refresh', async () => {
  await using app = await openAccounts({ users: "{ jwtManagement: 'refresh' }" });
  const { refresh, jwt: earlier } = await refreshable(app);
  const { jwt } = await logIn(app, 'ada');
  const [own] = await sessionsOf(app, earlier);
  const next = (await refresh()).json<{ jwt: string; refreshToken: string }>();
  const [current] = await sessionsOf(app, earlier);
  expect(current).toMatchObject({ current: true });
  expect(current?.id).not.toBe(own?.id);
  const end = async () =>
    app.request(`/api/auth/sessions/${own?.id}`, {
      method: 'DELETE',
      authorization: `Bearer ${jwt}`,
    });
  expect((await end()).status).toBe(200);
  expect((await refresh(next.refreshToken)).status).toBe(401);
  expect((await end()).status).toBe(404);
  expect(await sessionsOf(app, jwt)).toHaveLength(1);
});

test('lists omit sessions whose sign-in is too long ago', async () => {
  await using app = await openAccounts({ users: "{ jwtManagement: 'refresh' }" });
  const { jwt } = await refreshable(app);
  await changeDatabase(app, `update strapi_sessions set absolute_expires_at = ${sqlMoment(1)}`);
  expect(await sessionsOf(app, jwt)).toEqual([]);
});

async function refreshable(app: TestApp) {
  const { jwt, refreshToken: first } = await register(app, 'ada');
  const refresh = (refreshToken = first) =>
    requestsTo(app).post('/api/auth/refresh', { refreshToken });
  return { jwt, refresh };
}
