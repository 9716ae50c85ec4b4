// In charge of the words for what is wrong with the values of a write, and of the answer that lists it
// (docs/strapi/writing.md, "Validation").
import { validationError, type AppError } from '../base/errors.ts';
import { MAX_FAILURES, MAX_FAILURES_LENGTH } from '../base/limits.ts';
import type { FoundDocuments } from './check/relation-echo.ts';

/** One thing that is wrong. Paths are segments as texts, list indexes too. `value` is absent where there was none. */
export interface Failure {
  readonly path: readonly string[];
  readonly message: string;
  readonly value?: unknown;
}

/** What checking an entry found, in the order of the answer: failures, and values that no other row may have. */
export type Finding =
  | {
      readonly kind: 'failure';
      readonly failure: Failure;
      /** The value, where it shows rows: they are looked up later. */
      readonly shown?: (found: FoundDocuments) => unknown;
    }
  | {
      readonly kind: 'unique';
      readonly path: readonly string[];
      /** The model and the attribute whose column is looked into. */
      readonly uid: string;
      readonly attribute: string;
      /** uids of the models on the way there: the content-type first, `uid` last. */
      readonly models: readonly string[];
      /** What is stored. */
      readonly value: string | number | bigint | boolean;
      /** The value as the answer shows it: dates and times as sent. */
      readonly shown: unknown;
    };

/** The findings with the rows in their values. */
export function withRows(findings: readonly Finding[], found: FoundDocuments): readonly Finding[] {
  return findings.map((finding) => {
    if (finding.kind !== 'failure' || !finding.shown) return finding;
    return { kind: 'failure', failure: { ...finding.failure, value: finding.shown(found) } };
  });
}

/**
 * 400 with one failure's message, or their number. All are counted; only the first are listed where they are very many
 * or their values very long, so that a small body cannot ask for a huge answer.
 * @param failures At least one
 */
export function failuresError(failures: readonly Failure[]): AppError {
  const [first] = failures;
  const message =
    failures.length === 1 && first ? first.message : `${failures.length} errors occurred`;
  const errors: object[] = [];
  let length = 0;
  for (const { path, message: text, ...rest } of failures) {
    const value = 'value' in rest ? { value: toShown(rest.value) } : {};
    const error = { path, message: text, name: 'ValidationError', ...value };
    length += JSON.stringify(error).length;
    if (errors.length > 0 && (errors.length >= MAX_FAILURES || length > MAX_FAILURES_LENGTH)) break;
    errors.push(error);
  }
  return validationError(message, { errors });
}

/** NaN and the infinities are null in JSON anyway; a bigint is shown as its digits. */
function toShown(value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
