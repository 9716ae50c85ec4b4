// Caching headers: what browsers and proxies may store of a response (config/quoin, `cache`).
import type { Headers } from '../response/response.ts';

/** The caching headers that a project configures. */
export interface CacheControl {
  /** `Cache-Control` for requests without and with credentials; empty: none. */
  readonly control: { readonly public: string; readonly private: string };
  /** Header that lists what a response was made from, so that it can be purged; empty: none. */
  readonly keys: string;
  /** The name of a table in that header; null: it is not listed. */
  keyOf(table: string): string | null;
}

interface Cacheable {
  readonly etag: string;
  /** Names of the tables that the response was made from. */
  readonly tables: ReadonlySet<string>;
  /** True: the request had no credentials. */
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

/** `Cache-Tag` separates its values by commas, `Surrogate-Key` by spaces. */
function separatorOf(header: string): string {
  return header.toLowerCase() === 'surrogate-key' ? ' ' : ',';
}
