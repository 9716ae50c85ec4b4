// Issues: validation errors of field values.
import type { Attribute } from './schema.ts';

/** Kinds of issues; each has a message `issue.<kind>`. */
export type IssueKind =
  | 'required'
  | 'min'
  | 'max'
  | 'minLength'
  | 'maxLength'
  | 'pattern'
  | 'email'
  | 'number'
  | 'integer'
  | 'json'
  | 'option'
  | 'uid'
  | 'minItems'
  | 'maxItems'
  /** A part of the value has issues. */
  | 'inside';

/** An issue of a value. */
export interface Issue {
  readonly kind: IssueKind;
  /** Number in the message, such as a limit. */
  readonly limit?: number;
}

/** Level of validation: drafts may be incomplete. */
export type CheckTime = 'draft' | 'publish';

/** Checks the rules that all kinds share. */
export function checkRequired(
  isEmpty: boolean,
  { isRequired }: Attribute,
  when: CheckTime,
): readonly Issue[] {
  return isEmpty && isRequired && when === 'publish' ? [{ kind: 'required' }] : [];
}

/** Checks the length and pattern of a text. As on the server, drafts are checked for the maximum length only. */
export function checkText(
  text: string,
  { minLength, maxLength, regex }: Attribute,
  when: CheckTime,
): readonly Issue[] {
  const issues: Issue[] = [];
  if (maxLength !== null && text.length > maxLength)
    issues.push({ kind: 'maxLength', limit: maxLength });
  if (when === 'draft' || text === '') return issues;
  if (minLength !== null && text.length < minLength)
    issues.push({ kind: 'minLength', limit: minLength });
  if (regex !== null && !matches(text, regex)) issues.push({ kind: 'pattern' });
  return issues;
}

/** Checks the limits of a number. */
export function checkLimits(
  value: number,
  { min, max }: Attribute,
  when: CheckTime,
): readonly Issue[] {
  if (when === 'draft') return [];
  if (min !== null && value < min) return [{ kind: 'min', limit: min }];
  if (max !== null && value > max) return [{ kind: 'max', limit: max }];
  return [];
}

/** Ignores patterns that browsers do not support, which the server checks. */
function matches(text: string, source: string): boolean {
  try {
    return new RegExp(source).test(text);
  } catch {
    return true;
  }
}

/** Checks the number of items of a list. Without `required`, an empty list needs no minimum. */
export function checkCount(
  count: number,
  { min, max, isRequired }: Attribute,
  when: CheckTime,
): readonly Issue[] {
  if (when === 'draft') return [];
  if (min !== null && count < min && (isRequired || count > 0))
    return [{ kind: 'minItems', limit: min }];
  if (max !== null && count > max) return [{ kind: 'maxItems', limit: max }];
  return [];
}
