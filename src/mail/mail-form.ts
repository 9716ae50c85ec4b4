// Form of a request that sends an email: strings only, so that an email cannot attach files or fetch URLs. Imported on
// demand.
import addressparser from 'nodemailer/lib/addressparser';
import { array, lazy, object, string, type AnySchema, type StringSchema } from 'yup';
import { MAX_ADDRESS_LENGTH } from '../base/limits.ts';
import type { Mail } from '../base/mail.ts';
import { isEmail } from '../documents/values/email.ts';
import { checkForm } from '../forms/check-form.ts';

/** A string without line breaks: text after a line break would become another header or recipient. */
function line(): StringSchema {
  const message = '${path} must be one line of text';
  return string().test('line', message, (text) => !/\p{Cc}/u.test(text ?? ''));
}

const TOO_LONG = `\${path} must not contain an address with more than ${MAX_ADDRESS_LENGTH} characters`;

/** One or several addresses. */
function recipients(): StringSchema {
  return line().test('address-length', TOO_LONG, (text = '') => hasShortAddresses(text));
}

/** Encoding a domain takes quadratic time. */
function hasShortAddresses(text: string): boolean {
  return addressparser(text, { flatten: true }).every(
    ({ address: each }) => each.length <= MAX_ADDRESS_LENGTH,
  );
}

/** Items that are not texts have an error of their own. An address can extend over several items. */
const list = array()
  .of(line().required())
  .test('address-length', TOO_LONG, (items = []) =>
    hasShortAddresses(items.filter((item) => typeof item === 'string').join(', ')),
  );

/** One or several addresses, as a string or a list. */
const addresses = lazy((value: unknown): AnySchema => (Array.isArray(value) ? list : recipients()));

const form: AnySchema = object({
  from: recipients(),
  to: lazy((value: unknown): AnySchema =>
    Array.isArray(value) ? list.min(1) : recipients().required(),
  ),
  cc: addresses,
  bcc: addresses,
  replyTo: recipients(),
  subject: string(),
  text: string(),
  html: string(),
}).noUnknown();

/** Validates a body. @throws ValidationError with all errors */
export async function checkMail(body: unknown): Promise<Mail> {
  const sent = (await checkForm(form, body ?? {})) as SentMail;
  const { to, cc, bcc, from, replyTo, subject, text, html } = sent;
  return {
    to: listed(to),
    ...optional({ from, replyTo, cc: cc && listed(cc), bcc: bcc && listed(bcc) }),
    subject: subject ?? '',
    text: text ?? '',
    ...optional({ html }),
  };
}

// The pattern of the library's own rule needs exponential time for some texts.
const address = recipients().test(
  'email',
  '${path} must be a valid email',
  (text) => !text || isEmail(text),
);

const testForm = object({ to: address.required() });

/** Returns the recipient of a test email. @throws ValidationError with all errors */
export async function checkRecipient(body: unknown): Promise<string> {
  const { to } = await checkForm(testForm, body);
  return to;
}

interface SentMail {
  readonly from?: string;
  readonly to: string | readonly string[];
  readonly cc?: string | readonly string[];
  readonly bcc?: string | readonly string[];
  readonly replyTo?: string;
  readonly subject?: string;
  readonly text?: string;
  readonly html?: string;
}

function listed(value: string | readonly string[]): string {
  return typeof value === 'string' ? value : value.join(', ');
}

function optional<K extends string>(
  values: Readonly<Record<K, string | undefined>>,
): { readonly [name in K]?: string } {
  const present = Object.entries<string | undefined>(values).filter(([, value]) => value);
  return Object.fromEntries(present) as { readonly [name in K]?: string };
}
