// Emails of accounts and of `/api/email`: sent to a local mail server, or written to the log.
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import path from 'node:path';
import {
  afterEach,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
  type MockInstance,
} from 'vitest';
import { CLIENT_SHARE } from '../../src/base/limits.ts';
import { call, registerAdmin } from '../support/admin.ts';
import {
  errorOf,
  get,
  logIn,
  register,
  requestsTo,
  setAdvanced,
  sharedAccounts,
} from '../support/accounts.ts';
import { changeDatabase, readRows } from '../support/app-database.ts';
import { openMailServer, sharedMailServer } from '../support/mail-server.ts';

const openAccounts = sharedAccounts();
const sharedMails = sharedMailServer();

const URL_SERVER = "{ url: 'https://api.site.example/cms/' }";

function smtp(port: number, more = ''): string {
  return `{
    provider: 'nodemailer',
    providerOptions: { host: '127.0.0.1', port: ${port}, secure: false, ignoreTLS: true ${more} },
    settings: { defaultFrom: 'Site <site@site.example>', defaultReplyTo: 'desk@site.example' },
  }`;
}

/** A closed port. */
const CLOSED = 1;

describe('password reset', () => {
  test('sends a code that resets the password', async () => {
    const mailServer = sharedMails();
    const app = await openAccounts({
      email: smtp(mailServer.port),
      advanced: { email_reset_password: 'https://site.example/reset' },
    });
    await register(app, 'ada');
    const response = await requestsTo(app).post('/api/auth/forgot-password', {
      email: 'ADA@example.com',
    });
    expect([response.status, response.json()]).toEqual([200, { ok: true }]);
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

  test('uses the default text if none is stored', async () => {
    const mailServer = sharedMails();
    const app = await openAccounts({
      email: smtp(mailServer.port),
      advanced: { email_reset_password: 'https://site.example/reset' },
    });
    await register(app, 'ada');
    const token = await registerAdmin(app);
    const change = { method: 'PUT', token, body: { 'email-templates': {} } } as const;
    expect((await call(app, '/users-permissions/email-templates', change)).status).toBe(200);
    await requestsTo(app).post('/api/auth/forgot-password', { email: 'ada@example.com' });
    const { text } = await mailServer.next();
    expect(text).toContain('Subject: Reset password');
    expect(text).toMatch(/https:\/\/site\.example\/reset\?code=[\da-f]{128}\b/);
  });

  test('does not reveal accounts, even if no email can be sent', async () => {
    const app = await openAccounts({ email: smtp(CLOSED) });
    await register(app, 'ada');
    await register(app, 'bob');
    await changeDatabase(app, "update up_users set blocked = true where username = 'bob'");
    for (const email of ['ada@example.com', 'bob@example.com', 'nobody@example.com']) {
      const response = await requestsTo(app).post('/api/auth/forgot-password', { email });
      expect([response.status, response.json()]).toEqual([200, { ok: true }]);
    }
    const codeOf = (name: string) =>
      readRows(app, `select reset_password_token from up_users where username = '${name}'`);
    await expect.poll(async () => (await codeOf('ada'))[0]?.[0]).toMatch(/^[\da-f]{128}$/);
    expect(await codeOf('bob')).toEqual([[null]]);
  });
});

describe('email confirmation', () => {
  const withConfirmation = { email_confirmation: true };

  test('does not delay other requests of a client if the mail server is slow', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => void sockets.push(socket));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as AddressInfo;
    const app = await openAccounts({ email: smtp(port), advanced: withConfirmation });
    const { running } = CLIENT_SHARE;
    const registrations = Array.from({ length: running }, (_, i) =>
      requestsTo(app).post('/api/auth/local/register', {
        username: `ada${i}`,
        email: `ada${i}@example.com`,
        password: 'secret1',
      }),
    );
    await expect.poll(() => sockets).toHaveLength(running);
    const body = { identifier: 'ada1', password: 'secret1' };
    const login = await requestsTo(app).post('/api/auth/local', body);
    expect(errorOf(login)[2]).toBe('Your account email is not confirmed');
    for (const socket of sockets) socket.destroy();
    for (const { status } of await Promise.all(registrations)) expect(status).toBe(400);
  });

  test('requires the link of an email after registration', async () => {
    const mailServer = sharedMails();
    const app = await openAccounts({
      email: smtp(mailServer.port),
      server: URL_SERVER,
      advanced: {
        ...withConfirmation,
        email_confirmation_redirection: 'https://site.example/welcome',
      },
    });
    const body = { username: 'ada', email: 'ada@example.com', password: 'secret1' };
    const response = await requestsTo(app).post('/api/auth/local/register', body);
    expect(response.status).toBe(200);
    expect(response.json()).toEqual({
      user: expect.objectContaining({ username: 'ada', confirmed: false }),
    });
    const login = await requestsTo(app).post('/api/auth/local', {
      identifier: 'ada',
      password: 'secret1',
    });
    expect(errorOf(login)[2]).toBe('Your account email is not confirmed');
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

  test('creates the account even if the email fails, and sends another link on request', async () => {
    const app = await openAccounts({ email: smtp(CLOSED), advanced: withConfirmation });
    const body = { username: 'ada', email: 'ada@example.com', password: 'secret1' };
    expect(errorOf(await requestsTo(app).post('/api/auth/local/register', body))).toEqual([
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
    await expect.poll(async () => (await token())[0]?.[0]).not.toBe(first);
  });

  test('a new link replaces the first', async () => {
    const mailServer = sharedMails();
    const app = await openAccounts({ email: smtp(mailServer.port), advanced: withConfirmation });
    const body = { username: 'ada', email: 'ada@example.com', password: 'secret1' };
    await requestsTo(app).post('/api/auth/local/register', body);
    await requestsTo(app).post('/api/auth/send-email-confirmation', { email: 'Ada@Example.com' });
    const codes = [await mailServer.next(), await mailServer.next()].map(
      ({ text }) => /confirmation=([\da-f]{40})\b/.exec(text)?.[1],
    );
    const follow = (code: string | undefined) =>
      app.request(`/api/auth/email-confirmation?confirmation=${code}`, { authorization: null });
    expect(errorOf(await follow(codes[0]))).toEqual([400, 'ValidationError', 'Invalid token']);
    expect((await follow(codes[1])).headers['location']).toBe('/');
    expect((await follow(codes[1])).status).toBe(400);
  });

  test.each([
    ['https://site.example/a%20b?x=1', 'https://site.example/a%20b?x=1'],
    ['/grüße und\r\nmehr', '/gr%c3%bc%c3%9fe%20und%0d%0amehr'],
    [5, '/'],
    ['', '/'],
  ])('redirects to the page %j as %s', async (page, location) => {
    const app = await openAccounts({ advanced: { email_confirmation_redirection: page } });
    await register(app, 'ada');
    await changeDatabase(app, "update up_users set confirmation_token = 'code'");
    const path = '/api/auth/email-confirmation?confirmation=code';
    const response = await app.request(path, { authorization: null });
    expect([response.status, response.headers['location']]).toEqual([302, location]);
    expect(response.text).toBe(`Redirecting to ${location}.`);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
  });

  test.each([
    [undefined, 'text/html', '&amp;b=2'],
    ['*/*', 'text/html', '&amp;b=2'],
    ['text/html,application/xml;q=0.9', 'text/html', '&amp;b=2'],
    ['application/json', 'text/plain', '&b=2'],
  ])('redirects clients that accept %s with %s', async (accept, type, end) => {
    const page = 'HTTPS://Site.example?a=1&b=2';
    const app = await openAccounts({ advanced: { email_confirmation_redirection: page } });
    await register(app, 'ada');
    await changeDatabase(app, "update up_users set confirmation_token = 'code'");
    const headers = accept === undefined ? {} : { accept };
    const path = '/api/auth/email-confirmation?confirmation=code';
    const response = await app.request(path, { authorization: null, headers });
    expect(response.headers).toMatchObject({
      location: 'https://site.example/?a=1&b=2',
      'content-type': `${type}; charset=utf-8`,
    });
    expect(response.text).toBe(`Redirecting to https://site.example/?a=1${end}.`);
  });

  test('rejects existing tokens while the address is unconfirmed', async () => {
    const app = await openAccounts({ email: smtp(CLOSED) });
    const { jwt } = await register(app, 'ada');
    expect((await get(app, '/api/users/me', jwt)).status).toBe(200);
    await changeDatabase(app, 'update up_users set confirmed = false');
    await setAdvanced(app, withConfirmation);
    expect(errorOf(await get(app, '/api/users/me', jwt))).toEqual([
      401,
      'UnauthorizedError',
      'Invalid credentials',
    ]);
  });

  test.each([
    ['confirmed already', '', 'Already confirmed'],
    ['blocked', 'confirmed = false, blocked = true', 'User blocked'],
  ])('sends no link to an account that is %s', async (_, change, message) => {
    const app = await openAccounts();
    await register(app, 'ada');
    if (change) await changeDatabase(app, `update up_users set ${change}`);
    const body = { email: 'ada@example.com' };
    expect(errorOf(await requestsTo(app).post('/api/auth/send-email-confirmation', body))).toEqual([
      400,
      'ApplicationError',
      message,
    ]);
  });
});

describe('POST /api/email', () => {
  const mail = { to: 'ada@example.com', subject: 'Hello', text: 'How are you?' };
  const byToken = async (app: Awaited<ReturnType<typeof openAccounts>>, body: unknown) =>
    requestsTo(app).post('/api/email', body, { as: app.token });

  test('sends the email', async () => {
    const mailServer = sharedMails();
    const app = await openAccounts({ email: smtp(mailServer.port) });
    const more = { cc: ['bob@example.com'], bcc: 'eve@example.com', replyTo: 'me@example.com' };
    const response = await byToken(app, { ...mail, ...more, html: '<b>How</b>' });
    expect([response.status, response.json()]).toEqual([200, {}]);
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

  test('does not allow header injection', async () => {
    const mailServer = sharedMails();
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
    ['a header after a recipient', { to: 'a@b.co\r\nBcc: eve@example.com' }],
    ['a header after one of several', { cc: ['a@b.co', 'b@b.co\nBcc: eve@example.com'] }],
    ['a header after a sender', { from: 'a@b.co\r\nX-Y: z' }],
    ['files', { attachments: [{ path: '/etc/hostname' }] }],
    ['a text from a path', { text: { path: '/etc/hostname' } }],
    ['HTML from a URL', { html: { href: 'http://localhost' } }],
    ['heads', { headers: { 'x-y': 'z' } }],
    ['an invalid subject', { subject: 5 }],
  ])('rejects %s', async (what, more) => {
    const app = await openAccounts();
    const response = await byToken(app, what === 'nothing' ? {} : { ...mail, ...more });
    expect(errorOf(response).slice(0, 2)).toEqual([400, 'ValidationError']);
  });

  test('does not require a subject', async () => {
    const mailServer = sharedMails();
    const app = await openAccounts({ email: smtp(mailServer.port) });
    expect((await byToken(app, { to: mail.to, text: mail.text })).status).toBe(200);
    const { text } = await mailServer.next();
    expect(text).toContain('How are you?');
    expect(text).not.toMatch(/^Subject:/m);
  });

  test('requires permission', async () => {
    const app = await openAccounts();
    expect((await requestsTo(app).post('/api/email', mail)).status).toBe(403);
  });

  test('reports an unreachable mail server as 400', async () => {
    const app = await openAccounts({ email: smtp(CLOSED) });
    expect(errorOf(await byToken(app, mail))).toEqual([
      400,
      'ApplicationError',
      "Couldn't send email.",
    ]);
  });

  test('authenticates with a name and a password', async () => {
    const login = { user: 'site', pass: 'word' };
    const mailServer = await openMailServer(login);
    const auth = (pass: string): string => `, auth: { user: 'site', pass: '${pass}' }`;
    const wrong = await openAccounts({ email: smtp(mailServer.port, auth('other')) });
    expect((await byToken(wrong, mail)).status).toBe(400);
    const right = await openAccounts({ email: smtp(mailServer.port, auth('word')) });
    expect((await byToken(right, mail)).status).toBe(200);
    expect(mailServer.mails).toHaveLength(1);
  });

  test('stops the start if the provider is not installed', async () => {
    await expect(openAccounts({ email: "{ provider: 'sendgrid' }" })).rejects.toThrow('sendgrid');
  });

  test('uses an email provider of the project for all emails', async () => {
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
    await expect.poll(() => sent()).toHaveLength(2);
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

  test('writes emails with their links to the log, with a single notice', async () => {
    const app = await openAccounts({
      advanced: { email_reset_password: 'https://site.example/reset' },
    });
    await register(app, 'ada');
    const lines = (): string => written.mock.calls.map(([text]) => String(text)).join('');
    for (let i = 1; i < 3; i += 1) {
      await requestsTo(app).post('/api/auth/forgot-password', { email: 'ada@example.com' });
      const link = /To: ada@example\.com\n[^]*https:\/\/site\.example\/reset\?code=[\da-f]{128}/g;
      await expect.poll(() => lines().match(/Subject: Reset password/g)).toHaveLength(i);
      expect(lines()).toMatch(link);
    }
    expect(lines().match(/emails are logged here/g)).toHaveLength(1);
  });

  test('escapes control characters of an email in the log', async () => {
    const app = await openAccounts();
    const mail = { to: 'a@b.co', subject: 'x\ny\u001B[2J', text: 'a\u001B[31m\nb\u009B' };
    await requestsTo(app).post('/api/email', mail, { as: app.token });
    const text = written.mock.calls.map(([each]) => String(each)).join('');
    expect(text).toContain('  Subject: x y�[2J\n  \n  a�[31m\n  b�\n');
  });
});
