// Creates the function that sends emails from the configuration.
import type { SendMail } from '../base/mail.ts';
import { logMail } from '../mail/log-mail.ts';
import { smtpMail } from '../mail/smtp-mail.ts';
import type { Config } from '../project/config.ts';
import { toRecord, toText } from '../schema/raw.ts';

/** Creates the function that sends emails with the `email` settings of a project. */
export function createSendMail({ plugins, server }: Pick<Config, 'plugins' | 'server'>): SendMail {
  const { mail } = plugins;
  switch (mail.kind) {
    case 'smtp': {
      const from = mail.from ?? ownAddress(mail.transport, server.url);
      return smtpMail({ transport: mail.transport, from, replyTo: mail.replyTo });
    }
    case 'log':
      return logMail((text) => void process.stdout.write(`${text}\n`));
    case 'none':
      return () => Promise.reject(new Error(mail.reason));
  }
}

/** Default sender: the user of the mail server, or an address of this server. */
function ownAddress(transport: Readonly<Record<string, unknown>>, url: string): string {
  const user = toText(toRecord(transport['auth'])['user']);
  if (user?.includes('@')) return user;
  return `no-reply@${URL.canParse(url) ? new URL(url).hostname : 'localhost'}`;
}
