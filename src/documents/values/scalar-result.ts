// The context and the result of checking one value.
import type { ColumnValue } from '../input.ts';
import type { ScalarType } from '../../schema/types.ts';
import type { ScalarLimits } from './scalar-limits.ts';

/** The attribute of a value, and its rules. */
export interface ValueContext {
  readonly type: ScalarType;
  /** The name in messages, such as `sizes[1].name`. */
  readonly label: string;
  /** True for a draft. */
  readonly draft: boolean;
  readonly limits: ScalarLimits;
}

/** An error in a value. */
export interface ScalarFailure {
  /** The path inside the value: `['0', 'children']` for blocks, otherwise empty. */
  readonly path: readonly string[];
  readonly message: string;
  /** Absent if there was none. */
  readonly value?: unknown;
}

export interface ScalarResult {
  /** The value to be stored; undefined for a missing key or an invalid value. */
  readonly value: ColumnValue | undefined;
  /** The value after casting, as error responses contain it; undefined if it was missing. */
  readonly echo: unknown;
  readonly failures: readonly ScalarFailure[];
  /**
   * The message for an invalid date or time, or null. It is reported alone, after all other errors (docs/strapi/writing.md,
   * "Attribute values").
   */
  readonly deferredMessage: string | null;
  /** True if the value must be unique: `value` is looked up, or `echo` if it has other failures. */
  readonly lookUp: boolean;
}

/** The result for a value that is not written. */
export const SKIPPED: ScalarResult = {
  value: undefined,
  echo: undefined,
  failures: [],
  deferredMessage: null,
  lookUp: false,
};

/** The result for a valid value. */
export function passed(value: ColumnValue, more: Partial<ScalarResult> = {}): ScalarResult {
  return { value, echo: value, failures: [], deferredMessage: null, lookUp: false, ...more };
}

/** The result for an invalid value. @param messages At least one */
export function rejected(
  echo: unknown,
  messages: readonly string[],
  lookUp: boolean = false,
): ScalarResult {
  const failures = messages.map((message) => ({ path: [], message, value: echo }));
  return { ...SKIPPED, echo, failures, lookUp };
}
