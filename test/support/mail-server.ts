// Local mail server that records emails.
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll, beforeAll, onTestFinished } from 'vitest';

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

/** Opens a server that accepts emails from anyone, or only with these credentials, until the end of the test. */
export async function openMailServer(login: Credentials | null = null): Promise<MailServer> {
  const { close, ...server } = await listen(login);
  onTestFinished(close);
  return server;
}

/** Opens a server for all tests of a file. Each test must wait for all emails that it causes. */
export function sharedMailServer(): () => MailServer {
  let server: ListeningServer | null = null;
  beforeAll(async () => {
    server = await listen(null);
  });
  afterAll(() => server?.close());
  return () => {
    if (server === null) throw new Error('The mail server runs only during tests.');
    return server;
  };
}

interface Credentials {
  readonly user: string;
  readonly pass: string;
}

interface ListeningServer extends MailServer {
  readonly close: () => Promise<void>;
}

async function listen(login: Credentials | null): Promise<ListeningServer> {
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
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
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
