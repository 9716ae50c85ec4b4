// The plugin `email` as project code sees it: emails by Quoin's own provider and by a package of the project.
import { describe, expect, test } from 'vitest';
import { emailPlugin, type EmailDependencies } from '../../src/code/plugins/email.ts';
import { smtpMail } from '../../src/mail/smtp-mail.ts';
import { openMailServer } from '../support/mail-server.ts';

type Method = (...args: unknown[]) => Promise<unknown>;

const TEMPLATE = {
  subject: 'Hello <%= user.name %>',
  text: 'It is <%=day%>, <%= unknown %>.',
  html: '<p><%= user.name %></p>',
};

/** The service of a started project. @param config `plugin::email` */
async function openEmail(
  parts: Pick<EmailDependencies, 'sendMail' | 'requireProvider'>,
  config: object = {},
): Promise<Record<string, Method>> {
  const actions = { run: async () => undefined, limit: async () => undefined };
  const plugin = emailPlugin({ ...parts, actions: () => actions });
  const found = {};
  const strapi = { plugin: () => found, config: { get: () => config } };
  await (plugin.register as unknown as Method)({ strapi });
  const create = plugin.services?.['email'] as (context: object) => unknown;
  return create({ strapi }) as Record<string, Method>;
}

describe("Quoin's own provider", () => {
  test('sends to one or several addresses', async () => {
    const server = await openMailServer();
    const transport = { host: '127.0.0.1', port: server.port, ignoreTLS: true };
    const sendMail = smtpMail({ transport, from: 'site@site.example', replyTo: null });
    const email = await openEmail({ sendMail, requireProvider: null });
    await email['send']?.({
      to: ['ada@example.com', 'bob@example.com'],
      cc: 'cy@example.com',
      subject: 'Two of you',
      text: 'Text',
      html: '<b>Text</b>',
    });
    const { from, to, text } = await server.next();
    expect([from, to]).toEqual([
      'site@site.example',
      ['ada@example.com', 'bob@example.com', 'cy@example.com'],
    ]);
    expect(text).toContain('Subject: Two of you');
    await expect(email['send']?.({ subject: 'Nobody' })).rejects.toThrow('no recipient');
  });

  test('replaces placeholders in templates with values, and keeps other markers', async () => {
    const server = await openMailServer();
    const transport = { host: '127.0.0.1', port: server.port, ignoreTLS: true };
    const sendMail = smtpMail({ transport, from: 'site@site.example', replyTo: null });
    const email = await openEmail({ sendMail, requireProvider: null });
    await email['sendTemplatedEmail']?.({ to: 'ada@example.com' }, TEMPLATE, {
      user: { name: 'Ada' },
      day: 'Monday',
    });
    const { text } = await server.next();
    expect(text).toContain('Subject: Hello Ada');
    expect(text).toContain('It is Monday, <%= unknown %>.');
    expect(text).toContain('<p>Ada</p>');
    await expect(email['sendTemplatedEmail']?.({ to: 'a@b.c' }, { subject: 'x' })).rejects.toThrow(
      'Following attributes are missing from your email template : text, html',
    );
  });
});

describe('an email package of the project', () => {
  const rejected = new Error('quota exceeded');
  const sendMail = async (): Promise<void> => {
    throw new Error('not by Quoin');
  };
  const config = { provider: 'carrier', providerOptions: { key: 'k' }, settings: { from: 'f' } };

  test('is created with its options and settings, and receives emails unchanged', async () => {
    const seen: unknown[] = [];
    const requireProvider = (name: string): unknown => ({
      init: (...options: unknown[]) => ({
        send: async (mail: unknown) => void seen.push([name, ...options, mail]),
      }),
    });
    const email = await openEmail({ sendMail, requireProvider }, config);
    const mail = { to: ['a@b.c'], subject: 's', templateId: 5 };
    await email['send']?.(mail);
    expect(seen).toEqual([['carrier', { key: 'k' }, { from: 'f' }, mail]]);
    expect(email['getProviderSettings']?.()).toBe(config);
  });

  test('rejects with the error of the package', async () => {
    const requireProvider = (): unknown => ({
      init: () => ({ send: () => Promise.reject(rejected) }),
    });
    const email = await openEmail({ sendMail, requireProvider }, config);
    await expect(email['send']?.({ to: 'a@b.c' })).rejects.toBe(rejected);
  });

  test('without init() stops the start', async () => {
    const opening = openEmail({ sendMail, requireProvider: () => ({}) }, config);
    await expect(opening).rejects.toThrow('The email provider "carrier" has no init()');
  });
});
