// In charge of PostgreSQL's refusals: what a statement threw becomes a word of the port, where it is one
// (https://www.postgresql.org/docs/current/errcodes-appendix.html).
import { DatabaseError } from 'pg';
import { validationError, type AppError } from '../../base/errors.ts';
import { InsufficientStorageError } from '../../base/insufficient-storage.ts';
import { ConstraintError } from '../constraint-error.ts';
import { ReadTimeoutError } from '../read-timeout-error.ts';
import { UnavailableError } from '../unavailable-error.ts';

const KINDS: Readonly<Record<string, ConstraintError['kind']>> = {
  '23505': 'unique',
  '23502': 'notNull',
};

/**
 * Classes of codes: the connection is lost, the server has no room for one, is going or coming, or takes no writes; the
 * statement took too long, or stood in the way of another one.
 */
const AWAY = /^(?:08|53|57P0|25006|57014|40001|40P01)/;

/** The disk of the server is full; the server itself is well. */
const DISK_FULL = '53100';

/** A trigger of the database refused it, as a constraint would. */
const RAISED = 'P0001';

/** The server ended it, because of its time or because somebody wished it. */
const CANCELED = '57014';

/** It stood in the way of another transaction, or of what a replica had to replay. */
const IN_THE_WAY = /^40/;

/** What a statement threw, where it is no refusal as it is. */
export function toRefusal(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return isLost(error) ? away(error) : error;
  const code = error.code ?? '';
  if (code.startsWith('23') || code === RAISED) return constraint(error, code);
  // Values out of range, texts that are no numbers or hold a NUL; and an index that a long text does not fit into.
  if (code.startsWith('22') || code === '54000') return unfit(error);
  if (code === DISK_FULL) return new InsufficientStorageError({ cause: error });
  if (code === CANCELED) return new ReadTimeoutError({ cause: error });
  return AWAY.test(code) ? away(error) : error;
}

/**
 * No request may cause a fault (docs/strapi/differences.md, D2). The server's words show the value, which the caller
 * sent.
 */
function unfit(cause: DatabaseError): AppError {
  const error = validationError(`The database cannot take a value: ${cause.message}`);
  error.cause = cause;
  return error;
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

function bare(column: string): string {
  return column.replaceAll('"', '');
}

/** True where a statement was ended that took too long. */
export function isTimeout({ cause }: UnavailableError): boolean {
  return cause instanceof DatabaseError && cause.code === CANCELED;
}

/** True where a statement was ended in favour of others, on a server that is well. */
export function isConflict({ cause }: UnavailableError): boolean {
  return cause instanceof DatabaseError && IN_THE_WAY.test(cause.code ?? '');
}

function away(cause: unknown): UnavailableError {
  return new UnavailableError({ cause });
}

const LOST = /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|EAI_AGAIN)$/;

/** The driver's own errors about connections have no class, and some no code. */
function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (
    LOST.test(code) ||
    /connection|not queryable|timeout exceeded|Client was closed|read timeout/i.test(error.message)
  );
}
