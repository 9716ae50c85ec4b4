// In charge of how mails travel, as the `email` plugin's provider and its options say: by SMTP, with the options of
// Strapi's provider for nodemailer, or into the log.
import { toRecord, toText, type RawRecord } from '../schema/raw.ts';
import type { ConfigReader } from './config-reader.ts';

/** How a project's mails travel. */
export type MailConfig =
  | {
      readonly kind: 'smtp';
      /** Options of the connection (`host`, `port`, `secure`, `auth` …), as given. */
      readonly transport: RawRecord;
      readonly from: string | null;
      readonly replyTo: string | null;
    }
  | { readonly kind: 'log'; readonly from: string | null; readonly replyTo: string | null }
  | {
      /** None is sent. */
      readonly kind: 'none';
      readonly reason: string;
    };

const SMTP = new Set(['nodemailer', '@strapi/provider-email-nodemailer']);
/** What Strapi does where nothing is set: it hands mails to a program of the machine, which is seldom there. */
const UNSET = new Set(['sendmail', '@strapi/provider-email-sendmail']);

/** What `email.config` of config/plugins means; what has a wrong type is noted. */
export function parseMail(reader: ConfigReader): MailConfig {
  const at = (path: string): string => `email.config.${path}`;
  reader.record('email.config');
  const senders = {
    from: senderAt(reader, at('settings.defaultFrom')),
    replyTo: senderAt(reader, at('settings.defaultReplyTo')),
  };
  const name = reader.text(at('provider'), 'sendmail').toLowerCase();
  if (SMTP.has(name)) return { kind: 'smtp', transport: parseTransport(reader), ...senders };
  if (UNSET.has(name)) return { kind: 'log', ...senders };
  const reason = `Quoin does not support the email provider "${name}". Use "nodemailer", which works with every SMTP server.`;
  return { kind: 'none', reason };
}

/** An address, as a text or as nodemailer's `{ name, address }`. */
function senderAt(reader: ConfigReader, path: string): string | null {
  const { name, address } = toRecord(reader.value(path));
  if (toText(address) === undefined) return reader.text(path, null);
  const shown = toText(name)?.replaceAll(/["\\]/g, '\\$&');
  return shown === undefined ? String(address) : `"${shown}" <${String(address)}>`;
}

/** What says where mails go must be right: for a wrong port the mailer takes another one without a word. */
function parseTransport(reader: ConfigReader): RawRecord {
  const at = (path: string): string => `email.config.${path}`;
  const transport = reader.record(at('providerOptions'));
  reader.record(at('providerOptions.auth'));
  const { host, port, secure } = transport;
  return {
    ...transport,
    ...(host === undefined ? {} : { host: reader.text(at('providerOptions.host'), '') }),
    ...(port === undefined ? {} : { port: reader.whole(at('providerOptions.port'), 0, 1) }),
    // A text such as `false` would count as true.
    ...(secure === undefined ? {} : { secure: reader.flag(at('providerOptions.secure'), false) }),
  };
}

/** What is to be said at a start about mails that are not sent. */
export function mailWarnings(mail: MailConfig): readonly string[] {
  if (mail.kind !== 'none') return [];
  return [`No email is sent: ${mail.reason} Change email.config in config/plugins.`];
}
