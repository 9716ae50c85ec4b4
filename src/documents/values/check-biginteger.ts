// In charge of biginteger: whole numbers, exact to the last digit where they are sent as texts (docs/strapi/writing.md,
// "Attribute values"; D2 and D5).
import { passed, refused, type ScalarResult } from './scalar-result.ts';
import type { Subject } from './subject.ts';

/** Checks a value that is not null. */
export function checkBiginteger(value: unknown, subject: Subject): ScalarResult {
  const { label, draft, limits } = subject;
  const digits = digitsOf(value);
  if (digits === null) return refused(value, [`${label} must be a valid integer`]);
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    return refused(value, [
      `${label} has lost digits: send numbers beyond ${Number.MAX_SAFE_INTEGER} as text`,
    ]);
  }
  const { range } = limits;
  const number = digits.length > MAX_DIGITS ? null : BigInt(digits);
  if (!range || number === null || number < range.lowest || number > range.highest) {
    return refused(digits, [`${label} must be ${range?.name ?? 'shorter'}`]);
  }
  const lookUp = limits.unique && !draft;
  return passed(number, { echo: String(number), lookUp });
}

/** With the sign. Reading digits takes longer than their number grows. */
const MAX_DIGITS = 20;

/** A whole number without leading zeros; null: it is none. */
function digitsOf(value: unknown): string | null {
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value).toString() : null;
  const text = typeof value === 'string' ? value.trim() : '';
  if (!/^[+-]?\d+$/.test(text)) return null;
  const sign = text.startsWith('-') ? '-' : '';
  return sign + text.replace(/^[+-]/, '').replace(/^0+(?=\d)/, '');
}
