// Converts yup errors to the details of error responses.
import { isEmpty, isObject, toPath } from './values.ts';

export interface FormattedYupError {
  readonly path: readonly string[];
  readonly message: unknown;
  readonly name: unknown;
  readonly value: unknown;
}

/** A yup error, from any copy of yup. */
export interface YupErrorLike {
  readonly name: string;
  readonly message: string;
  readonly inner: readonly unknown[];
}

/** Returns true for a validation error of any copy of yup. */
export function isYupError(error: unknown): error is YupErrorLike {
  return (
    error instanceof Error &&
    error.name === 'ValidationError' &&
    Array.isArray(valueOf(error, 'inner'))
  );
}

/** All errors of a yup error, in the format of responses. */
export function formatYupErrors(error: unknown): {
  readonly errors: readonly FormattedYupError[];
  readonly message: string;
} {
  const inner = valueOf(error, 'inner');
  const each = Array.isArray(inner) && !isEmpty(inner) ? inner : [error];
  return { errors: each.map(toFormattedError), message: String(valueOf(error, 'message')) };
}

function toFormattedError(error: unknown): FormattedYupError {
  return {
    path: toPath(valueOf(error, 'path')),
    message: valueOf(error, 'message'),
    name: valueOf(error, 'name'),
    value: valueOf(error, 'value'),
  };
}

function valueOf(error: unknown, key: string): unknown {
  return isObject(error) ? error[key] : undefined;
}
