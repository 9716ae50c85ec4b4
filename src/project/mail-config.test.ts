import { expect, test } from 'vitest';
import { ConfigReader } from './config-reader.ts';
import { mailWarnings, parseMail, type MailConfig } from './mail-config.ts';
import type { ProjectIssue } from './project-error.ts';

function parse(config: unknown): { readonly mail: MailConfig; readonly wrong: readonly string[] } {
  const issues: ProjectIssue[] = [];
  const value = { email: { config } };
  const mail = parseMail(new ConfigReader({ name: 'plugins', value, sources: [] }, issues));
  return { mail, wrong: issues.map(({ path }) => path.replace('email.config', '')) };
}

const settings = { defaultFrom: 'a@b.co', defaultReplyTo: 'c@d.co' };
const senders = { from: 'a@b.co', replyTo: 'c@d.co' };
const transport = { host: 'mail.example', auth: { user: 'u' }, pool: true };

test.each([
  [{}, { kind: 'log', from: null, replyTo: null }],
  [undefined, { kind: 'log', from: null, replyTo: null }],
  [
    { provider: 'sendmail', settings },
    { kind: 'log', ...senders },
  ],
  [
    {
      settings: {
        defaultFrom: { name: 'A "B"', address: 'a@b.co' },
        defaultReplyTo: { address: 'c@d.co' },
      },
    },
    { kind: 'log', from: '"A \\"B\\"" <a@b.co>', replyTo: 'c@d.co' },
  ],
  [
    { provider: 'nodemailer', providerOptions: transport, settings },
    { kind: 'smtp', transport, ...senders },
  ],
  [
    { provider: 'nodemailer', providerOptions: { port: '465', secure: 'false' }, settings },
    { kind: 'smtp', transport: { port: 465, secure: false }, ...senders },
  ],
  [
    { provider: '@strapi/provider-email-nodemailer' },
    { kind: 'smtp', transport: {}, from: null, replyTo: null },
  ],
])('parses %j', (given, config) => {
  const { mail, wrong } = parse(given);
  const provider = given && 'provider' in given ? given.provider : 'sendmail';
  expect([mail, wrong]).toEqual([{ provider, ...config }, []]);
  expect(mailWarnings(mail)).toEqual([]);
});

test.each([
  [5, ['']],
  [{ provider: 5 }, ['.provider']],
  [{ settings: { defaultFrom: 5 } }, ['.settings.defaultFrom']],
  [{ settings: { defaultFrom: { name: 'A' } } }, ['.settings.defaultFrom']],
  [{ settings: { defaultReplyTo: ['a@b.co'] } }, ['.settings.defaultReplyTo']],
  [{ provider: 'nodemailer', providerOptions: 'smtp://x' }, ['.providerOptions']],
  [
    { provider: 'nodemailer', providerOptions: { host: 5, port: 'abc', secure: 'x', auth: 1 } },
    [
      '.providerOptions.auth',
      '.providerOptions.host',
      '.providerOptions.port',
      '.providerOptions.secure',
    ],
  ],
])('rejects %j', (given, paths) => {
  expect(parse(given).wrong).toEqual(paths);
});

test('warns about any other provider, which sends nothing', () => {
  const { mail } = parse({ provider: 'mailgun', providerOptions: { port: 'any' } });
  expect(mail.kind).toBe('none');
  expect(mailWarnings(mail)).toEqual([expect.stringContaining('"mailgun"')]);
});
