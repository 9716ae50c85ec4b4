// In charge of the body of a request to send a mail: texts only, so that a mail takes along no file and fetches nothing.
// Imported when the first one comes.
import { array, lazy, object, string, type AnySchema, type StringSchema } from 'yup';
import type { Mail } from '../base/mail.ts';
import { checkForm } from '../forms/check-form.ts';

/** A text on one line: what stands behind a line break would be another header, or another address. */
function line(): StringSchema {
  const message = '${path} must be one line of text';
  return string().test('line', message, (text) => !/\p{Cc}/u.test(text ?? ''));
}

/** One address or several, in a text or a list. */
const addresses = lazy((value: unknown): AnySchema =>
  Array.isArray(value) ? array().of(line().required()) : line(),
);

const form: AnySchema = object({
  from: line(),
  to: lazy((value: unknown): AnySchema =>
    Array.isArray(value) ? array().of(line().required()).min(1) : line().required(),
  ),
  cc: addresses,
  bcc: addresses,
  replyTo: line(),
  subject: string().required(),
  text: string(),
  html: string(),
}).noUnknown();

/** A body as a mail. @throws ValidationError with every mistake */
export async function checkMail(body: unknown): Promise<Mail> {
  const sent = (await checkForm(form, body ?? {})) as SentMail;
  const { to, cc, bcc, from, replyTo, subject, text, html } = sent;
  return {
    to: listed(to),
    ...optional({ from, replyTo, cc: cc && listed(cc), bcc: bcc && listed(bcc) }),
    subject,
    text: text ?? '',
    ...optional({ html }),
  };
}

interface SentMail {
  readonly from?: string;
  readonly to: string | readonly string[];
  readonly cc?: string | readonly string[];
  readonly bcc?: string | readonly string[];
  readonly replyTo?: string;
  readonly subject: string;
  readonly text?: string;
  readonly html?: string;
}

function listed(value: string | readonly string[]): string {
  return typeof value === 'string' ? value : value.join(', ');
}

function optional<K extends string>(
  values: Readonly<Record<K, string | undefined>>,
): { readonly [name in K]?: string } {
  const given = Object.entries<string | undefined>(values).filter(([, value]) => value);
  return Object.fromEntries(given) as { readonly [name in K]?: string };
}
