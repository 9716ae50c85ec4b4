// Errors that project code throws and catches. `instanceof` also recognizes errors of an installed `@strapi/utils`, and
// errors of Quoin's engine with the same names.
import { AppError } from '../../../base/errors.ts';
import { formatYupErrors } from './format-yup-errors.ts';

/** Any JSON value. */
export type ErrorDetails = unknown;

/** The classes of this file. Their names identify a kind of error, whichever copy of the package created it. */
const KINDS = new WeakSet<object>();

/** Base class of the errors of project code. Status 400. */
export class ApplicationError extends Error {
  override name: string = 'ApplicationError';
  override message: string;
  details: ErrorDetails;

  constructor(message: string = 'An application error occurred', details: ErrorDetails = {}) {
    super();
    this.message = message;
    this.details = details;
  }

  static override [Symbol.hasInstance](this: object, value: unknown): boolean {
    if (!(typeof value === 'object' && value !== null)) return false;
    const own: unknown = Reflect.get(this, 'prototype');
    if (isInChain(own, value)) return true;
    if (!KINDS.has(this)) return false;
    return kindsOf(value).includes(String(Reflect.get(this, 'name')));
  }
}

export class ValidationError extends ApplicationError {
  override name: string = 'ValidationError';
}

/** The errors of yup, in the format of responses. Status 400. */
export class YupValidationError extends ValidationError {
  constructor(error: unknown, message?: string) {
    const { errors, message: first } = formatYupErrors(error);
    super(message || first, { errors });
  }
}

export class PaginationError extends ApplicationError {
  override name: string = 'PaginationError';

  constructor(message: string = 'Invalid pagination', details?: ErrorDetails) {
    super(message, details);
  }
}

/** Status 404. */
export class NotFoundError extends ApplicationError {
  override name: string = 'NotFoundError';

  constructor(message: string = 'Entity not found', details?: ErrorDetails) {
    super(message, details);
  }
}

/** Status 403. */
export class ForbiddenError extends ApplicationError {
  override name: string = 'ForbiddenError';

  constructor(message: string = 'Forbidden access', details?: ErrorDetails) {
    super(message, details);
  }
}

/** Status 401. */
export class UnauthorizedError extends ApplicationError {
  override name: string = 'UnauthorizedError';

  constructor(message: string = 'Unauthorized', details?: ErrorDetails) {
    super(message, details);
  }
}

/** Status 429. */
export class RateLimitError extends ApplicationError {
  override name: string = 'RateLimitError';

  constructor(
    message: string = 'Too many requests, please try again later.',
    details?: ErrorDetails,
  ) {
    super(message, details || {});
  }
}

/** Status 413. */
export class PayloadTooLargeError extends ApplicationError {
  override name: string = 'PayloadTooLargeError';

  constructor(message: string = 'Entity too large', details?: ErrorDetails) {
    super(message, details);
  }
}

/** A policy rejected the request. Status 403. */
export class PolicyError extends ForbiddenError {
  override name: string = 'PolicyError';

  constructor(message: string = 'Policy Failed', details?: ErrorDetails) {
    super(message, details || {});
  }
}

/** Status 501. */
export class NotImplementedError extends ApplicationError {
  override name: string = 'NotImplementedError';

  constructor(message: string = 'This feature is not implemented yet', details?: ErrorDetails) {
    super(message, details);
  }
}

/** What `ctx.throw` throws, from any copy of http-errors. */
export class HttpError extends Error {
  static override [Symbol.hasInstance](value: unknown): boolean {
    if (!(value instanceof Error)) return false;
    return 'expose' in value && 'statusCode' in value && typeof value.statusCode === 'number';
  }
}

for (const kind of [
  ApplicationError,
  ValidationError,
  YupValidationError,
  PaginationError,
  NotFoundError,
  ForbiddenError,
  UnauthorizedError,
  RateLimitError,
  PayloadTooLargeError,
  PolicyError,
  NotImplementedError,
]) {
  KINDS.add(kind);
}

/** Classes of which errors of the engine are instances, in addition to ApplicationError. */
const ENGINE_KINDS: Readonly<Record<string, readonly string[]>> = {
  ApplicationError: [],
  ValidationError: ['ValidationError'],
  PaginationError: ['PaginationError'],
  NotFoundError: ['NotFoundError'],
  ForbiddenError: ['ForbiddenError'],
  UnauthorizedError: ['UnauthorizedError'],
  RateLimitError: ['RateLimitError'],
  PayloadTooLargeError: ['PayloadTooLargeError'],
  PolicyError: ['PolicyError', 'ForbiddenError'],
  NotImplementedError: ['NotImplementedError'],
};

/** The classes of an error of another copy, or of the engine; none for other errors. */
function kindsOf(value: object): readonly string[] {
  if (value instanceof AppError) {
    const kinds = ENGINE_KINDS[value.name];
    return kinds ? [...kinds, 'ApplicationError'] : [];
  }
  const names = classNames(value);
  // yup has its own ValidationError: only subclasses of ApplicationError count.
  return names.includes('ApplicationError') ? names : [];
}

function classNames(value: object): readonly string[] {
  const names: string[] = [];
  let prototype: unknown = Object.getPrototypeOf(value);
  while (typeof prototype === 'object' && prototype !== null && prototype !== Error.prototype) {
    const { constructor } = prototype;
    if (typeof constructor === 'function') names.push(constructor.name);
    prototype = Object.getPrototypeOf(prototype);
  }
  return names;
}

function isInChain(expected: unknown, value: object): boolean {
  return (
    typeof expected === 'object' &&
    expected !== null &&
    Object.prototype.isPrototypeOf.call(expected, value)
  );
}
