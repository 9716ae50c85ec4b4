// In charge of `metrics` of config/quoin: whether numbers are told, where, and to whom.
import type { ConfigReader } from './config-reader.ts';

/** Where numbers are told. */
export interface MetricsConfig {
  readonly path: string;
  /** What is to be shown for them; null: nothing. */
  readonly token: string | null;
}

/** Null: they are not told. @param prefix Where the routes of content begin */
export function parseMetrics(reader: ConfigReader, prefix: string): MetricsConfig | null {
  const value = reader.value('metrics');
  if (value === undefined || value === false || value === 'false') return null;
  const isPlain = value === true || value === 'true';
  const options = isPlain ? {} : reader.record('metrics');
  return {
    path: parsePath(reader, prefix),
    // A variable that is not set must not open what it was to close.
    token: 'token' in options ? parseToken(reader) : null,
  };
}

function parsePath(reader: ConfigReader, prefix: string): string {
  const [path, fallback] = ['metrics.path', '/metrics'];
  const given = reader.text(path, fallback);
  if (!/^(?:\/[\w.~-]+)+$/.test(given)) {
    return reader.refuse(path, 'a path, such as /metrics', fallback);
  }
  const isTaken = ['/_health', prefix].some((taken) => taken !== '' && isWithin(given, taken));
  if (!isTaken) return given;
  return reader.refuse(path, 'a path that no other route uses, such as /metrics', fallback);
}

/** Letter case tells no routes apart. */
function isWithin(path: string, other: string): boolean {
  return `${path}/`.toLowerCase().startsWith(`${other}/`.toLowerCase());
}

/** Of what a header can hold, without spaces. */
function parseToken(reader: ConfigReader): string | null {
  const token = reader.value('metrics.token');
  if (typeof token === 'string' && /^[\x21-\x7e]+$/.test(token)) return token;
  return reader.refuse('metrics.token', 'a non-empty string without spaces', null);
}
