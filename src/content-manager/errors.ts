// Errors of the content-manager (docs/strapi/content-manager.md, "Errors").
import { AppError, validationError } from '../base/errors.ts';
import type { ContentType } from '../schema/types.ts';

/** 403: some row of the permissions names the action, but not for this entry or locale. */
export function forbidden(): AppError {
  return new AppError('ForbiddenError', 'Forbidden');
}

/** 404. @param message Default: that of a path that does not exist */
export function notFound(message: string = 'Not Found'): AppError {
  return new AppError('NotFoundError', message);
}

/** 400 for a value in the wrong form. @param path Where it is */
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
