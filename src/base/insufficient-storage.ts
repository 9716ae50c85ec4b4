// Errors of a full disk: how to recognize one, and the error that answers it.
import { AppError } from './errors.ts';

/** The disk is full, the quota is used up, or a file has reached its size limit: 507. */
export class InsufficientStorageError extends AppError {
  constructor({ cause }: { readonly cause: unknown }) {
    super('InsufficientStorageError', 'The server is out of storage space. Nothing was saved.');
    this.cause = cause;
  }
}

const CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** The texts of the same codes: image libraries report no others. */
const TEXTS = /No space left on device|Disk quota exceeded|File too large/;

/** True if a file could not be written because there is no space for it. */
export function isOutOfSpace(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && CODES.has(error.code)) || TEXTS.test(error.message);
}
