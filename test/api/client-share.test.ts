// Many sign-ins of one client at the same time leave room for others.
import { expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';
import { withRealCost } from '../support/fast-bcrypt.ts';
import { makeProject } from '../support/project-folder.ts';

const SERVER = `module.exports = { app: { keys: ['a'] }, proxy: { koa: true } };`;
const ADMIN = `module.exports = { auth: { secret: 's' }, apiToken: { salt: 't' } };`;

interface Sent {
  readonly url: string;
  /** IP address of the client. */
  readonly from: string;
  readonly body: object;
}

async function post(app: TestApp, { url, from, body }: Sent): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': from };
  const sent = {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
    authorization: null,
  } as const;
  return (await app.request(url, sent)).status;
}

const signIn = (app: TestApp, from: string, i: number): Promise<number> =>
  post(app, {
    url: '/admin/login',
    from,
    body: { email: `${i}@example.com`, password: 'a guess' },
  });

test('many sign-ins of one client do not delay those of others', async () => {
  await using app = await openTestApp({
    project: makeProject({ 'config/server.js': SERVER, 'config/admin.js': ADMIN }),
  });
  // The first one loads the code of the route.
  expect(await signIn(app, '192.0.2.9', 0)).toBe(400);
  await withRealCost(async () => {
    const statuses: number[] = [];
    const requests = Array.from({ length: 80 }, async (_, i) => {
      statuses.push(await signIn(app, '192.0.2.1', i));
    });
    const other = signIn(app, '192.0.2.2', 0);
    const user = post(app, {
      url: '/api/auth/local',
      from: '192.0.2.1',
      body: { identifier: 'nobody', password: 'a guess' },
    });
    expect([await other, await user]).toEqual([400, 400]);
    expect(statuses.filter((status) => status === 400).length).toBeLessThan(40);
    await Promise.all(requests);
    // What a slow machine does not check in time is rejected.
    expect(statuses.every((status) => status === 400 || status === 503)).toBe(true);
  });
});
