// Parses the `email` plugin's provider and options: SMTP with the options of Strapi's nodemailer provider, or the
// log.
import { toRecord, toText, type RawRecord } from '../schema/raw.ts';
import type { ConfigReader } from './config-reader.ts';

/** How emails are sent. */
export type MailConfig = {
  /** Name of the provider as configured. */
  readonly provider: string;
} & MailTransport;

type MailTransport =
  | {
      readonly kind: 'smtp';
      /** Connection options (`host`, `port`, `secure`, `auth` …), unvalidated. */
      readonly transport: RawRecord;
      readonly from: string | null;
      readonly replyTo: string | null;
    }
  | { readonly kind: 'log'; readonly from: string | null; readonly replyTo: string | null }
  | {
      /** Emails are not sent. */
      readonly kind: 'none';
      readonly reason: string;
    };

const SMTP = new Set(['nodemailer', '@strapi/provider-email-nodemailer']);
/** Strapi's default: it connects to the mail server of each recipient, and many of them reject such connections. */
const UNSENT = new Set(['sendmail', '@strapi/provider-email-sendmail']);

/** True for a provider whose emails are written to the log. */
export function isUnsentMail(provider: string): boolean {
  return UNSENT.has(provider.toLowerCase());
}

/** Parses `email.config` of config/plugins and reports values of a wrong type. */
export function parseMail(reader: ConfigReader): MailConfig {
  const at = (path: string): string => `email.config.${path}`;
  reader.record('email.config');
  const senders = {
    from: senderAt(reader, at('settings.defaultFrom')),
    replyTo: senderAt(reader, at('settings.defaultReplyTo')),
  };
  const provider = reader.text(at('provider'), 'sendmail');
  const name = provider.toLowerCase();
  if (SMTP.has(name)) {
    return { provider, kind: 'smtp', transport: parseTransport(reader), ...senders };
  }
  if (isUnsentMail(name)) return { provider, kind: 'log', ...senders };
  const reason = `Quoin does not support the email provider "${name}". Use "nodemailer", which works with every SMTP server.`;
  return { provider, kind: 'none', reason };
}

/** An address as a string or as nodemailer's `{ name, address }`. */
function senderAt(reader: ConfigReader, path: string): string | null {
  const { name, address } = toRecord(reader.value(path));
  if (toText(address) === undefined) return reader.text(path, null);
  const shown = toText(name)?.replaceAll(/["\\]/g, '\\$&');
  return shown === undefined ? String(address) : `"${shown}" <${String(address)}>`;
}

/** Validates where emails go: nodemailer silently replaces an invalid port. */
function parseTransport(reader: ConfigReader): RawRecord {
  const at = (path: string): string => `email.config.${path}`;
  const transport = reader.record(at('providerOptions'));
  reader.record(at('providerOptions.auth'));
  const { host, port, secure } = transport;
  return {
    ...transport,
    ...(host === undefined ? {} : { host: reader.text(at('providerOptions.host'), '') }),
    ...(port === undefined ? {} : { port: reader.whole(at('providerOptions.port'), 0, 1) }),
    // A string such as `false` would be truthy.
    ...(secure === undefined ? {} : { secure: reader.flag(at('providerOptions.secure'), false) }),
  };
}

/** Warnings about emails that are not sent. */
export function mailWarnings(mail: MailConfig): readonly string[] {
  if (mail.kind !== 'none') return [];
  return [`No email is sent: ${mail.reason} Change email.config in config/plugins.`];
}
