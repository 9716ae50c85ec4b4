// Checks biginteger: integers, which are exact if they are sent as strings (docs/strapi/writing.md, "Attribute values"; D2 and
// D5).
import { passed, rejected, type ScalarResult, type ValueContext } from './scalar-result.ts';

/** Checks a value that is not null. */
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
