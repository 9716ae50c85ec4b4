// Maps PostgreSQL errors to errors of the storage port
// (https://www.postgresql.org/docs/current/errcodes-appendix.html).
import { DatabaseError } from 'pg';
import { AppError, InsufficientStorageError } from '../../base/errors.ts';
import { UnavailableError, ConstraintError } from '../errors.ts';

const KINDS: Readonly<Record<string, ConstraintError['kind']>> = {
  '23505': 'unique',
  '23502': 'notNull',
};

/**
 * Error classes: connection lost, no connection available, starting or shutting down, read-only, timeout, or
 * conflict.
 */
const UNAVAILABLE = /^(?:08|53|57P0|25006|57014|40001|40P01)/;

/** The disk of the server is full; the server itself works. */
const DISK_FULL = '53100';

/** A trigger of the database raised an exception, like a constraint. */
const RAISED = 'P0001';

/** The server canceled the statement, because of its timeout or on request. */
const CANCELED = '57014';

/** A statement waited too long for a lock (`lock_timeout`). */
const LOCKED = '55P03';

/** Conflict with another transaction, or with replay on a replica. */
const CONFLICT = /^40/;

/** Returns the mapped error, or the same error if there is no mapping. */
export function toStorageError(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return isLost(error) ? unavailable(error) : error;
  const code = error.code ?? '';
  if (code.startsWith('23') || code === RAISED) return constraint(error, code);
  // Values out of range, invalid or NUL in text, or too long for an index.
  // No request may cause a fault (docs/strapi/differences.md, D2).
  if (code.startsWith('22') || code === '54000') return rejectedValue(error);
  if (code === DISK_FULL) return new InsufficientStorageError({ cause: error });
  if (code === LOCKED) return new UnavailableError('lockTimeout', { cause: error });
  if (code === CANCELED) return new UnavailableError('readTimeout', { cause: error });
  return UNAVAILABLE.test(code) ? unavailable(error) : error;
}

function constraint(error: DatabaseError, code: string): ConstraintError {
  const listed = /^Key \((.+?)\)=/.exec(error.detail ?? '')?.[1]?.split(', ') ?? [];
  const columns = error.column === undefined ? listed : [error.column];
  const kind = KINDS[code] ?? 'other';
  return new ConstraintError(
    { kind, table: error.table ?? null, columns: columns.map(bare) },
    { cause: error },
  );
}

/** 400: the message contains the value. */
function rejectedValue(cause: DatabaseError): AppError {
  const message = `The database rejected a value: ${cause.message}`;
  return new AppError('ValidationError', message, { cause, reason: 'rejectedValue' });
}

function bare(column: string): string {
  return column.replaceAll('"', '');
}

/** Returns true if a statement timed out. */
export function isTimeout({ cause }: UnavailableError): boolean {
  return cause instanceof DatabaseError && cause.code === CANCELED;
}

/** Returns true if a statement was canceled because of a conflict on a working server. */
export function isConflict({ cause }: UnavailableError): boolean {
  return cause instanceof DatabaseError && CONFLICT.test(cause.code ?? '');
}

function unavailable(cause: unknown): UnavailableError {
  return new UnavailableError('unreachable', { cause });
}

const LOST = /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|EAI_AGAIN)$/;

/** Connection errors of the driver have no class, and some have no code. */
function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (
    LOST.test(code) ||
    /connection|not queryable|timeout exceeded|Client was closed|read timeout/i.test(error.message)
  );
}
