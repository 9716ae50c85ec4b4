// Checks integer, float, decimal and biginteger: numbers, and strings that contain one (docs/strapi/writing.md,
// "Attribute values"; D2 and D5).
import { castNumber } from './casts.ts';
import { passed, rejected, type ScalarResult, type ValueContext } from './scalar-result.ts';
import { typeError } from '../../base/type-error.ts';

/** Checks an integer, float or decimal that is not null. */
export function checkNumber(value: unknown, subject: ValueContext): ScalarResult {
  const number = castNumber(value);
  if (Number.isNaN(number)) {
    return rejected(number, [
      typeError(subject.label, 'number', { value: number, original: value }),
    ]);
  }
  const messages = messagesOf(number, subject);
  const lookUp = subject.limits.unique && !subject.draft && isOfKind(number, subject);
  if (messages.length > 0) return rejected(number, messages, lookUp);
  // Negative zero is stored as zero, since some databases do not distinguish them.
  return passed(number === 0 ? 0 : number, { echo: number, lookUp });
}

function messagesOf(number: number, subject: ValueContext): readonly string[] {
  const { type, label, draft, limits } = subject;
  const messages: string[] = [];
  if (!isOfKind(number, subject)) {
    messages.push(`${label} must be ${type === 'integer' ? 'an integer' : 'a finite number'}`);
  }
  if (!draft && limits.min !== null && number < limits.min) {
    messages.push(`${label} must be greater than or equal to ${limits.min}`);
  }
  if (limits.max !== null && number > limits.max) {
    messages.push(`${label} must be less than or equal to ${limits.max}`);
  }
  const { range } = limits;
  const outside = range && (number < range.lowest || number > range.highest);
  return messages.length === 0 && outside ? [`${label} must be ${range.name}`] : messages;
}

function isOfKind(number: number, { type }: ValueContext): boolean {
  return type === 'integer' ? Number.isInteger(number) : Number.isFinite(number);
}

/** Checks a biginteger that is not null. It is exact if it is sent as a string. */
export function checkBiginteger(value: unknown, subject: ValueContext): ScalarResult {
  const { label, draft, limits } = subject;
  const digits = digitsOf(value);
  if (digits === null) return rejected(value, [`${label} must be a valid integer`]);
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    return rejected(value, [
      `${label} has lost digits: send numbers beyond ${Number.MAX_SAFE_INTEGER} as strings`,
    ]);
  }
  const { range } = limits;
  const number = digits.length > MAX_DIGITS ? null : BigInt(digits);
  if (!range || number === null || number < range.lowest || number > range.highest) {
    return rejected(digits, [`${label} must be ${range?.name ?? 'shorter'}`]);
  }
  const lookUp = limits.unique && !draft;
  return passed(number, { echo: String(number), lookUp });
}

/** The maximum length with the sign. The time to parse digits grows faster than their number. */
const MAX_DIGITS = 20;

/** The digits of an integer without leading zeros; null for any other value. */
function digitsOf(value: unknown): string | null {
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value).toString() : null;
  const text = typeof value === 'string' ? value.trim() : '';
  if (!/^[+-]?\d+$/.test(text)) return null;
  const sign = text.startsWith('-') ? '-' : '';
  return sign + text.replace(/^[+-]/, '').replace(/^0+(?=\d)/, '');
}
