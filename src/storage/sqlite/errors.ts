// Maps SQLite errors to those of the storage port, and errors of the database file.
import { InsufficientStorageError } from '../../base/errors.ts';
import { UnavailableError, ConstraintError } from '../errors.ts';
import { sqliteCodeOf } from './connection.ts';
import type { FileLoss } from './file-guard.ts';

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

const BUSY = 'Another program is writing to the database. Try again shortly.';

/** Returns the mapped error, or the same error if there is no mapping. */
export function toFailure(error: unknown): unknown {
  const code = codeOf(error);
  if (code?.startsWith('SQLITE_BUSY'))
    return new UnavailableError('busy', { cause: error, message: BUSY });
  if (NO_SPACE.has(code)) return new InsufficientStorageError({ cause: error });
  return DAMAGED.has(code) ? damaged(error) : error;
}

/** The log gets advice. */
function damaged(error: unknown): UnavailableError {
  const reason = error instanceof Error ? error.message : String(error);
  const hint = 'Stop the server and restore a backup with `quoin restore`.';
  const cause = new Error(`The database file is damaged (${reason}). ${hint}`);
  return new UnavailableError('damagedFile', { cause });
}

/** Code of an error, or of the one that ended a shared transaction. */
function codeOf(error: unknown): string | null {
  return sqliteCodeOf(error) ?? (error instanceof Error ? sqliteCodeOf(error.cause) : null);
}

const HINTS: Readonly<Record<FileLoss, string>> = {
  replaced: 'To use the new file, restart the server.',
  removed: 'Move the file back, or restore a backup with `quoin restore`, and restart the server.',
  overwritten:
    'Stop the server, restore a backup with `quoin restore`, and start it again: the file may be incomplete.',
};

/** Why the database cannot be used until it is reopened. */
export function describeLoss(file: string, loss: FileLoss): string {
  return `The database file ${file} was ${loss} while the server was running. Requests that need the database return 503 until a restart. ${HINTS[loss]}`;
}

const KINDS: Readonly<Record<string, ConstraintError['kind']>> = {
  SQLITE_CONSTRAINT_UNIQUE: 'unique',
  SQLITE_CONSTRAINT_NOTNULL: 'notNull',
};

/** Returns the mapped error, or the same error if it is not a violated constraint. */
export function toStorageError(error: unknown): unknown {
  const code = sqliteCodeOf(error);
  if (!(error instanceof Error) || !code?.startsWith('SQLITE_CONSTRAINT')) return error;
  const columnNames = /: (.+)$/.exec(error.message)?.[1]?.split(', ') ?? [];
  const parts = columnNames.map((name) => name.split('.'));
  return new ConstraintError(
    {
      kind: KINDS[code] ?? 'other',
      table: parts[0]?.[1] === undefined ? null : (parts[0][0] ?? null),
      columns: parts.flatMap(([, column]) => column ?? []),
    },
    { cause: error },
  );
}
