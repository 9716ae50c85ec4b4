// Caching headers: what browsers and proxies may store of a response (config/quoin, `cache`).
import type { Headers } from '../../base/http-message.ts';

/** The configured caching headers. */
export interface CacheControl {
  /** `Cache-Control` for requests without and with credentials; empty for none. */
  readonly control: { readonly public: string; readonly private: string };
  /** Name of the header that lists the tables of a response, for purging; empty for none. */
  readonly keys: string;
  /** Name of a table in that header, or null if it is not listed. */
  keyOf(table: string): string | null;
}

interface Cacheable {
  readonly etag: string;
  /** Names of the tables that the response depends on. */
  readonly tables: ReadonlySet<string>;
  /** True if the request had no credentials. */
  readonly isPublic: boolean;
}

/** The caching headers of a response. */
export function cachingHeaders(
  { control, keys, keyOf }: CacheControl,
  { etag, tables, isPublic }: Cacheable,
): Headers {
  const cacheControl = isPublic ? control.public : control.private;
  const listed = keys === '' ? [] : [...tables].flatMap((table) => keyOf(table) ?? []);
  return {
    etag,
    ...(cacheControl === '' ? {} : { 'cache-control': cacheControl }),
    ...(listed.length === 0 ? {} : { [keys]: [...new Set(listed)].join(separatorOf(keys)) }),
  };
}

/** `Cache-Tag` separates its values with commas, `Surrogate-Key` with spaces. */
function separatorOf(header: string): string {
  return header.toLowerCase() === 'surrogate-key' ? ' ' : ',';
}
