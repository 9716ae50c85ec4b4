// In charge of PostgreSQL's refusals: what a statement threw becomes a word of the port, where it is one
// (https://www.postgresql.org/docs/current/errcodes-appendix.html).
import { DatabaseError } from 'pg';
import { validationError, type AppError } from '../../base/errors.ts';
import { ConstraintError } from '../constraint-error.ts';
import { UnavailableError } from '../unavailable-error.ts';

const KINDS: Readonly<Record<string, ConstraintError['kind']>> = {
  '23505': 'unique',
  '23502': 'notNull',
};

/** Classes of codes: the connection is lost, the server has no room for one, or is going or coming. */
const AWAY = /^(?:08|53|57P0)/;

/** What a statement threw, where it is no refusal as it is. */
export function toRefusal(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return isLost(error) ? away(error) : error;
  const code = error.code ?? '';
  if (code.startsWith('23')) return constraint(error, code);
  // Values out of range, texts that are no numbers or hold a NUL; and an index that a long text does not fit into.
  if (code.startsWith('22') || code === '54000') return unfit(error);
  return AWAY.test(code) ? away(error) : error;
}

/** No request may cause a fault (decision D2). The server's words show the value, which the caller sent. */
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
