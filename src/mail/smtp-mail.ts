// Sends emails over SMTP.
import type { TransportOptions } from 'nodemailer';
import type { SendMail } from '../base/mail.ts';

/** The mail server, and the default sender. */
export interface SmtpOptions {
  /** Connection options of nodemailer (`host`, `port`, `secure`, `auth` …). */
  readonly transport: Readonly<Record<string, unknown>>;
  readonly from: string;
  readonly replyTo: string | null;
}

/** Default timeouts in milliseconds; options of the project override them. */
const TIMEOUT = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 60_000 };

/** Creates a function that sends each email over its own connection. */
export function smtpMail({ transport: options, from, replyTo }: SmtpOptions): SendMail {
  return async (mail) => {
    const { createTransport } = await import('nodemailer');
    const { pool: _, ...own } = options;
    const unpooled: TransportOptions = {
      ...TIMEOUT,
      ...own,
      // The content is text: nodemailer must not read files or fetch URLs that it names.
      disableFileAccess: true,
      disableUrlAccess: true,
    };
    const transport = createTransport(unpooled);
    try {
      await transport.sendMail({ from, ...(replyTo === null ? {} : { replyTo }), ...mail });
    } finally {
      transport.close();
    }
  };
}
