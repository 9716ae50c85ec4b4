// In charge of how mails travel, as the `email` plugin's provider and its options say: by SMTP, with the options of
// Strapi's provider for nodemailer, or into the log.
import { toRecord, toText, type RawRecord } from '../schema/raw.ts';

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

/** What `email.config` means. */
export function mailConfig({ provider, providerOptions, settings }: RawRecord): MailConfig {
  const { defaultFrom, defaultReplyTo } = toRecord(settings);
  const senders = { from: toText(defaultFrom) ?? null, replyTo: toText(defaultReplyTo) ?? null };
  const name = (toText(provider) ?? 'sendmail').toLowerCase();
  if (SMTP.has(name)) return { kind: 'smtp', transport: toRecord(providerOptions), ...senders };
  if (UNSET.has(name)) return { kind: 'log', ...senders };
  const reason = `The email provider "${name}" is not part of Quoin. It has "nodemailer", for every SMTP server.`;
  return { kind: 'none', reason };
}

/** What is to be said at a start about mails that are not sent. */
export function mailWarnings(mail: MailConfig): readonly string[] {
  if (mail.kind !== 'none') return [];
  return [`No mail is sent: ${mail.reason} Change email.config in config/plugins.`];
}
