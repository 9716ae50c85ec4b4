// Maps SQLite errors that no request causes, such as a full disk, to the errors of the storage layer.
import { InsufficientStorageError } from '../../base/insufficient-storage.ts';
import { sqliteCodeOf } from './connection.ts';

/**
 * SQLite reports a full disk as `SQLITE_FULL`, but a used up quota and a file at its size limit as a failed write. The
 * shared memory file reports either as a failed resize.
 */
const NO_SPACE: ReadonlySet<string | null> = new Set([
  'SQLITE_FULL',
  'SQLITE_IOERR_WRITE',
  'SQLITE_IOERR_SHMSIZE',
]);

/** Returns the error of the storage layer, or the same error if there is none. */
export function toFailure(error: unknown): unknown {
  return NO_SPACE.has(codeOf(error)) ? new InsufficientStorageError({ cause: error }) : error;
}

/** The code of an error, or of the one that ended a shared transaction. */
function codeOf(error: unknown): string | null {
  return sqliteCodeOf(error) ?? (error instanceof Error ? sqliteCodeOf(error.cause) : null);
}
