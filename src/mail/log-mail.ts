// Writes emails to the log if no mail server is configured, so that an operator can follow their links.
import type { Mail, SendMail } from '../base/mail.ts';

const NOTICE =
  'No mail server is configured in config/plugins: emails are logged here instead of being sent (docs/accounts.md#email).';

/** @param log Receives a text of several lines */
export function logMail(log: (text: string) => void): SendMail {
  let isNew = true;
  return async (mail) => {
    log(isNew ? `${NOTICE}\n${textOf(mail)}` : textOf(mail));
    isNew = false;
  };
}

function textOf({ to, from, replyTo, cc, bcc, subject, text }: Mail): string {
  const heads = { From: from, To: to, Cc: cc, Bcc: bcc, 'Reply-To': replyTo, Subject: subject };
  const lines = Object.entries(heads).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${plain(value).replaceAll('\n', ' ')}`],
  );
  return ['Mail', ...lines, '', ...plain(text).split('\n')].join('\n  ');
}

/** Emails may contain text from anyone. Removes characters that would move the cursor of a terminal. */
function plain(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n\t]/gu, '�');
}
