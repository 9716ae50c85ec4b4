// Errors of the content-manager (docs/strapi/content-manager.md, "Errors").
import { AppError, validationError } from '../base/errors.ts';
import type { ContentType } from '../schema/types.ts';

/** 404 with a message that names what is missing. */
export function missing(message: string): AppError {
  return new AppError('NotFoundError', message);
}

/** @throws ValidationError for a type without drafts (docs/strapi/differences.md, D2) */
export function assertDrafts({ draftAndPublish, uid }: ContentType): void {
  if (draftAndPublish) return;
  throw validationError(`${uid} has no drafts: its entries are always published.`);
}
