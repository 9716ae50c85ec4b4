// Errors of a full disk: how to detect one, and the error that the client receives.
import { AppError } from './errors.ts';

/** 507: the disk is full, a quota is used up, or a file has reached its maximum size. */
export class InsufficientStorageError extends AppError {
  constructor({ cause }: { readonly cause: unknown }) {
    super('InsufficientStorageError', 'The server is out of storage space. Nothing was saved.');
    this.cause = cause;
  }
}

const CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Messages of the same errors; image libraries do not report codes. */
const TEXTS = /No space left on device|Disk quota exceeded|File too large/;

/** Returns true if a file could not be written because no space is left. */
export function isOutOfSpace(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && CODES.has(error.code)) || TEXTS.test(error.message);
}
