// Runs the requests of docs/accounts.md, one after the other, in the mode of their section, and checks its settings.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { openAccounts, requestsTo, register } from './support/accounts.ts';
import { changeDatabase, readRows } from './support/app-database.ts';
import { openTestApp, type TestApp, type TestRequest } from './support/app.ts';
import { blocksOf, sectionOf, normalize } from './support/documented.ts';
import { makeProject } from './support/project-folder.ts';
import { vendored } from './support/vendored-projects.ts';

const page = readFileSync(path.resolve(import.meta.dirname, '../docs/accounts.md'), 'utf8');

interface Shown {
  readonly request: string;
  /** Null: none is shown, it is good. */
  readonly response: unknown;
}

function shownIn(section: string): readonly Shown[] {
  const blocks = blocksOf(section);
  return blocks.flatMap(({ language, body }, index) => {
    if (language !== 'http') return [];
    const next = blocks[index + 1];
    return [{ request: body, response: next?.language === 'json' ? JSON.parse(next.body) : null }];
  });
}

/** The last values of a run, which replace the tokens and ids of the page. */
interface Given {
  jwt: string;
  refreshToken: string;
  session: string;
}

async function play(app: TestApp, { request, response }: Shown, given: Given): Promise<void> {
  const [head = '', body] = request.trim().split('\n\n');
  const [line = '', ...headers] = head.split('\n');
  const [method, url = ''] = line.split(' ');
  const isSignedIn = headers.some((header) => header.startsWith('Authorization: Bearer '));
  const isMail = url === '/api/email';
  const received = await app.request(url.replace(/[\da-f]{32}$/, given.session), {
    method: method as NonNullable<TestRequest['method']>,
    ...(isMail ? {} : { authorization: isSignedIn ? `Bearer ${given.jwt}` : null }),
    headers: { 'content-type': 'application/json' },
    ...(body
      ? { body: body.replace(/eyJ[^"]*/, given.refreshToken).replace('"…"', '"code"') }
      : {}),
  });
  const json = received.json<{ error?: { status: number }; data?: { id: string }[] } & Given>();
  if (response !== null) expect(plain(json), request).toEqual(plain(response));
  expect(received.status, request).toBe(json.error?.status ?? 200);
  given.jwt = json.jwt ?? given.jwt;
  given.refreshToken = json.refreshToken ?? given.refreshToken;
  given.session = (Array.isArray(json.data) ? json.data[0]?.id : null) ?? given.session;
}

function plain(response: unknown): unknown {
  const text = JSON.stringify(normalize(response), (key, value: unknown) => {
    if (key === 'jwt' || key === 'refreshToken') return 'a token';
    return key === 'id' && typeof value === 'string' ? 'a session' : value;
  });
  return JSON.parse(text) as unknown;
}

async function playAll(app: TestApp, sections: readonly string[]): Promise<number> {
  const given: Given = { jwt: '', refreshToken: '', session: '' };
  let count = 0;
  for (const shown of sections.flatMap((name) => shownIn(sectionOf(page, name)))) {
    if (shown.request.includes('reset-password')) {
      await changeDatabase(app, "update up_users set reset_password_token = 'code'");
    }
    await play(app, shown, given);
    count += 1;
  }
  return count;
}

test('runs registration, sign-in, passwords and emails', async () => {
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const app = await openAccounts();
  const count = await playAll(app, ['Registration and sign-in', 'Passwords', 'Email']);
  await expect.poll(() => String(written.mock.calls)).toContain('To: maren@site.example');
  written.mockRestore();
  expect(count).toBe(8);
});

test('runs sessions', async () => {
  const app = await openAccounts({ users: "{ jwtManagement: 'refresh' }" });
  await requestsTo(app).post('/api/auth/local/register', {
    username: 'maren',
    email: 'maren@site.example',
    password: 'a good secret',
  });
  await changeDatabase(app, 'delete from strapi_sessions');
  expect(await playAll(app, ['Sessions'])).toBe(5);
});

test('starts with the email settings', async () => {
  const [config] = blocksOf(sectionOf(page, 'Email')).filter(({ language }) => language === 'js');
  const files = { 'config/plugins.js': config?.body ?? '' };
  const project = makeProject(files, vendored('conformance', 'projects', 'kitchen'));
  await using app = await openTestApp({ project, env: { JWT_SECRET: 'x' } });
  expect(app.project.config.plugins.mail).toMatchObject({
    kind: 'smtp',
    from: 'Site <no-reply@site.example>',
    transport: { port: 587 },
  });
});

/** First and second cell of each row. */
function rowsIn(section: string): ReadonlyMap<string, string> {
  const rows = section.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  return new Map(rows.flatMap(([, name = '', value = '']) => [[name, value] as const]));
}

test('documents the defaults of the code', async () => {
  await using app = await openTestApp();
  const { usersPermissions } = app.project.config.plugins;
  const rows = rowsIn(sectionOf(page, 'Settings'));
  const { interval, max } = usersPermissions.rateLimit ?? {};
  expect(rows.get('`ratelimit.enabled`, `.interval`, `.max`')).toBe(
    `\`${usersPermissions.rateLimit !== null}\`, ${interval}, ${max}`,
  );
  expect(rows.get('`jwt.expiresIn`')).toBe(`\`${String(usersPermissions.jwt['expiresIn'])}\``);
  const [stored] = await readRows(
    app,
    "select value from strapi_core_store_settings where key = 'plugin_users-permissions_advanced'",
  );
  const settings = JSON.parse(String(stored?.[0])) as object;
  const shown = Object.entries(settings).map(([name, value]: [string, unknown]) => [
    name,
    rows.get(`\`${name}\``) === (value === null ? 'none' : `\`${String(value)}\``),
  ]);
  expect(shown.filter(([, isTrue]) => !isTrue)).toEqual([]);
});

test('documents the lifespans of sessions of the code', async () => {
  const app = await openAccounts({ users: "{ jwtManagement: 'refresh' }" });
  await register(app, 'maren');
  const [[from, ...until] = []] = await readRows(
    app,
    'select created_at, expires_at, absolute_expires_at from strapi_sessions',
  );
  const rows = rowsIn(sectionOf(page, 'Sessions'));
  const lasts = until.map((end) => Number(end) - Number(from));
  const days = lasts.map((milliseconds) => `${Math.round(milliseconds / 86_400_000)} days`);
  expect([rows.get('`idleRefreshTokenLifespan`'), rows.get('`maxRefreshTokenLifespan`')]).toEqual(
    days,
  );
});
