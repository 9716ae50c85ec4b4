// Creates the function that sends emails from the configuration.
import type { MailSettings, SendMail } from '../base/mail.ts';
import { onDemand } from '../base/on-demand.ts';
import type { Config } from '../project/config.ts';
import type { Project } from '../project/load.ts';
import { toRecord, toText } from '../schema/raw.ts';
import { mailByCode } from './code/project-code.ts';

/** Creates the function that sends emails with the `email` settings of a project, or with a provider of its code. */
export function createSendMail({
  config: { plugins, server },
  code,
  log,
}: Pick<Project, 'config' | 'code' | 'log'>): SendMail {
  const { mail } = plugins;
  switch (mail.kind) {
    case 'smtp': {
      const { defaultFrom: from } = mailSettings({ plugins, server }).settings;
      const options = { transport: mail.transport, from, replyTo: mail.replyTo };
      return whenSent(async () => (await import('../mail/smtp-mail.ts')).smtpMail(options));
    }
    case 'log':
      return whenSent(async () =>
        (await import('../mail/log-mail.ts')).logMail((text) => log.info(text)),
      );
    case 'none':
      return code ? mailByCode(code) : () => Promise.reject(new Error(mail.reason));
  }
}

/** Loads the function with the first email. */
function whenSent(load: () => Promise<SendMail>): SendMail {
  const send = onDemand(load);
  return async (mail) => (await send())(mail);
}

/** Sender that Strapi shows if none is configured. */
const UNSET_SENDER = 'Strapi <no-reply@strapi.io>';

/** Returns the `email` settings of a project for administrators. */
export function mailSettings({
  plugins: { mail },
  server,
}: Pick<Config, 'plugins' | 'server'>): MailSettings {
  const { provider } = mail;
  if (mail.kind === 'none') return { provider, settings: { defaultFrom: UNSET_SENDER } };
  const { from, replyTo } = mail;
  const unset = mail.kind === 'smtp' ? ownAddress(mail.transport, server.url) : UNSET_SENDER;
  return {
    provider,
    settings: {
      defaultFrom: from ?? unset,
      ...(replyTo === null ? {} : { defaultReplyTo: replyTo }),
    },
  };
}

/** Default sender: the user of the mail server, or an address of this server. */
function ownAddress(transport: Readonly<Record<string, unknown>>, url: string): string {
  const user = toText(toRecord(transport['auth'])['user']);
  if (user?.includes('@')) return user;
  return `no-reply@${URL.canParse(url) ? new URL(url).hostname : 'localhost'}`;
}
