// Checks integer, float and decimal: numbers, and strings that contain one (docs/strapi/writing.md, "Attribute values").
import { castNumber } from './casts.ts';
import { passed, rejected, type ScalarResult, type ValueContext } from './scalar-result.ts';
import { typeError } from '../../base/type-error.ts';

/** Checks a value that is not null. */
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
