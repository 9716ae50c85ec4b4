// Issues: what is wrong with the value of a field.
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
  /** Something is wrong in a part of the value. */
  | 'inside';

/** Something wrong with a value. */
export interface Issue {
  readonly kind: IssueKind;
  /** Number in the message. */
  readonly limit?: number;
}

/** When a value is checked: a draft may lack what a publication needs. */
export type CheckTime = 'draft' | 'publish';

/** Checks what every kind of field has in common. */
export function checkRequired(
  isEmpty: boolean,
  { isRequired }: Attribute,
  when: CheckTime,
): readonly Issue[] {
  return isEmpty && isRequired && when === 'publish' ? [{ kind: 'required' }] : [];
}

/** Checks the length and pattern of a text. As on the server, a draft is checked for its greatest length alone. */
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

/** A pattern that no browser understands is left to the server. */
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
