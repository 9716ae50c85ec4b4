// In charge of handing mails to an SMTP server.
import type { TransportOptions } from 'nodemailer';
import type { SendMail } from '../base/mail.ts';

/** Which server, and who is the sender where a mail does not say. */
export interface SmtpOptions {
  /** Options of the connection (`host`, `port`, `secure`, `auth` …), as nodemailer has them. */
  readonly transport: Readonly<Record<string, unknown>>;
  readonly from: string;
  readonly replyTo: string | null;
}

/** Milliseconds that a server may take; options of a project say otherwise. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 60_000 };

/** Sends each mail over a connection of its own, which is closed after it. */
export function smtpMail({ transport: options, from, replyTo }: SmtpOptions): SendMail {
  return async (mail) => {
    const { createTransport } = await import('nodemailer');
    const { pool: _, ...own } = options;
    const given: TransportOptions = {
      ...PATIENCE,
      ...own,
      // What a mail says is text: it names no file of this machine and no address to fetch from.
      disableFileAccess: true,
      disableUrlAccess: true,
    };
    const transport = createTransport(given);
    try {
      await transport.sendMail({ from, ...(replyTo === null ? {} : { replyTo }), ...mail });
    } finally {
      transport.close();
    }
  };
}
