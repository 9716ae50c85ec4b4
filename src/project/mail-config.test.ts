import { expect, test } from 'vitest';
import { mailConfig, mailWarnings } from './mail-config.ts';

const settings = { defaultFrom: 'a@b.co', defaultReplyTo: 'c@d.co' };
const senders = { from: 'a@b.co', replyTo: 'c@d.co' };
const transport = { host: 'mail.example' };

test.each([
  [{}, { kind: 'log', from: null, replyTo: null }],
  [
    { provider: 'sendmail', settings },
    { kind: 'log', ...senders },
  ],
  [
    { provider: 'nodemailer', providerOptions: transport, settings },
    { kind: 'smtp', transport, ...senders },
  ],
  [
    { provider: '@strapi/provider-email-nodemailer' },
    { kind: 'smtp', transport: {}, from: null, replyTo: null },
  ],
  [
    { provider: 'Nodemailer', settings: 5 },
    { kind: 'smtp', transport: {}, from: null, replyTo: null },
  ],
])('%j', (given, config) => {
  expect(mailConfig(given)).toEqual(config);
  expect(mailWarnings(mailConfig(given))).toEqual([]);
});

test('any other provider sends nothing, which is said', () => {
  const config = mailConfig({ provider: 'mailgun' });
  expect(config.kind).toBe('none');
  expect(mailWarnings(config)).toEqual([expect.stringContaining('"mailgun"')]);
});
