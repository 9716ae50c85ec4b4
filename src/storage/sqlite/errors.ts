// Maps SQLite errors that no request causes, such as a full disk, to the errors of the storage layer.
import { InsufficientStorageError } from '../../base/insufficient-storage.ts';
import { UnavailableError } from '../unavailable-error.ts';
import { sqliteCodeOf } from './connection.ts';

/**
 * SQLite reports a full disk as `SQLITE_FULL`, but an exceeded quota or file size limit as a failed write. The shared
 * memory file reports both as a failed resize.
 */
const NO_SPACE: ReadonlySet<string | null> = new Set([
  'SQLITE_FULL',
  'SQLITE_IOERR_WRITE',
  'SQLITE_IOERR_SHMSIZE',
]);

const DAMAGED: ReadonlySet<string | null> = new Set(['SQLITE_CORRUPT', 'SQLITE_NOTADB']);

/** 503: the database file is damaged; only a backup helps. */
export class DamagedFileError extends UnavailableError {
  constructor({ cause }: { readonly cause: unknown }) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const hint = 'Stop the server and restore a backup with `quoin restore`.';
    super({ cause: new Error(`The database file is damaged (${reason}). ${hint}`) });
  }
}

/** Returns the mapped error, or the same error if there is no mapping. */
export function toFailure(error: unknown): unknown {
  const code = codeOf(error);
  if (NO_SPACE.has(code)) return new InsufficientStorageError({ cause: error });
  return DAMAGED.has(code) ? new DamagedFileError({ cause: error }) : error;
}

/** Code of an error, or of the one that ended a shared transaction. */
function codeOf(error: unknown): string | null {
  return sqliteCodeOf(error) ?? (error instanceof Error ? sqliteCodeOf(error.cause) : null);
}
