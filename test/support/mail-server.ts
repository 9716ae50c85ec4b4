// Local mail server that records emails.
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';

/** A received email. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Decoded headers and parts. */
  readonly text: string;
}

export interface MailServer {
  readonly port: number;
  readonly mails: readonly ReceivedMail[];
  /** Waits for the next email. */
  next(): Promise<ReceivedMail>;
}

/** Opens a server that accepts emails from anyone, or only with these credentials. */
export async function openMailServer(
  login: { readonly user: string; readonly pass: string } | null = null,
): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const waiting: ((mail: ReceivedMail) => void)[] = [];
  let seen = 0;
  const options: SMTPServerOptions = {
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    authOptional: login === null,
    onAuth({ username, password }, _session, done) {
      const isRight = username === login?.user && password === login?.pass;
      done(isRight ? null : new Error('Invalid username or password'), { user: username });
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const mail = {
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          text: decoded(Buffer.concat(chunks).toString('latin1')),
        };
        mails.push(mail);
        waiting.shift()?.(mail);
        done();
      });
    },
  };
  const server = new SMTPServer(options);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    next: () => {
      seen += 1;
      const there = mails[seen - 1];
      if (there) return Promise.resolve(there);
      return new Promise((resolve) => waiting.push(resolve));
    },
  };
}

/** Decodes quoted-printable UTF-8. */
function decoded(raw: string): string {
  const joined = raw.replaceAll('=\r\n', '');
  const bytes = joined.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
