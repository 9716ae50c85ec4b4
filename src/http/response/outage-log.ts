// Log of outages: a full disk or a lost database fails every request, so each outage is logged at most once a minute.
import { AppError, type ErrorName } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';

/** Minimum time between two lines about the same outage, in milliseconds. */
const INTERVAL = 60_000;

const OUTAGES: ReadonlySet<ErrorName> = new Set([
  'ServiceUnavailableError',
  'InsufficientStorageError',
]);

/** State of an outage. */
interface Outage {
  /** Time of the last line, from `performance.now()`. */
  loggedAt: number;
  /** Number of failed requests since then. */
  unlogged: number;
}

/** Logs errors that neither a caller nor a bug causes. */
export class OutageLog {
  /** By message and code, so that one outage does not hide another. */
  readonly #outages = new Map<string, Outage>();

  /** Logs the first error of an outage, then one line a minute with the number of failed requests. */
  log(error: AppError, logger: Pick<Logger, 'error'>): void {
    const { code, reason } = causeOf(error);
    const key = `${error.message} ${code ?? ''}`;
    const outage = this.#outages.get(key);
    const now = performance.now();
    if (outage && now - outage.loggedAt < INTERVAL) {
      outage.unlogged += 1;
      return;
    }
    const failedSince = outage?.unlogged ?? 0;
    this.#outages.set(key, { loggedAt: now, unlogged: 0 });
    logger.error({ status: error.status, code, reason, failedSince }, error.message);
  }
}

/** Returns true for errors that `OutageLog` logs. */
export function isOutage(error: unknown): error is AppError {
  return error instanceof AppError && OUTAGES.has(error.name);
}

/** Codes of systems and databases; their number is small. */
function causeOf({ cause }: AppError): { readonly code?: string; readonly reason?: string } {
  if (!(cause instanceof Error)) return {};
  const inner = cause.cause instanceof Error ? cause.cause : cause;
  const code = 'code' in inner && typeof inner.code === 'string' ? { code: inner.code } : {};
  return { ...code, reason: inner.message };
}
