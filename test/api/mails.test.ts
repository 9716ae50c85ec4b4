// Mails about accounts and `/api/email`, over a mail server on this machine, and into the log.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi, type MockInstance } from 'vitest';
import { call, registerAdmin } from '../support/admin.ts';
import { get, logIn, openAccounts, requestsTo, refusalOf, register } from '../support/accounts.ts';
import { changeDatabase, readRows } from '../support/app-database.ts';
import { openMailServer } from '../support/mail-server.ts';

const URL_SERVER = "{ url: 'https://api.site.example/cms/' }";

function smtp(port: number, more = ''): string {
  return `{
    provider: 'nodemailer',
    providerOptions: { host: '127.0.0.1', port: ${port}, secure: false, ignoreTLS: true ${more} },
    settings: { defaultFrom: 'Site <site@site.example>', defaultReplyTo: 'desk@site.example' },
  }`;
}

/** A port where nobody listens. */
const CLOSED = 1;

describe('forgotten passwords', () => {
  test('the mail has the code, and the code sets a password', async () => {
    const mailServer = await openMailServer();
    const app = await openAccounts({
      email: smtp(mailServer.port),
      advanced: { email_reset_password: 'https://site.example/reset' },
    });
    await register(app, 'ada');
    const answer = await requestsTo(app).post('/api/auth/forgot-password', {
      email: 'ADA@example.com',
    });
    expect([answer.status, answer.json()]).toEqual([200, { ok: true }]);
    const { from, to, text } = await mailServer.next();
    expect([from, to]).toEqual(['site@site.example', ['ada@example.com']]);
    expect(text).toContain('Reply-To: desk@site.example');
    expect(text).toContain('Subject: Reset password');
    const code = /https:\/\/site\.example\/reset\?code=([\da-f]{128})\b/.exec(text)?.[1];
    const password = 'secret2';
    const body = { code, password, passwordConfirmation: password };
    expect((await requestsTo(app).post('/api/auth/reset-password', body)).status).toBe(200);
    expect((await logIn(app, 'ada', { password })).user['username']).toBe('ada');
  });

  test('a mail whose text nobody stored has the one that a new database begins with', async () => {
    const mailServer = await openMailServer();
    const app = await openAccounts({
      email: smtp(mailServer.port),
      advanced: { email_reset_password: 'https://site.example/reset' },
    });
    await register(app, 'ada');
    const token = await registerAdmin(app);
    const body = { 'email-templates': {} };
    const path = '/users-permissions/email-templates';
    expect((await call(app, path, { method: 'PUT', token, body })).status).toBe(200);
    await requestsTo(app).post('/api/auth/forgot-password', { email: 'ada@example.com' });
    const { text } = await mailServer.next();
    expect(text).toContain('Subject: Reset password');
    expect(text).toMatch(/https:\/\/site\.example\/reset\?code=[\da-f]{128}\b/);
  });

  test('nobody learns who has an account, not even where no mail can be sent', async () => {
    const app = await openAccounts({ email: smtp(CLOSED) });
    await register(app, 'ada');
    await register(app, 'bob');
    await changeDatabase(app, "update up_users set blocked = true where username = 'bob'");
    for (const email of ['ada@example.com', 'bob@example.com', 'nobody@example.com']) {
      const answer = await requestsTo(app).post('/api/auth/forgot-password', { email });
      expect([answer.status, answer.json()]).toEqual([200, { ok: true }]);
    }
    const codeOf = (name: string) =>
      readRows(app, `select reset_password_token from up_users where username = '${name}'`);
    await vi.waitFor(async () => expect((await codeOf('ada'))[0]?.[0]).toMatch(/^[\da-f]{128}$/));
    expect(await codeOf('bob')).toEqual([[null]]);
  });
});

describe('confirmed addresses', () => {
  const asked = { email_confirmation: true };

  test('somebody who registers follows the link in a mail first', async () => {
    const mailServer = await openMailServer();
    const app = await openAccounts({
      email: smtp(mailServer.port),
      server: URL_SERVER,
      advanced: { ...asked, email_confirmation_redirection: 'https://site.example/welcome' },
    });
    const body = { username: 'ada', email: 'ada@example.com', password: 'secret1' };
    const answer = await requestsTo(app).post('/api/auth/local/register', body);
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual({
      user: expect.objectContaining({ username: 'ada', confirmed: false }),
    });
    const login = await requestsTo(app).post('/api/auth/local', {
      identifier: 'ada',
      password: 'secret1',
    });
    expect(refusalOf(login)[2]).toBe('Your account email is not confirmed');
    const { text } = await mailServer.next();
    const link =
      /https:\/\/api\.site\.example\/cms(\/api\/auth\/email-confirmation\?confirmation=[\da-f]{40})\b/;
    const followed = await app.request(link.exec(text)?.[1] ?? '', { authorization: null });
    expect([followed.status, followed.headers['location']]).toEqual([
      302,
      'https://site.example/welcome',
    ]);
    expect((await logIn(app, 'ada')).user['confirmed']).toBe(true);
  });

  test('where the mail is not taken, the account is made, and another link can be asked for', async () => {
    const app = await openAccounts({ email: smtp(CLOSED), advanced: asked });
    const body = { username: 'ada', email: 'ada@example.com', password: 'secret1' };
    expect(refusalOf(await requestsTo(app).post('/api/auth/local/register', body))).toEqual([
      400,
      'ApplicationError',
      'Error sending confirmation email',
    ]);
    const token = () => readRows(app, 'select confirmation_token, confirmed from up_users');
    const [[first] = []] = await token();
    expect(first).toMatch(/^[\da-f]{40}$/);
    const again = await requestsTo(app).post('/api/auth/send-email-confirmation', {
      email: 'ada@example.com',
    });
    expect([again.status, again.json()]).toEqual([200, { email: 'ada@example.com', sent: true }]);
    await vi.waitFor(async () => expect((await token())[0]?.[0]).not.toBe(first));
  });

  test('another link takes the place of the first', async () => {
    const mailServer = await openMailServer();
    const app = await openAccounts({ email: smtp(mailServer.port), advanced: asked });
    const body = { username: 'ada', email: 'ada@example.com', password: 'secret1' };
    await requestsTo(app).post('/api/auth/local/register', body);
    await requestsTo(app).post('/api/auth/send-email-confirmation', { email: 'Ada@Example.com' });
    const codes = [await mailServer.next(), await mailServer.next()].map(
      ({ text }) => /confirmation=([\da-f]{40})\b/.exec(text)?.[1],
    );
    const follow = (code: string | undefined) =>
      app.request(`/api/auth/email-confirmation?confirmation=${code}`, { authorization: null });
    expect(refusalOf(await follow(codes[0]))).toEqual([400, 'ValidationError', 'Invalid token']);
    expect((await follow(codes[1])).headers['location']).toBe('/');
    expect((await follow(codes[1])).status).toBe(400);
  });

  test.each([
    ['https://site.example/a%20b?x=1', 'https://site.example/a%20b?x=1'],
    ['/grüße und\r\nmehr', '/gr%c3%bc%c3%9fe%20und%0d%0amehr'],
    [5, '/'],
    ['', '/'],
  ])('the page %j is led to as %s', async (page, location) => {
    const app = await openAccounts({ advanced: { email_confirmation_redirection: page } });
    await register(app, 'ada');
    await changeDatabase(app, "update up_users set confirmation_token = 'code'");
    const path = '/api/auth/email-confirmation?confirmation=code';
    const answer = await app.request(path, { authorization: null });
    expect([answer.status, answer.headers['location']]).toEqual([302, location]);
    expect(answer.text).toBe(`Redirecting to ${location}.`);
  });

  test('a token that was given before is of no use while the address is not confirmed', async () => {
    const app = await openAccounts({ email: smtp(CLOSED) });
    const { jwt } = await register(app, 'ada');
    expect((await get(app, '/api/users/me', jwt)).status).toBe(200);
    await changeDatabase(app, 'update up_users set confirmed = false');
    const { setAdvanced } = await import('../support/accounts.ts');
    await setAdvanced(app, asked);
    expect(refusalOf(await get(app, '/api/users/me', jwt))).toEqual([
      401,
      'UnauthorizedError',
      'Invalid credentials',
    ]);
  });

  test.each([
    ['confirmed already', '', 'Already confirmed'],
    ['blocked', 'confirmed = false, blocked = true', 'User blocked'],
  ])('no link for an account that is %s', async (_, change, message) => {
    const app = await openAccounts();
    await register(app, 'ada');
    if (change) await changeDatabase(app, `update up_users set ${change}`);
    const body = { email: 'ada@example.com' };
    expect(
      refusalOf(await requestsTo(app).post('/api/auth/send-email-confirmation', body)),
    ).toEqual([400, 'ApplicationError', message]);
  });
});

describe('POST /api/email', () => {
  const mail = { to: 'ada@example.com', subject: 'Hello', text: 'How are you?' };
  const byToken = async (app: Awaited<ReturnType<typeof openAccounts>>, body: unknown) =>
    requestsTo(app).post('/api/email', body, { as: app.token });

  test('sends what is sent', async () => {
    const mailServer = await openMailServer();
    const app = await openAccounts({ email: smtp(mailServer.port) });
    const more = { cc: ['bob@example.com'], bcc: 'eve@example.com', replyTo: 'me@example.com' };
    const answer = await byToken(app, { ...mail, ...more, html: '<b>How</b>' });
    expect([answer.status, answer.json()]).toEqual([200, {}]);
    const { from, to, text } = await mailServer.next();
    expect([from, to]).toEqual([
      'site@site.example',
      ['ada@example.com', 'bob@example.com', 'eve@example.com'],
    ]);
    for (const part of ['Reply-To: me@example.com', 'How are you?', '<b>How</b>']) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain('eve@example.com');
  });

  test('heads cannot be smuggled in', async () => {
    const mailServer = await openMailServer();
    const app = await openAccounts({ email: smtp(mailServer.port) });
    const subject = 'Hello\r\nBcc: eve@example.com\r\n\r\nbody';
    expect((await byToken(app, { ...mail, subject })).status).toBe(200);
    const { to, text } = await mailServer.next();
    expect(to).toEqual(['ada@example.com']);
    expect(text).not.toMatch(/^Bcc:/m);
  });

  test.each<[string, object]>([
    ['nothing', {}],
    ['a number for a recipient', { to: 5 }],
    ['no recipient', { to: [] }],
    ['an object for a recipient', { to: { address: 'a@b.co' } }],
    ['a head behind a recipient', { to: 'a@b.co\r\nBcc: eve@example.com' }],
    ['a head behind one of several', { cc: ['a@b.co', 'b@b.co\nBcc: eve@example.com'] }],
    ['a head behind a sender', { from: 'a@b.co\r\nX-Y: z' }],
    ['files', { attachments: [{ path: '/etc/hostname' }] }],
    ['a text from elsewhere', { text: { path: '/etc/hostname' } }],
    ['a page from elsewhere', { html: { href: 'http://localhost' } }],
    ['heads', { headers: { 'x-y': 'z' } }],
    ['a subject that is none', { subject: 5 }],
  ])('%s is refused', async (what, more) => {
    const app = await openAccounts();
    const answer = await byToken(app, what === 'nothing' ? {} : { ...mail, ...more });
    expect(refusalOf(answer).slice(0, 2)).toEqual([400, 'ValidationError']);
  });

  test('who may not is not let in', async () => {
    const app = await openAccounts();
    expect((await requestsTo(app).post('/api/email', mail)).status).toBe(403);
  });

  test('a server that takes nothing is no fault of ours', async () => {
    const app = await openAccounts({ email: smtp(CLOSED) });
    expect(refusalOf(await byToken(app, mail))).toEqual([
      400,
      'ApplicationError',
      "Couldn't send email.",
    ]);
  });

  test('a name and a password open the server', async () => {
    const login = { user: 'site', pass: 'word' };
    const mailServer = await openMailServer(login);
    const auth = (pass: string): string => `, auth: { user: 'site', pass: '${pass}' }`;
    const wrong = await openAccounts({ email: smtp(mailServer.port, auth('other')) });
    expect((await byToken(wrong, mail)).status).toBe(400);
    const right = await openAccounts({ email: smtp(mailServer.port, auth('word')) });
    expect((await byToken(right, mail)).status).toBe(200);
    expect(mailServer.mails).toHaveLength(1);
  });

  test('a provider that is not installed stops the start', async () => {
    await expect(openAccounts({ email: "{ provider: 'sendgrid' }" })).rejects.toThrow('sendgrid');
  });

  test('a provider of the project sends emails of accounts and of callers', async () => {
    const app = await openAccounts({
      email: `{ provider: './providers/own', settings: { defaultFrom: 'shop@example.com' } }`,
      files: {
        'providers/own.js': `module.exports = { init: (options, settings) => ({
          send: async (mail) => require('node:fs').appendFileSync(
            require('node:path').join(__dirname, 'sent'), JSON.stringify({ from: settings.defaultFrom, ...mail }) + '\\n'),
        }) };`,
      },
    });
    expect((await byToken(app, mail)).status).toBe(200);
    await register(app, 'ada');
    await requestsTo(app).post('/api/auth/forgot-password', { email: 'ada@example.com' });
    const sent = (): readonly { readonly to: string }[] =>
      readFileSync(path.join(app.folder, 'providers/sent'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { readonly to: string });
    await vi.waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()[0]).toMatchObject({ from: 'shop@example.com', to: mail.to });
    expect(sent()[1]).toMatchObject({ to: 'ada@example.com' });
  });
});

describe('without a mail server', () => {
  let written: MockInstance<typeof process.stdout.write>;

  beforeEach(() => {
    written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  });
  afterEach(() => written.mockRestore());

  test('mails are written to the log, with the links in them; that is said once', async () => {
    const app = await openAccounts({
      advanced: { email_reset_password: 'https://site.example/reset' },
    });
    await register(app, 'ada');
    const lines = (): string => written.mock.calls.map(([text]) => String(text)).join('');
    for (let i = 1; i < 3; i += 1) {
      await requestsTo(app).post('/api/auth/forgot-password', { email: 'ada@example.com' });
      const link = /To: ada@example\.com\n[^]*https:\/\/site\.example\/reset\?code=[\da-f]{128}/g;
      await vi.waitFor(() => expect(lines().match(/Subject: Reset password/g)).toHaveLength(i));
      expect(lines()).toMatch(link);
    }
    expect(lines().match(/emails are logged here/g)).toHaveLength(1);
  });

  test('what a mail says moves no cursor', async () => {
    const app = await openAccounts();
    const mail = { to: 'a@b.co', subject: 'x\ny\u001B[2J', text: 'a\u001B[31m\nb\u009B' };
    await requestsTo(app).post('/api/email', mail, { as: app.token });
    const text = written.mock.calls.map(([each]) => String(each)).join('');
    expect(text).toContain('  Subject: x y�[2J\n  \n  a�[31m\n  b�\n');
  });
});
