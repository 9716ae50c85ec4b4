// In charge of how often something may be asked for, as `rateLimit` of config/admin and `ratelimit` of users-permissions
// say, and of telling limits that limit nothing.
import { isRecord } from '../schema/raw.ts';
import type { ConfigReader } from './config-reader.ts';

export interface RateLimitConfig {
  /** Milliseconds that a window lasts. */
  readonly interval: number;
  /** Requests in one window. */
  readonly max: number;
}

/** Milliseconds of each unit of an interval such as `{ min: 5 }`. */
const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  sec: 1e3,
  min: 6e4,
  hour: 36e5,
  day: 864e5,
  week: 6048e5,
};

/** A window shorter than this lets everything through that comes one after the other. */
const SHORTEST = 1000;

/** The limit at a place of a section; null where it is switched off. @param usual What counts where nothing is set */
export function parseRateLimit(
  reader: ConfigReader,
  place: string,
  usual: RateLimitConfig,
): RateLimitConfig | null {
  reader.record(place);
  const isEnabled = reader.flag(`${place}.enabled`, true);
  const interval = parseInterval(reader, `${place}.interval`, usual.interval);
  const max = reader.whole(`${place}.max`, usual.max, 1);
  return isEnabled ? { interval, max } : null;
}

/** What is to be said at a start of limits. @param limits By file and key, such as `config/admin: rateLimit` */
export function rateLimitWarnings(
  limits: Readonly<Record<string, RateLimitConfig | null>>,
): readonly string[] {
  return Object.entries(limits).flatMap(([place, limit]) =>
    limit !== null && limit.interval < SHORTEST
      ? [
          `${place}.interval is ${limit.interval} milliseconds, which has almost no effect. Use milliseconds, or an object such as { min: 5 }.`,
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
  return reader.refuse(path, 'milliseconds, or an object such as { min: 5 }', usual);
}
