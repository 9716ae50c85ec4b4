// In charge of string, text, richtext, email, password and uid: only texts, kept as they are (docs/strapi/writing.md,
// "Attribute values").
import { isEmail } from './email.ts';
import { hasLoneSurrogate } from '../../base/json.ts';
import { NUL_FAULT, TORN_FAULT } from './storable-json.ts';
import { passed, refused, type ScalarResult } from './scalar-result.ts';
import type { Subject } from './subject.ts';
import { typeError } from './type-error.ts';

/** What of a password goes into its hash (bcrypt). */
const HASHED_BYTES = 72;

/** Checks a value that is not null. */
export function checkText(text: unknown, subject: Subject): ScalarResult {
  if (typeof text !== 'string') return refused(text, [typeError(subject.label, 'string', text)]);
  const isWhole = !text.includes('\0') && !hasLoneSurrogate(text);
  const lookUp = subject.limits.unique && !subject.draft && text !== '' && isWhole;
  const messages = messagesOf(text, subject);
  if (messages.length === 0) messages.push(...ownMessagesOf(text, subject));
  return messages.length > 0 ? refused(text, messages, lookUp) : passed(text, { lookUp });
}

function messagesOf(text: string, { type, label, draft, limits }: Subject): string[] {
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

/** What Strapi has no word for, and a database would refuse (docs/strapi/differences.md, D2). */
function ownMessagesOf(text: string, { type, label, limits: { columnLength } }: Subject): string[] {
  if (text.includes('\0')) return [`${label} ${NUL_FAULT}`];
  if (hasLoneSurrogate(text)) return [`${label} ${TORN_FAULT}`];
  // Of more a hash would not tell one from another (docs/strapi/differences.md, D14).
  if (type === 'password' && Buffer.byteLength(text) > HASHED_BYTES) {
    return [`${label} must be less than ${HASHED_BYTES + 1} bytes`];
  }
  return columnLength !== null && characters(text) > columnLength
    ? [`${label} must be at most ${columnLength} characters`]
    : [];
}

/** Whole ones, as columns count them. */
function characters(text: string): number {
  return text.replaceAll(/[\uD800-\uDBFF]/g, '').length;
}
