// In charge of the words for what checking one value found, and of the ways it is put together.
import type { ColumnValue } from '../input.ts';

/** One thing that is wrong with a value. */
export interface ScalarFailure {
  /** Below the attribute: `['0', 'children']` for blocks, else nothing. */
  readonly path: readonly string[];
  readonly message: string;
  /** Absent where there was none. */
  readonly value?: unknown;
}

export interface ScalarResult {
  /** What is stored; undefined: nothing is written (a missing key, or it failed). */
  readonly value: ColumnValue | undefined;
  /** The value after casting, as error answers show it; undefined: it was missing. */
  readonly echo: unknown;
  readonly failures: readonly ScalarFailure[];
  /**
   * The message of a date or time that cannot be read: answered alone, after everything else (docs/strapi/writing.md,
   * "Attribute values"). Null: none.
   */
  readonly late: string | null;
  /** True where no other row may have the value: `value` is to be looked up, or `echo` where it failed otherwise. */
  readonly lookUp: boolean;
}

/** Nothing is written, and nothing is wrong. */
export const SKIPPED: ScalarResult = {
  value: undefined,
  echo: undefined,
  failures: [],
  late: null,
  lookUp: false,
};

/** A value that is stored. */
export function passed(value: ColumnValue, more: Partial<ScalarResult> = {}): ScalarResult {
  return { value, echo: value, failures: [], late: null, lookUp: false, ...more };
}

/** A value with at least one message against it. */
export function refused(
  echo: unknown,
  messages: readonly string[],
  lookUp: boolean = false,
): ScalarResult {
  const failures = messages.map((message) => ({ path: [], message, value: echo }));
  return { ...SKIPPED, echo, failures, lookUp };
}
