// In charge of enumeration and boolean: one of a few values (docs/strapi/writing.md, "Attribute values").
import { castBoolean, castText } from './casts.ts';
import { passed, refused, type ScalarResult } from './scalar-result.ts';
import type { Subject } from './subject.ts';
import { typeError } from './type-error.ts';

/** Checks a value that is not null. */
export function checkEnumeration(value: unknown, { label, limits }: Subject): ScalarResult {
  const text = castText(value);
  if (typeof text === 'string' && limits.values.includes(text)) return passed(text);
  // The end of the list is null, which prints as nothing.
  const values = [...limits.values, ''].join(', ');
  const unlisted = `${label} must be one of the following values: ${values}`;
  return refused(
    text,
    typeof text === 'string' ? [unlisted] : [typeError(label, 'string', text), unlisted],
  );
}

/** Checks a value that is not null. */
export function checkBoolean(value: unknown, { label }: Subject): ScalarResult {
  const flag = castBoolean(value);
  return typeof flag === 'boolean'
    ? passed(flag)
    : refused(value, [typeError(label, 'boolean', value)]);
}
