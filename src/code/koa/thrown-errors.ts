// Converts errors of project code to error responses (docs/code.md, "Errors").
import { STATUS_CODES } from 'node:http';
import { AppError, STATUS, type ErrorName } from '../../base/errors.ts';
import { isRecord } from '../packages/strapi-utils/values.ts';

/** `error` of an error response. */
export interface ErrorFields {
  readonly status: number;
  readonly name: string;
  readonly message: string;
  readonly details?: unknown;
}

/**
 * Errors of `@strapi/utils` and their status codes, subclasses first. They are compared by class name, because a project
 * may have several copies of the package.
 */
const STATUSES: Readonly<Record<string, number>> = {
  UnauthorizedError: 401,
  ForbiddenError: 403,
  NotFoundError: 404,
  PayloadTooLargeError: 413,
  RateLimitError: 429,
  NotImplementedError: 501,
  ApplicationError: 400,
};

/** Converts a thrown value; null for an internal error, whose message must not be sent. */
export function toErrorFields(error: unknown): ErrorFields | null {
  if (error instanceof AppError) {
    const { status, name, message, details } = error;
    return { status, name, message, ...(details === null ? {} : { details }) };
  }
  if (!(error instanceof Error)) return null;
  const classes = classesOf(error);
  const status = statusOf(error);
  if (classes.includes('ApplicationError')) {
    const errorName = Object.keys(STATUSES).find((name) => classes.includes(name)) ?? '';
    return errorFieldsOf(error, STATUSES[errorName] ?? 400);
  }
  if (status === null) return null;
  if (status >= 500) return { status, name: errorNameOf(status), message: reasonPhrase(status) };
  return errorFieldsOf(error, status);
}

/** Converts an error of `@strapi/utils` to one of the server; returns other errors unchanged. */
export function toAppError(error: unknown): unknown {
  const fields = isError(error, 'ApplicationError') ? toErrorFields(error) : null;
  if (!fields || error instanceof AppError) return error;
  const name = errorNames.find((each) => each === fields.name && STATUS[each] === fields.status);
  const known = name ?? errorNames.find((each) => STATUS[each] === fields.status);
  const details = isRecord(fields.details) ? fields.details : {};
  return known === undefined || fields.status >= 500
    ? error
    : new AppError(known, fields.message, { details });
}

/** Names of errors, those for a status before rarer ones. */
const errorNames: readonly ErrorName[] = [
  'ApplicationError',
  'ForbiddenError',
  ...(Object.keys(STATUS) as ErrorName[]),
];

/**
 * Converts an error of `@strapi/utils` inside a route to one of the server; returns other errors unchanged. As in Strapi, a
 * 401 or 403 loses its message and details.
 */
export function toRouteError(error: unknown): unknown {
  const converted = toAppError(error);
  if (converted === error || !(converted instanceof AppError)) return error;
  const isRejection = converted.status === 401 || converted.status === 403;
  const isOpaque = isRejection && !isError(error, 'PolicyError');
  return isOpaque ? new AppError(converted.name, reasonPhrase(converted.status)) : converted;
}

export const INTERNAL_ERROR: ErrorFields = {
  status: 500,
  name: 'InternalServerError',
  message: 'Internal Server Error',
};

/** Returns true for an error of the class of this name in any copy of `@strapi/utils`, but not in koa. */
export function isError(error: unknown, name: string): boolean {
  if (error instanceof AppError) return error.name === name;
  if (!(error instanceof Error)) return false;
  const classes = classesOf(error);
  return classes.includes('ApplicationError') && classes.includes(name);
}

/** `BadRequestError` for 400. */
export function errorNameOf(status: number): string {
  const identifier = reasonPhrase(status)
    .split(' ')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
    .replaceAll(/[^\w]/g, '');
  return identifier.endsWith('Error') ? identifier : `${identifier}Error`;
}

/** `Bad Request` for 400. */
export function reasonPhrase(status: number): string {
  return STATUS_CODES[status] ?? String(status);
}

/** Returns the body of an error response. */
export function errorBody(error: ErrorFields): {
  readonly data: null;
  readonly error: ErrorFields;
} {
  return { data: null, error };
}

function errorFieldsOf(error: Error, status: number): ErrorFields {
  const details: unknown = 'details' in error ? error.details : undefined;
  return { status, name: error.name, message: error.message, details };
}

/** Returns the status code that an error specifies, or null. */
export function statusOf(error: Error): number | null {
  for (const key of ['status', 'statusCode']) {
    const status: unknown = Reflect.get(error, key);
    if (typeof status === 'number' && status >= 400 && status < 600) return status;
  }
  return null;
}

function classesOf(error: Error): readonly string[] {
  const names: string[] = [];
  let prototype: unknown = Object.getPrototypeOf(error);
  while (typeof prototype === 'object' && prototype !== null) {
    names.push(prototype.constructor.name);
    prototype = Object.getPrototypeOf(prototype);
  }
  return names;
}
