// Errors of the content-manager (docs/strapi/content-manager.md, "Errors").
import { AppError, validationError } from '../base/errors.ts';
import type { ContentType } from '../schema/types.ts';

/** 403 for an action that is permitted on other entries or locales only. */
export function forbidden(): AppError {
  return new AppError('ForbiddenError', 'Forbidden');
}

/** 404. @param message Default: the message for an unknown path */
export function notFound(message: string = 'Not Found'): AppError {
  return new AppError('NotFoundError', message);
}

/** 400 for an invalid value. @param path Location in the input */
export function invalidInput(path: readonly string[], message: string): AppError {
  return validationError(message, { errors: [{ path, message, name: 'ValidationError' }] });
}

/** @throws ValidationError for a type without drafts (docs/strapi/differences.md, D2) */
export function assertDrafts({ draftAndPublish, uid }: ContentType): void {
  if (draftAndPublish) return;
  throw validationError(`${uid} has no drafts: its entries are always published.`);
}

/** 400 for a model, a type or an attribute that does not exist. */
export function invalidModel(message: string): AppError {
  return validationError(message);
}
