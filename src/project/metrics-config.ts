// Parses `metrics` of config/quoin.
import type { ConfigReader } from './config-reader.ts';

/** Route of the metrics. */
export interface MetricsConfig {
  readonly path: string;
  /** Bearer token, or null for none. */
  readonly token: string | null;
}

/** Returns null if metrics are disabled. @param prefix Path prefix of the content API */
export function parseMetrics(reader: ConfigReader, prefix: string): MetricsConfig | null {
  const value = reader.value('metrics');
  if (value === undefined || value === false || value === 'false') return null;
  const isPlain = value === true || value === 'true';
  const options = isPlain ? {} : reader.record('metrics');
  return {
    path: parsePath(reader, prefix),
    // An unset variable must not make the metrics public.
    token: 'token' in options ? parseToken(reader) : null,
  };
}

function parsePath(reader: ConfigReader, prefix: string): string {
  const [path, fallback] = ['metrics.path', '/metrics'];
  const configured = reader.text(path, fallback);
  if (!/^(?:\/[\w.~-]+)+$/.test(configured)) {
    return reader.reportInvalid(path, 'a path, such as /metrics', fallback);
  }
  const isTaken = ['/_health', prefix].some((taken) => taken !== '' && isWithin(configured, taken));
  if (!isTaken) return configured;
  return reader.reportInvalid(path, 'a path that no other route uses, such as /metrics', fallback);
}

/** The router ignores case. */
function isWithin(path: string, other: string): boolean {
  return `${path}/`.toLowerCase().startsWith(`${other}/`.toLowerCase());
}

/** Characters that a header can contain, without spaces. */
function parseToken(reader: ConfigReader): string | null {
  const token = reader.value('metrics.token');
  if (typeof token === 'string' && /^[\x21-\x7e]+$/.test(token)) return token;
  return reader.reportInvalid('metrics.token', 'a non-empty string without spaces', null);
}
