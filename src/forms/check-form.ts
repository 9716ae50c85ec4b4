// Checks the bodies of built-in routes: a body is validated against its form and typed, or rejected with all its
// errors (docs/strapi/server.md, "Error responses"). Forms use the same version of the same library as Strapi, so
// that messages and their order are equal. Modules with forms are imported on demand.
import { ObjectSchema, ValidationError, type AnySchema, type InferType } from 'yup';
import { invalidKey, listedErrors, validationError, type AppError } from '../base/errors.ts';
import { isInherited, isJsonObject, isTooDeep } from '../base/json.ts';
import { MAX_FORM_ITEMS, MAX_FORM_KEYS, MAX_JSON_DEPTH } from '../base/limits.ts';
import './not-type-message.ts';

/** One error in `details.errors`. */
export interface FormIssue {
  readonly path: readonly string[];
  readonly message: string;
  readonly name: 'ValidationError';
  readonly value?: unknown;
}

/**
 * Validates a body without casting types. @param others Errors in parts of the body that the caller has checked
 * @throws ValidationError with all errors
 */
export function checkForm<S extends AnySchema>(
  form: S,
  body: unknown,
  others: readonly FormIssue[] = [],
): Promise<InferType<S>> {
  return validated(form, body, { strict: true, others });
}

/**
 * Validates a body and casts types.
 * @throws ValidationError with all errors, or for a key that every object inherits: the library would treat the
 * inherited property as a field of the form
 */
export function castForm<S extends AnySchema>(form: S, body: unknown): Promise<InferType<S>> {
  return validated(form, body, { strict: false, others: [] });
}

async function validated<S extends AnySchema>(
  form: S,
  body: unknown,
  { strict, others }: { readonly strict: boolean; readonly others: readonly FormIssue[] },
): Promise<InferType<S>> {
  if (isTooDeep(body)) {
    throw validationError(`The body must not be nested more than ${MAX_JSON_DEPTH} levels deep.`);
  }
  const inherited = strict ? null : inheritedPath(body);
  if (inherited) {
    const [key = ''] = inherited.slice(-1);
    throw invalidKey({ key, path: inherited.join('.'), source: 'body' });
  }
  const known = withoutUnknownKeys(form, body);
  if (itemsIn(known) > MAX_FORM_ITEMS) throw tooManyItems();
  if (hasLargeObject(known)) {
    throw validationError(`An object in the body must not have more than ${MAX_FORM_KEYS} keys.`);
  }
  const value = await form.validate(body, { strict, abortEarly: false }).catch((error: unknown) => {
    throw error instanceof ValidationError ? formError([...issuesOf(error), ...others]) : error;
  });
  if (others.length > 0) throw formError(others);
  return value;
}

/** 400 for more list items than `MAX_FORM_ITEMS`. */
export function tooManyItems(): AppError {
  return validationError(`Lists in the body must not have more than ${MAX_FORM_ITEMS} items.`);
}

/** Removes unknown keys, so that the library does not walk their values. */
function withoutUnknownKeys(form: AnySchema, body: unknown): unknown {
  if (!(form instanceof ObjectSchema) || !isJsonObject(body)) return body;
  const { fields } = form;
  return Object.fromEntries(Object.entries(body).filter(([name]) => Object.hasOwn(fields, name)));
}

/** Path of the first key that every object inherits. Expects a value with a bounded depth. */
function inheritedPath(value: unknown): readonly string[] | null {
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    const path = isInherited(key) ? [] : inheritedPath(inner);
    if (path) return [key, ...path];
  }
  return null;
}

/** Number of items in all lists of a value with a bounded depth. */
function itemsIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const items: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  return items.reduce<number>(
    (sum, item) => sum + itemsIn(item),
    Array.isArray(value) ? items.length : 0,
  );
}

/** Returns true for a value with an object of too many keys. Expects a value with a bounded depth. */
function hasLargeObject(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const items: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  if (items.length > MAX_FORM_KEYS && !Array.isArray(value)) return true;
  return items.some(hasLargeObject);
}

/** Creates the 400 error for the errors that a form reports. Only the first of many are listed. */
export function formError(issues: readonly FormIssue[]): AppError {
  const [only] = issues;
  const message = issues.length === 1 && only ? only.message : `${issues.length} errors occurred`;
  return validationError(message, { errors: listedErrors(issues) });
}

function issuesOf(error: ValidationError): readonly FormIssue[] {
  const inner = error.inner.length > 0 ? error.inner : [error];
  return inner.map(toIssue);
}

function toIssue({ path, message, value }: ValidationError): FormIssue {
  return {
    path: (path ?? '').split(/[.[\]]+/).filter(Boolean),
    message,
    name: 'ValidationError',
    ...(value === undefined ? {} : { value: value as unknown }),
  };
}
