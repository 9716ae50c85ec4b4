// Checks string, text, richtext, email, password and uid, which accept only strings (docs/strapi/writing.md,
// "Attribute values").
import { isEmail } from './email.ts';
import { hasLoneSurrogate } from '../../base/json.ts';
import { NUL_FAULT, SURROGATE_FAULT } from './storable-json.ts';
import { passed, rejected, type ScalarResult, type ValueContext } from './scalar-result.ts';
import { typeError } from '../../base/type-error.ts';

/** The number of bytes of a password that bcrypt uses. */
const HASHED_BYTES = 72;

/** Checks a value that is not null. */
export function checkText(text: unknown, subject: ValueContext): ScalarResult {
  if (typeof text !== 'string')
    return rejected(text, [typeError(subject.label, 'string', { value: text })]);
  const isStorable = !text.includes('\0') && !hasLoneSurrogate(text);
  const lookUp = subject.limits.unique && !subject.draft && text !== '' && isStorable;
  const messages = messagesOf(text, subject);
  if (messages.length === 0) messages.push(...ownMessagesOf(text, subject));
  return messages.length > 0 ? rejected(text, messages, lookUp) : passed(text, { lookUp });
}

function messagesOf(text: string, { type, label, draft, limits }: ValueContext): string[] {
  const messages: string[] = [];
  if (!draft && limits.minLength !== null && text.length < limits.minLength) {
    messages.push(`${label} must be at least ${limits.minLength} characters`);
  }
  if (limits.maxLength !== null && text.length > limits.maxLength) {
    messages.push(`${label} must be at most ${limits.maxLength} characters`);
  }
  if (draft) return messages;
  for (const { regex, skipsEmpty } of limits.patterns) {
    if ((text !== '' || !skipsEmpty) && !regex.test(text)) {
      messages.push(`${label} must match the following: "${String(regex)}"`);
    }
  }
  if (type !== 'email') return messages;
  if (text === '') messages.push(`${label} cannot be empty`);
  else if (!isEmail(text)) messages.push(`${label} must be a valid email`);
  return messages;
}

/** Errors that Strapi does not report, but a database would (docs/strapi/differences.md, D2). */
function ownMessagesOf(
  text: string,
  { type, label, limits: { columnLength } }: ValueContext,
): string[] {
  if (text.includes('\0')) return [`${label} ${NUL_FAULT}`];
  if (hasLoneSurrogate(text)) return [`${label} ${SURROGATE_FAULT}`];
  // Longer passwords with the same beginning would have the same hash (docs/strapi/differences.md, D14).
  if (type === 'password' && Buffer.byteLength(text) > HASHED_BYTES) {
    return [`${label} must be less than ${HASHED_BYTES + 1} bytes`];
  }
  return columnLength !== null && characters(text) > columnLength
    ? [`${label} must be at most ${columnLength} characters`]
    : [];
}

/** The number of code points, as columns count them. */
function characters(text: string): number {
  return text.replaceAll(/[\uD800-\uDBFF]/g, '').length;
}
