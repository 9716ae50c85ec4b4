// In charge of the bodies of routes that are the same in every project: one is checked against its form and becomes
// typed, or is refused with every mistake in it (docs/strapi/server.md, "Error responses"). Forms are written with the
// library, in the version, that Strapi uses, so that mistakes are told in the same words and order. Modules with forms
// are imported when the first such body comes.
import { ObjectSchema, ValidationError, type AnySchema, type InferType } from 'yup';
import { invalidKey, validationError, type AppError } from '../base/errors.ts';
import { isInherited } from '../base/inherited-names.ts';
import { isJsonObject, isTooDeep } from '../base/json.ts';
import { MAX_FORM_ITEMS, MAX_JSON_DEPTH } from '../base/limits.ts';
import './not-type-message.ts';

/** One mistake, as `details.errors` tells it. */
export interface FormMistake {
  readonly path: readonly string[];
  readonly message: string;
  readonly name: 'ValidationError';
  readonly value?: unknown;
}

/**
 * A body as its form has it. Types are not cast.
 * @throws ValidationError with all mistakes
 */
export function checkForm<S extends AnySchema>(form: S, body: unknown): Promise<InferType<S>> {
  return validated(form, body, true);
}

/**
 * A body as its form has it, types cast where they can be.
 * @throws ValidationError with all mistakes, or for a key that every object inherits: the library would take what is
 * inherited for a field of the form
 */
export function castForm<S extends AnySchema>(form: S, body: unknown): Promise<InferType<S>> {
  return validated(form, body, false);
}

async function validated<S extends AnySchema>(
  form: S,
  body: unknown,
  strict: boolean,
): Promise<InferType<S>> {
  if (isTooDeep(body)) {
    throw validationError(
      `The body must not have more than ${MAX_JSON_DEPTH} lists and objects inside each other.`,
    );
  }
  const inherited = strict ? null : inheritedPath(body);
  if (inherited) {
    const [key = ''] = inherited.slice(-1);
    throw invalidKey({ key, path: inherited.join('.'), source: 'body' });
  }
  if (itemsIn(lookedAt(form, body)) > MAX_FORM_ITEMS) {
    throw validationError(`The lists of the body must not have more than ${MAX_FORM_ITEMS} items.`);
  }
  try {
    return await form.validate(body, { strict, abortEarly: false });
  } catch (error) {
    throw error instanceof ValidationError ? refusal(error) : error;
  }
}

/** What stands under keys that a form does not know is not walked by it. */
function lookedAt(form: AnySchema, body: unknown): unknown {
  if (!(form instanceof ObjectSchema) || !isJsonObject(body)) return body;
  const { fields } = form;
  return Object.fromEntries(Object.entries(body).filter(([name]) => Object.hasOwn(fields, name)));
}

/** The path of the first key, in a value that is not too deep, that every object inherits. */
function inheritedPath(value: unknown): readonly string[] | null {
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    const path = isInherited(key) ? [] : inheritedPath(inner);
    if (path) return [key, ...path];
  }
  return null;
}

/** Items of all lists in a value, which is not too deep. */
function itemsIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const items: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  return items.reduce<number>(
    (sum, item) => sum + itemsIn(item),
    Array.isArray(value) ? items.length : 0,
  );
}

/** 400 with the mistakes of a form. */
export function formError(mistakes: readonly FormMistake[]): AppError {
  const [only] = mistakes;
  const message =
    mistakes.length === 1 && only ? only.message : `${mistakes.length} errors occurred`;
  return validationError(message, { errors: mistakes });
}

function refusal(error: ValidationError): AppError {
  const inner = error.inner.length > 0 ? error.inner : [error];
  return formError(inner.map(toMistake));
}

function toMistake({ path, message, value }: ValidationError): FormMistake {
  return {
    path: (path ?? '').split(/[.[\]]+/).filter(Boolean),
    message,
    name: 'ValidationError',
    ...(value === undefined ? {} : { value: value as unknown }),
  };
}
