// Checks enumeration and boolean (docs/strapi/writing.md, "Attribute values").
import { castBoolean, castText } from './casts.ts';
import { passed, rejected, type ScalarResult, type ValueContext } from './scalar-result.ts';
import { typeError } from '../../base/type-error.ts';

/** Checks a value that is not null. */
export function checkEnumeration(value: unknown, { label, limits }: ValueContext): ScalarResult {
  const text = castText(value);
  if (typeof text === 'string' && limits.values.includes(text)) return passed(text);
  // The list of Strapi ends with null, which prints as an empty string.
  const values = [...limits.values, ''].join(', ');
  const unlisted = `${label} must be one of the following values: ${values}`;
  return rejected(
    text,
    typeof text === 'string' ? [unlisted] : [typeError(label, 'string', { value: text }), unlisted],
  );
}

/** Checks a value that is not null. */
export function checkBoolean(value: unknown, { label }: ValueContext): ScalarResult {
  const flag = castBoolean(value);
  return typeof flag === 'boolean'
    ? passed(flag)
    : rejected(value, [typeError(label, 'boolean', { value })]);
}
