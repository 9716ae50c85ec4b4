// Sends emails with the built-in mailer, or with the provider package of the project.
import type { Mail, SendMail } from '../../../base/mail.ts';
import { isRecord } from '../../packages/strapi-utils/values.ts';
import type { Strapi } from '../../strapi/strapi.ts';
import type { Fields } from '../../strapi/code-values.ts';

export interface EmailProviderDependencies {
  /** Sends with the configuration of the project. */
  readonly sendMail: SendMail;
  /** Loads a package of the project; null for a built-in provider. */
  readonly requireProvider: ((name: string) => unknown) | null;
}

/** A mail with any other options of its provider. */
export interface CodeMail extends Fields {
  readonly to?: unknown;
  readonly subject?: unknown;
}

/** Sends mails. */
export interface EmailProvider {
  send(mail: CodeMail): Promise<unknown>;
}

/** Creates the provider of a project. @throws Error if its package cannot be loaded */
export function emailProvider(
  { sendMail, requireProvider }: EmailProviderDependencies,
  strapi: Strapi,
): EmailProvider {
  if (requireProvider === null) return { send: (mail) => sendMail(toMail(mail)) };
  const config = strapi.config.get('plugin::email');
  const { provider, providerOptions = {}, settings = {} } = isRecord(config) ? config : {};
  const found = requireProvider(String(provider));
  const instance: unknown =
    isRecord(found) && typeof found['init'] === 'function'
      ? found['init'](providerOptions, settings)
      : undefined;
  if (isProvider(instance)) return instance;
  throw new Error(`The email provider "${String(provider)}" has no init() that returns a send().`);
}

function isProvider(value: unknown): value is EmailProvider {
  return isRecord(value) && typeof value['send'] === 'function';
}

/** Validates a mail. @throws Error if a required value is missing */
function toMail(mail: CodeMail): Mail {
  const to = addresses(mail.to);
  if (to === '') throw new Error('The email has no recipient: set "to".');
  const optional = {
    from: text(mail['from']),
    replyTo: addresses(mail['replyTo']),
    cc: addresses(mail['cc']),
    bcc: addresses(mail['bcc']),
    html: text(mail['html']),
  };
  return {
    to,
    subject: text(mail.subject),
    text: text(mail['text']),
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== '')),
  };
}

function addresses(value: unknown): string {
  return Array.isArray(value) ? value.map(text).join(', ') : text(value);
}

/** Line breaks could inject headers or recipients. */
function text(value: unknown): string {
  return value === undefined || value === null ? '' : String(value);
}
