// Forgotten passwords of administrators (docs/strapi/administration.md, "Accounts").
import { describe, expect, test } from 'vitest';
import { ADA, call, errorOf, meOf, registerAdmin, signIn } from '../support/admin.ts';
import { openTestApp, type TestResponse, type TestApp } from '../support/app.ts';
import { changeDatabase, readValue } from '../support/app-database.ts';
import { eventually } from '../support/eventually.ts';
import { openMailServer, type MailServer } from '../support/mail-server.ts';
import { makeProject } from '../support/project-folder.ts';
import { sqlMoment } from '../support/test-database.ts';
import { vendored } from '../support/vendored-projects.ts';

const PASSWORD = 'N3wPassword';

async function openWithMails({ port }: Pick<MailServer, 'port'>, more = '{}'): Promise<TestApp> {
  const project = makeProject(
    {
      'config/plugins.js': `module.exports = () => ({ email: { config: {
        provider: 'nodemailer',
        providerOptions: { host: '127.0.0.1', port: ${port}, secure: false, ignoreTLS: true },
        settings: { defaultFrom: 'site@site.example' },
      } } });`,
      'config/server.js': `module.exports = () => ({ app: { keys: ['a'] }, url: 'https://cms.example' });`,
      'config/admin.js': `module.exports = () => ({
        auth: { secret: 's' }, apiToken: { salt: 's' }, transfer: { token: { salt: 's' } },
        forgotPassword: ${more},
      });`,
    },
    `${vendored('conformance', 'projects')}/kitchen`,
  );
  return openTestApp({ project });
}

function forget(app: TestApp, email: string): Promise<TestResponse> {
  return call(app, '/admin/forgot-password', { method: 'POST', body: { email } });
}

function reset(app: TestApp, resetPasswordToken: string): Promise<TestResponse> {
  const body = { resetPasswordToken, password: PASSWORD };
  return call(app, '/admin/reset-password', { method: 'POST', body });
}

const UNKNOWN = {
  status: 400,
  name: 'ApplicationError',
  message: 'An application error occurred',
  details: {},
};

describe('the link in the email', () => {
  test('resets the password once, ends all sessions and signs in', async () => {
    const mailServer = await openMailServer();
    await using app = await openWithMails(mailServer);
    const before = await registerAdmin(app);
    const response = await forget(app, 'ADA@example.com');
    expect([response.status, response.text]).toEqual([204, '']);
    const { from, to, text } = await mailServer.next();
    expect([from, to]).toEqual(['site@site.example', [ADA.email]]);
    expect(text).toContain('Subject: Reset your password');
    const link = /https:\/\/cms\.example\/admin\/auth\/reset-password\?code=([\da-f]{40})\b/;
    const token = link.exec(text)?.[1] ?? '';
    const done = await reset(app, token);
    const { data } = done.json<{ data: { token: string; user: object } }>();
    expect(Object.keys(data)).toEqual(['token', 'user']);
    expect(data.user).toMatchObject({ email: ADA.email, roles: [{ id: 1 }] });
    expect(done.headers['set-cookie']).toMatch(/^strapi_admin_refresh=ey/);
    expect((await meOf(app, data.token)).status).toBe(200);
    expect((await meOf(app, before)).status).toBe(401);
    expect((await signIn(app, ADA)).status).toBe(400);
    expect((await signIn(app, { email: ADA.email, password: PASSWORD })).status).toBe(200);
    expect(errorOf(await reset(app, token))).toEqual(UNKNOWN);
  });

  test('has the sender and the texts that the project configures', async () => {
    const mailServer = await openMailServer();
    await using app = await openWithMails(
      mailServer,
      `{
        from: 'desk@site.example',
        replyTo: 'help@site.example',
        emailTemplate: {
          subject: 'For <%= user.firstname %>',
          text: 'T <%= url %> <%= process.env %>',
          html: '<b><%= user.firstname %></b>',
        },
      }`,
    );
    await registerAdmin(app);
    await changeDatabase(app, "update admin_users set firstname = '<i>Ada</i>'");
    await forget(app, ADA.email);
    const { from, text } = await mailServer.next();
    expect(from).toBe('desk@site.example');
    expect(text).toContain('Reply-To: help@site.example');
    expect(text).toContain('For <i>Ada</i>');
    expect(text).toContain('<b>&lt;i&gt;Ada&lt;/i&gt;</b>');
    expect(text).toContain('<%= process.env %>');
  });
});

test('does not reveal administrators; blocked and inactive ones get no email', async () => {
  await using app = await openWithMails({ port: 1 });
  await registerAdmin(app);
  const stored = () => readValue(app, 'select reset_password_token from admin_users');
  for (const state of ['is_active = false', 'is_active = true, blocked = true']) {
    await changeDatabase(app, `update admin_users set ${state}`);
    expect((await forget(app, ADA.email)).status).toBe(204);
    expect(await stored()).toBeNull();
  }
  expect((await forget(app, 'nobody@example.com')).status).toBe(204);
  await changeDatabase(app, 'update admin_users set blocked = false');
  expect((await forget(app, ADA.email)).status).toBe(204);
  await eventually(async () => /^[\da-f]{40}$/.test(String(await stored())));
});

test.each([
  ['expired', sqlMoment(1), 'This reset password token has expired'],
  ['without an expiry', 'null', 'This reset password token has expired'],
])('a token that is %s is rejected', async (_what, expiry, message) => {
  await using app = await openTestApp();
  await registerAdmin(app);
  await changeDatabase(
    app,
    `update admin_users set reset_password_token = 't', reset_password_token_expires_at = ${expiry}`,
  );
  expect(errorOf(await reset(app, 't'))).toEqual({ ...UNKNOWN, message });
  expect((await signIn(app, ADA)).status).toBe(200);
});

test('a link expires after an hour, or after the time in config/admin', async () => {
  for (const [more, seconds] of [
    ['{}', 3600],
    [`{ expiresIn: '15m' }`, 900],
    ['{ expiresIn: 60 }', 60],
  ] as const) {
    const mailServer = await openMailServer();
    await using app = await openWithMails(mailServer, more);
    await registerAdmin(app);
    const began = Date.now();
    await forget(app, ADA.email);
    await mailServer.next();
    const until = 'select reset_password_token_expires_at from admin_users';
    const expires = Number(await readValue(app, until));
    expect(expires).toBeGreaterThanOrEqual(began + seconds * 1000);
    expect(expires).toBeLessThanOrEqual(Date.now() + seconds * 1000);
  }
});

test('rejects the sixth email in five minutes for one address', async () => {
  await using app = await openTestApp();
  for (let n = 0; n < 5; n += 1) expect((await forget(app, 'x@example.com')).status).toBe(204);
  expect((await forget(app, 'X@example.com')).status).toBe(429);
  expect((await forget(app, 'y@example.com')).status).toBe(204);
});
