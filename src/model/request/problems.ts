// Broken rules of a part of a request. A missing or ill-typed key is fatal: it hides the messages of other rules.
import { MAX_NAME_LENGTH } from '../../base/limits.ts';

/** The result of checking a value: true if it fits, false if it has the wrong type, or the message of a broken rule. */
export type RuleResult = boolean | string;

/** Broken rules of a part of a request, in the order of its keys. */
export class Problems {
  readonly messages: string[] = [];
  isFatal = false;

  /** Adds the result of a check. */
  add(result: RuleResult): void {
    if (result === true) return;
    if (result === false) this.isFatal = true;
    else this.messages.push(result);
  }

  /** Checks keys of a record in order. A missing key is checked as `undefined`. */
  addKeys(record: Readonly<Record<string, unknown>>, checks: KeyChecks): void {
    for (const [key, check] of Object.entries(checks)) this.add(check(record[key]));
  }
}

/** Checks a value. */
export type Check = (value: unknown) => RuleResult;

/** Checks by key, in the order in which broken rules are reported. */
export type KeyChecks = Readonly<Record<string, Check>>;

export const isText: Check = (value) => typeof value === 'string';
/** True or false. */
export const isBoolean: Check = (value) => typeof value === 'boolean';
/** A finite number. */
export const isNumber: Check = (value) => Number.isFinite(value);
/** An integer that a double holds exactly. */
export const isInteger: Check = (value) => Number.isSafeInteger(value);
/** An object that is not a list. */
export const isObject: Check = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A positive integer. */
export const isPositive: Check = (value) =>
  Number.isSafeInteger(value) && (Number(value) > 0 || 'Too small: expected number to be >0');

/** A text that is not empty. */
export const isFilled: Check = (value) =>
  typeof value === 'string' &&
  (value !== '' || 'Too small: expected string to have >=1 characters');

/** A text, if it is one, that is not longer than a name may be. */
export const isShort: Check = (value) =>
  typeof value !== 'string' ||
  value.length <= MAX_NAME_LENGTH ||
  `Too big: expected string to have <=${MAX_NAME_LENGTH} characters`;

export const isName: Check = (value) => {
  const filled = isFilled(value);
  return filled === true ? isShort(value) : filled;
};

/** A key that may be missing. */
export function optional(check: Check): Check {
  return (value) => value === undefined || check(value);
}

/** A key that may be missing or null. */
export function nullish(check: Check): Check {
  return (value) => value === undefined || value === null || check(value);
}

/** One of some texts. */
export function oneOf(...values: readonly string[]): Check {
  return (value) => typeof value === 'string' && values.includes(value);
}

/** A text in a form. @param message Defaults to one that names the pattern */
export function matching(pattern: RegExp, message?: string): Check {
  const problem = message ?? `Invalid string: must match pattern ${String(pattern)}`;
  return (value) => typeof value === 'string' && (pattern.test(value) || problem);
}

/** A list of at least one item. The first item that does not fit decides. */
export function listOf(check: Check): Check {
  return (value) => {
    if (!Array.isArray(value)) return false;
    const results = value.map((item: unknown) => check(item));
    if (results.includes(false)) return false;
    const message = results.find((result) => result !== true);
    if (message !== undefined) return message;
    return value.length > 0 || 'Too small: expected array to have >=1 items';
  };
}

/** All checks hold; the first that does not decides. */
export function all(...checks: readonly Check[]): Check {
  return (value) => {
    const results = checks.map((check) => check(value));
    return results.includes(false) ? false : (results.find((each) => each !== true) ?? true);
  };
}
