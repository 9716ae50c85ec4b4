// Parses rate limits: `rateLimit` of config/admin and `ratelimit` of users-permissions. Warns about ineffective limits.
import { isRecord } from '../schema/raw.ts';
import type { ConfigReader } from './config-reader.ts';

export interface RateLimitConfig {
  /** Length of a window in milliseconds. */
  readonly interval: number;
  /** Maximum number of requests per window. */
  readonly max: number;
}

/** Milliseconds of each unit in an interval such as `{ min: 5 }`. */
const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  sec: 1e3,
  min: 6e4,
  hour: 36e5,
  day: 864e5,
  week: 6048e5,
};

/** A shorter window does not limit sequential requests. */
const SHORTEST = 1000;

/** Parses the limit in a key of a section; null if it is disabled. @param usual Default */
export function parseRateLimit(
  reader: ConfigReader,
  path: string,
  usual: RateLimitConfig,
): RateLimitConfig | null {
  reader.record(path);
  const isEnabled = reader.flag(`${path}.enabled`, true);
  const interval = parseInterval(reader, `${path}.interval`, usual.interval);
  const max = reader.whole(`${path}.max`, usual.max, 1);
  return isEnabled ? { interval, max } : null;
}

/** Warnings about limits. @param limits By file and key, such as `config/admin: rateLimit` */
export function rateLimitWarnings(
  limits: Readonly<Record<string, RateLimitConfig | null>>,
): readonly string[] {
  return Object.entries(limits).flatMap(([path, limit]) =>
    limit !== null && limit.interval < SHORTEST
      ? [
          `${path}.interval is ${limit.interval} milliseconds, which has almost no effect. Use milliseconds, or an object such as { min: 5 }.`,
        ]
      : [],
  );
}

function parseInterval(reader: ConfigReader, path: string, usual: number): number {
  const value = reader.value(path);
  if (!isRecord(value)) return reader.whole(path, usual, 1);
  const total = Object.entries(value).reduce(
    (sum, [unit, count]) => sum + Number(count) * (UNITS[unit] ?? Number.NaN),
    0,
  );
  if (Number.isFinite(total) && total > 0) return total;
  return reader.reportInvalid(path, 'milliseconds, or an object such as { min: 5 }', usual);
}
