// Findings of the checks of a write, and the error that reports them (docs/strapi/writing.md, "Validation").
import { AppError, listedErrors, type ErrorReason } from '../../base/errors.ts';
import type { FoundDocuments } from './relation-echo.ts';

/** An error in the data. List indexes in paths are strings. `value` is absent if there was none. */
export interface Failure {
  readonly path: readonly string[];
  readonly message: string;
  readonly value?: unknown;
  readonly reason?: ErrorReason;
}

/** A failure, or a value that must be unique and needs a lookup. */
export type Finding =
  | {
      readonly kind: 'failure';
      readonly failure: Failure;
      /** Computes the value if it contains row ids, which are looked up later. */
      readonly shown?: (found: FoundDocuments) => unknown;
    }
  | {
      readonly kind: 'unique';
      readonly path: readonly string[];
      /** The model and the attribute of the column to search. */
      readonly uid: string;
      readonly attribute: string;
      /** uids of the models on the path, from the content-type to `uid`. */
      readonly models: readonly string[];
      /** The stored value. */
      readonly value: string | number | bigint | boolean;
      /** The value as the response contains it: dates and times as they were sent. */
      readonly shown: unknown;
    };

/** Replaces computed values by their results. */
export function resolveValues(
  findings: readonly Finding[],
  found: FoundDocuments,
): readonly Finding[] {
  return findings.map((finding) => {
    if (finding.kind !== 'failure' || !finding.shown) return finding;
    return { kind: 'failure', failure: { ...finding.failure, value: finding.shown(found) } };
  });
}

/**
 * The error for failures, with the message of the only one or with their number. All are counted, but only the first are
 * listed if there are many or their values are long, so that a small body cannot cause a huge response.
 * @param failures At least one
 */
export function failuresError(failures: readonly Failure[]): AppError {
  const [first] = failures;
  const only = failures.length === 1 && first ? first : null;
  const message = only?.message ?? `${failures.length} errors occurred`;
  const errors = failures.map(({ path, message: text, ...rest }) => {
    const value = 'value' in rest ? { value: toShown(rest.value) } : {};
    return { path, message: text, name: 'ValidationError', ...value };
  });
  const details = { errors: listedErrors(errors) };
  return new AppError('ValidationError', message, { details, reason: only?.reason ?? null });
}

/** Converts a bigint to its digits. NaN and infinities become null in JSON. */
function toShown(value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
