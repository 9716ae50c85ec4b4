// In charge of mails where no mail server is set: they are written to the log, whole, so that whoever runs the server can
// follow the links in them.
import type { Mail, SendMail } from '../base/mail.ts';

const NOTICE =
  'No mail server is configured in config/plugins: emails are logged here instead of being sent (docs/accounts.md#email).';

/** @param say Is handed a text of several lines */
export function logMail(say: (text: string) => void): SendMail {
  let isNew = true;
  return async (mail) => {
    say(isNew ? `${NOTICE}\n${textOf(mail)}` : textOf(mail));
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

/** What mails say may come from anybody: nothing of it moves the cursor of whoever reads the log. */
function plain(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n\t]/gu, '�');
}
